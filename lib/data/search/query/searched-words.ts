/**
 * The words by which queries find a document. Terms and queries both use these
 * functions, so a word without a term is not found in any other way either.
 */

import { type Field, type SearchFields, valuesOf } from '../document-type.ts';
import { fold, wordsOf } from './fold.ts';

/**
 * The most terms of a document, unless its unbounded fields need more. A create puts the document and a posting for each of
 * its terms in one transaction of at most 100 changes, and four remain for what else must hold.
 */
export const maxTerms = 95;

/**
 * The words of each text of a field, in text order. A bounded field contributes the
 * words up to the first that does not fit.
 */
export function searchedWords<Document>(
  index: SearchFields<Document>,
  field: Field<Document>,
  document: Document,
): readonly (readonly string[])[] {
  const texts = valuesOf(index, field, document).map((value) => wordsOf(fold(String(value))));
  return isBounded(field) ? bounded(texts, roomFor(index, field, document)) : texts;
}

/** The number of terms that the unbounded fields and the preceding bounded ones leave. */
function roomFor<Document>(
  index: SearchFields<Document>,
  field: Field<Document>,
  document: Document,
): number {
  const fields = [...index.fields.values()];
  const before = fields.slice(0, fields.indexOf(field)).filter(isBounded);
  const taken = before.map((one) => new Set(searchedWords(index, one, document).flat()).size);
  // The term of all documents takes one.
  const room = maxTerms - 1 - unboundedParts(index, document).size;
  return taken.reduce((left, words) => left - words, room);
}

/** The values of a field that have terms: whole, or their words. */
export function indexedParts<Document>(
  index: SearchFields<Document>,
  field: Field<Document>,
  document: Document,
): readonly string[] {
  if (!('terms' in field) || field.terms === undefined) return [];
  if (field.kind === 'text') return searchedWords(index, field, document).flat();
  return valuesOf(index, field, document).map((value) => fold(String(value)));
}

/** The parts of unbounded fields, each with its kind of term. */
function unboundedParts<Document>(index: SearchFields<Document>, document: Document): Set<string> {
  const parts = new Set<string>();
  for (const field of index.fields.values()) {
    if (!('terms' in field) || isBounded(field)) continue;
    for (const part of indexedParts(index, field, document)) parts.add(`${field.terms}/${part}`);
  }
  return parts;
}

function isBounded(field: Field<never>): boolean {
  return 'isBounded' in field && field.isBounded === true;
}

/** The words up to this number of different ones. A word that another field has counts again, which ensures that all fit. */
function bounded(texts: readonly (readonly string[])[], room: number): readonly (readonly string[])[] {
  const known = new Set<string>();
  let isFull = false;
  return texts.map((words) => {
    const end = words.findIndex((word) => {
      known.add(word);
      return isFull || known.size > room;
    });
    isFull ||= end >= 0;
    return end < 0 ? words : words.slice(0, end);
  });
}
