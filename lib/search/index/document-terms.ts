/** The terms under which a document is listed: that of all documents, and one for each value of an indexed field. */

import { fold, wordsOf } from '../query/fold.ts';
import { type TermIndex, valuesOf } from '../term-index.ts';
import { termOf } from './terms.ts';

/** Every term once. */
export function termsOf<Document>(index: TermIndex<Document>, document: Document): Set<string> {
  const terms = new Set([index.all]);
  for (const field of index.fields.values()) {
    if (!('terms' in field) || field.terms === undefined) continue;
    for (const value of valuesOf(index, field, document)) {
      const text = fold(String(value));
      for (const part of field.kind === 'text' ? wordsOf(text) : [text]) terms.add(termOf(field.terms, part));
    }
  }
  return terms;
}
