/** The terms under which a document is listed: the term of all documents, and one for each value of an indexed field. */

import type { DocumentType } from '../document-type.ts';
import { indexedParts } from '../query/searched-words.ts';
import { termOf } from './terms.ts';

/** The parts of a document type on which the terms of a document depend. */
type TermFields<Document> = Pick<DocumentType<Document>, 'all' | 'fields' | 'idOf'>;

export function termsOf<Document>(index: TermFields<Document>, document: Document): Set<string> {
  const terms = new Set([index.all]);
  const parts = indexedParts(index, document);
  for (const field of index.fields.values())
    if ('terms' in field && field.terms !== undefined)
      for (const part of parts.get(field) ?? []) terms.add(termOf(field.terms, part));
  return terms;
}
