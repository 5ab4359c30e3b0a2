/** A second type of document: the index knows neither this one nor sources. */

import { withUnits } from '../../lib/headwater/data/search/documents/document-items.ts';
import {
  getStored,
  newDocument,
  replacement,
  type WriteContext,
} from '../../lib/headwater/data/search/documents/document-writes.ts';
import { sendWrite } from '../../lib/headwater/data/search/documents/write-together.ts';
import { type OpenIndex, openIndex } from '../../lib/headwater/data/search/index/open-index.ts';
import { removeDocument } from '../../lib/headwater/data/writes.ts';
import type { Field } from '../../lib/headwater/shared/query/fields.ts';

export interface Book {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly isbn?: string;
  /** ISO 8601. */
  readonly published: string;
}

export type BookContent = Omit<Book, 'id' | 'version'>;

/** Index options of the fields; every choice must give the same results. */
export type BookFields = Readonly<Record<'title' | 'isbn', { terms?: string; isDefault?: true }>>;

export function bookIndex({ title, isbn }: BookFields): OpenIndex<Book> {
  const fields = new Map<string, Field<Book>>([
    ['id', { kind: 'keyword', from: 'id' }],
    ['added', { kind: 'date', from: 'id' }],
    ['title', { kind: 'text', ...title, value: (book) => book.title }],
    ['isbn', { kind: 'keyword', ...isbn, values: (book) => (book.isbn === undefined ? [] : [book.isbn]) }],
    ['published', { kind: 'date', value: (book) => Date.parse(book.published) }],
    ['version', { kind: 'integer', value: ({ version }) => version }],
  ]);
  return openIndex({
    ...{ name: 'book', ownedBy: 'caller', all: 'books', fields, version: 1, idOf: ({ id }) => id },
    ...{ members: ['id', 'version', 'title', 'isbn', 'published'], texts: [], rules: [], formerTerms: [] },
  });
}

export interface Shelf {
  add(content: BookContent): Promise<Book>;
  replace(id: string, content: BookContent): Promise<Book>;
  remove(id: string): Promise<void>;
}

export function openShelf(context: WriteContext<Book>): Shelf {
  const { index, table, newId } = context;
  const never = () => Promise.reject(new Error('No request repeats an earlier one.'));
  return {
    add: (content) => {
      const id = newId();
      const document = { id, version: 1, ...content };
      const written = withUnits(index, { id, revision: 1, document, others: {} });
      return sendWrite({
        table,
        subject: id,
        prepare: async (attempt) => ({
          ...(await newDocument(context, written, { own: {}, attempt, beside: [] })),
          result: document,
        }),
        recover: never,
      });
    },
    replace: (id, content) =>
      sendWrite({
        table,
        subject: id,
        prepare: async (attempt) => {
          const current = await getStored(context, id);
          const revision = current.revision + 1;
          const document = { id, version: revision, ...content };
          const next = withUnits(index, { id, revision, document, others: current.others });
          const changes = await replacement(context, { current, next, attempt, beside: [] });
          return changes && { ...changes, result: document };
        },
        recover: never,
      }),
    remove: (id) => removeDocument(context, id),
  };
}
