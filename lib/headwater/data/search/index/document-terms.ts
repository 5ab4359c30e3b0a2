/** The terms under which a document is listed: the term of all documents, and one for each value of an indexed field. */

import { indexedParts } from '../../../shared/query/searched-words.ts';
import type { DocumentType } from '../document-type.ts';
import { termOf } from './terms.ts';

/** The parts of a document type on which the terms of a document depend. */
type TermFields<Document> = Pick<DocumentType<Document>, 'all' | 'fields' | 'idOf'>;

export function termsOf<Document>(index: TermFields<Document>, document: Document): Set<string> {
  const parts = indexedParts(index, document);
  return new Set([index.all, ...parts.map(([kind, part]) => termOf(kind, part))]);
}
