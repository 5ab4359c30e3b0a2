/** The table of fields: what must be declared, and which fields need no reader. */

import { describe, expectTypeOf, test } from 'vitest';
import { type Documents, listDocuments } from '../../../lib/headwater/data/documents.ts';
import {
  type ContentOf,
  type DocumentType,
  documentType,
  type ManagedMembers,
} from '../../../lib/headwater/data/search/document-type.ts';
import type { Sort } from '../../../lib/headwater/data/search/list/document-list.ts';
import type { OperationContext } from '../../../lib/headwater/run/http/operation-context.ts';
import { listPage } from '../../../lib/headwater/run/lists/list-page.ts';

interface Note extends ManagedMembers {
  readonly title?: string;
  readonly tags: readonly string[];
  readonly stars: number;
  readonly author: { readonly name: string };
}

const title = { kind: 'text', isOptional: true } as const;
const tags = { kind: 'keyword', terms: 't', isList: true } as const;
const stars = { kind: 'integer' } as const;
const author = {
  kind: 'keyword',
  value: ({ author: { name } }: Pick<Note, 'author'>) => name,
} as const;

describe('documentType', () => {
  test('reads the member with the name of a field, if it has no reader', () => {
    const fields = { title, tags, stars, 'author.name': author };
    expectTypeOf(documentType<Note>({ name: 'note', all: 'n', fields })).toEqualTypeOf<
      DocumentType<Note, 'caller'>
    >();
  });

  test('compiles only with what the members are', () => {
    const others = { title, tags, 'author.name': author };
    // @ts-expect-error A number has no words.
    documentType<Note>({ name: 'note', all: 'n', fields: { ...others, stars: { kind: 'text' } } });
    // @ts-expect-error The member `stars` is not declared.
    documentType<Note>({ name: 'note', all: 'n', fields: others });
    // @ts-expect-error The title is optional.
    documentType<Note>({ name: 'note', all: 'n', fields: { ...others, stars, title: { kind: 'text' } } });
    // @ts-expect-error The tags are a list.
    documentType<Note>({ name: 'note', all: 'n', fields: { ...others, stars, tags: { kind: 'keyword' } } });
    // @ts-expect-error A path within a member needs a reader.
    documentType<Note>({ name: 'note', all: 'n', fields: { ...others, stars, 'author.name': stars } });
  });

  test('lets lists sort by fields of one value, within keyword fields that the documents have', () => {
    const others = { title, tags, 'author.name': { ...author, sort: true as const } };
    const sorted = documentType<Note>({
      ...{ name: 'note', all: 'n' },
      fields: { ...others, stars: { kind: 'decimal', sort: { within: ['author.name', 'tags'] } } },
    });
    expectTypeOf<'-stars'>().toExtend<Sort<Note>>();
    expectTypeOf<'author.name'>().toExtend<Sort<Note>>();
    expectTypeOf<'colour'>().not.toExtend<Sort<Note>>();
    expectTypeOf(sorted).toEqualTypeOf<DocumentType<Note, 'caller'>>();
    const colour = { kind: 'integer', sort: { within: ['colour'] } } as const;
    // @ts-expect-error There is no field `colour`.
    documentType<Note>({ name: 'note', all: 'n', fields: { ...others, stars: colour } });
    const listed = { ...tags, sort: true } as const;
    // @ts-expect-error A list of texts has no one value.
    documentType<Note>({ name: 'note', all: 'n', fields: { ...others, stars, tags: listed } });
    const worded = { ...title, sort: true } as const;
    // @ts-expect-error A text has words.
    documentType<Note>({ name: 'note', all: 'n', fields: { ...others, stars, title: worded } });
  });

  test('has versions whose members are checked', () => {
    const note = { name: 'note', all: 'n', fields: { title, tags, stars, 'author.name': author } } as const;
    documentType<Note>({
      ...{ ...note, version: 3 },
      upgrade: (from, { rating, heading }) => {
        expectTypeOf(from).toEqualTypeOf<number>();
        expectTypeOf(rating).toEqualTypeOf<unknown>();
        return {
          ...(from < 2 ? { stars: Number(rating) } : {}),
          title: heading ? String(heading) : undefined,
        };
      },
      downgrade: ({ stars: rating }) => ({ rating }),
    });
    documentType<Note>({ ...note, version: 2, upgrade: () => ({}), downgrade: () => ({}) });
    // @ts-expect-error The stars are a number.
    documentType<Note>({ ...note, version: 2, upgrade: (_from, { rating }) => ({ stars: rating }) });
    // @ts-expect-error The type has no member `star`.
    documentType<Note>({ ...note, version: 2, upgrade: () => ({ star: 1 }) });
    // @ts-expect-error The service sets the revision.
    documentType<Note>({ ...note, version: 2, upgrade: () => ({ revision: 1 }) });
    // @ts-expect-error Reads do not wait for it.
    documentType<Note>({ ...note, version: 2, upgrade: async () => ({ stars: 1 }) });
    // @ts-expect-error The members of the type are stored anyway.
    documentType<Note>({ ...note, version: 2, downgrade: () => ({ stars: 1 }) });
  });

  test('knows the members of an open model, which has any others, too', () => {
    type OpenNote = Note & { readonly [member: string]: unknown };
    type Open = { [Name in keyof OpenNote]: OpenNote[Name] };
    const fields = { title, tags, stars, 'author.name': author };
    documentType<Open>({ name: 'note', all: 'n', fields });
    documentType<Open>({
      name: 'note',
      all: 'n',
      // The parameter of the reader has its type.
      fields: { ...fields, stars: { kind: 'integer', value: ({ stars: count }) => count } },
    });
    // @ts-expect-error The member `stars` is not declared.
    documentType<Open>({ name: 'note', all: 'n', fields: { title, tags, 'author.name': author } });
    // @ts-expect-error The title has words alone.
    documentType<Open>({ name: 'note', all: 'n', fields: { ...fields, title: { kind: 'integer' } } });
    const patched = { title: null, tags: [], stars: 1, author: { name: '' } };
    // @ts-expect-error A patch may remove the title; a note has no null.
    expectTypeOf(patched).toExtend<ContentOf<Open>>();
    expectTypeOf({ ...patched, title: 'one' }).toExtend<ContentOf<Open>>();
  });
});

test('a list takes the filters and the sorts of its documents alone', () => {
  const listed = {} as Documents<Note>;
  const context = {} as Pick<OperationContext, 'query' | 'response'>;
  const filtered = <Field extends string>(field: Field) => ({
    ...context,
    filters: [{ field, values: [1] }],
  });
  expectTypeOf(listPage(listed, { size: 1, sort: '-stars' }, filtered('stars'))).resolves.toEqualTypeOf<{
    readonly total: number;
    readonly hits: Note[];
    readonly after?: string;
  }>();
  listDocuments(listed, { size: 1, filters: [{ field: 'author.name', values: ['Ann'] }] });
  // @ts-expect-error There is no field `colour`.
  listPage(listed, { size: 1 }, filtered('colour'));
  // @ts-expect-error There is no field `colour`.
  listPage(listed, { size: 1, sort: 'colour' }, context);
  // @ts-expect-error There is no field `colour`.
  listDocuments(listed, { size: 1, filters: [{ field: 'colour', values: ['red'] }] });
});
