/** A second type of document: the index knows neither this one nor sources. */

import type { Field } from '../../lib/data/search/document-type.ts';
import {
  retryOnConflict,
  sendCreation,
  sendDeletion,
  sendReplacement,
} from '../../lib/data/search/documents/document-writes.ts';
import type { WriteContext } from '../../lib/data/search/documents/write-history.ts';
import { type OpenIndex, openIndex } from '../../lib/data/search/index/open-index.ts';

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

export function openShelf(context: WriteContext<Book>): Shelf {
  return {
    add: (content) => sendCreation(context, (id) => ({ id, version: 1, ...content })),
    replace: (id, content) =>
      retryOnConflict(context, id, (current) =>
        sendReplacement(context, current, (version) => ({ id, version, ...content })),
      ),
    remove: (id) => retryOnConflict(context, id, (current) => sendDeletion(context, current)),
  };
}
