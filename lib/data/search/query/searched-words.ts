/**
 * The words by which a document is found. Terms and queries both take them from
 * here, so that a word that is not indexed is not found in any other way either.
 */

import { type Field, type SearchFields, valuesOf } from '../document-type.ts';
import { fold, wordsOf } from './fold.ts';

/**
 * The entries that a document has at most, if fields that are not bounded do not
 * need more. Each costs a write unit when it is put, and one when it is deleted.
 */
export const maxEntries = 100;

/**
 * The words of each text of a field, in the order of the text. A bounded field
 * has those up to the first that finds no room.
 */
export function searchedWords<Document>(
  index: SearchFields<Document>,
  field: Field<Document>,
  document: Document,
): readonly (readonly string[])[] {
  const texts = valuesOf(index, field, document).map((value) => wordsOf(fold(String(value))));
  return isBounded(field) ? bounded(texts, roomFor(index, field, document)) : texts;
}

/** What other fields leave: those that are not bounded, and bounded ones that are declared before it. */
function roomFor<Document>(
  index: SearchFields<Document>,
  field: Field<Document>,
  document: Document,
): number {
  const fields = [...index.fields.values()];
  const before = fields.slice(0, fields.indexOf(field)).filter(isBounded);
  const taken = before.map((one) => new Set(searchedWords(index, one, document).flat()).size);
  // One entry is that of all documents.
  const room = maxEntries - 1 - unboundedParts(index, document).size;
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

/** With their kinds of terms. */
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

/** The words until so many different ones have come. One that another field has counts again: so it is certain that all fit. */
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
