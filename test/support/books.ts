/** A second type of document: the index knows neither this one nor sources. */

import { deleteDocument, withUnits } from '../../lib/headwater/data/search/documents/document-items.ts';
import {
  retryOnConflict,
  sendNew,
  sendReplacement,
  sendWrite,
  type WriteContext,
} from '../../lib/headwater/data/search/documents/document-writes.ts';
import { termsOf } from '../../lib/headwater/data/search/index/document-terms.ts';
import { type OpenIndex, openIndex } from '../../lib/headwater/data/search/index/open-index.ts';
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
    ...{ name: 'book', all: 'books', fields, version: 1, idOf: ({ id }) => id },
    ...{ members: ['id', 'version', 'title', 'isbn', 'published'], texts: [], schema: 1 },
  });
}

export interface Shelf {
  add(content: BookContent): Promise<Book>;
  replace(id: string, content: BookContent): Promise<Book>;
  remove(id: string): Promise<void>;
}

const none: ReadonlySet<string> = new Set();

export function openShelf(context: WriteContext<Book>): Shelf {
  const { index, newId } = context;
  return {
    add: async (content) => {
      const id = newId();
      const document = { id, version: 1, ...content };
      const written = withUnits(index, { id, revision: 1, document, others: {} });
      await sendNew(context, written, { beside: [] });
      return document;
    },
    replace: (id, content) =>
      retryOnConflict(context, id, async (current) => {
        const revision = current.revision + 1;
        const document = { id, version: revision, ...content };
        const next = withUnits(index, { id, revision, document, others: current.others });
        const isDone = await sendReplacement(context, { current, next, beside: [] });
        return isDone ? { result: document } : undefined;
      }),
    remove: (id) =>
      retryOnConflict(context, id, async (current) => {
        const item = deleteDocument(index, current);
        const removed = termsOf(index, current.document);
        const isDone = await sendWrite(context, { item, id, added: none, units: 0, removed, beside: [] });
        return isDone ? { result: undefined } : undefined;
      }),
  };
}
