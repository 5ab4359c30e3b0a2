/**
 * The words by which queries find a document. Terms and queries both use these
 * functions, so a word without a term is not found in any other way either.
 */

import { type Field, type SearchFields, valuesOf } from './fields.ts';
import { fold, wordsOf } from './fold.ts';
import { countSortKeys } from './sort-keys.ts';

/**
 * The most terms of a document, unless its unbounded fields need more. A create puts the document and a posting for each of
 * its terms in one transaction of at most 100 changes, and four remain for what else must hold.
 */
export const maxTerms = 95;

type Words = readonly (readonly string[])[];

/** The parts of fields that have terms: the values whole, or their words. */
type Parts<Document> = Map<Field<Document>, readonly string[]>;

/**
 * The words of each text of a field, in text order. A bounded field contributes the
 * words up to the first that does not fit.
 */
export function searchedWords<Document>(
  index: SearchFields<Document>,
  field: Field<Document>,
  document: Document,
): Words {
  if (!isBounded(field)) return wordsOfTexts(index, field, document);
  for (const [each, words] of boundedWords(index, document, unboundedParts(index, document)))
    if (each === field) return words;
  return [];
}

/** The parts of all fields that have terms, each with its kind of term. */
export function indexedParts<Document>(
  index: SearchFields<Document>,
  document: Document,
): (readonly [kind: string, part: string])[] {
  const parts = unboundedParts(index, document);
  for (const [field, words] of boundedWords(index, document, parts)) parts.set(field, words.flat());
  return [...index.fields.values()].flatMap((field) => {
    const kind = kindOf(field);
    return kind === undefined ? [] : (parts.get(field) ?? []).map((part) => [kind, part] as const);
  });
}

/** Each bounded field has the terms that the unbounded fields and the preceding bounded ones leave. */
function* boundedWords<Document>(
  index: SearchFields<Document>,
  document: Document,
  unbounded: Parts<Document>,
): Generator<readonly [Field<Document>, Words]> {
  const terms = [...unbounded].flatMap(([field, parts]) => parts.map((part) => `${kindOf(field)}/${part}`));
  // The term of all documents takes one.
  let room = maxTerms - 1 - countSortKeys(index, document) - new Set(terms).size;
  for (const field of index.fields.values()) {
    if (!isBounded(field)) continue;
    const words = bounded(wordsOfTexts(index, field, document), room);
    yield [field, words];
    room -= new Set(words.flat()).size;
  }
}

function unboundedParts<Document>(index: SearchFields<Document>, document: Document): Parts<Document> {
  const fields = [...index.fields.values()].filter(
    (field) => kindOf(field) !== undefined && !isBounded(field),
  );
  return new Map(
    fields.map((field) => [
      field,
      field.kind === 'text'
        ? wordsOfTexts(index, field, document).flat()
        : valuesOf(index, field, document).map((value) => fold(String(value))),
    ]),
  );
}

function wordsOfTexts<Document>(
  index: SearchFields<Document>,
  field: Field<Document>,
  document: Document,
): Words {
  return valuesOf(index, field, document).map((value) => wordsOf(fold(String(value))));
}

/** The kind of the field's terms; undefined if it has none. */
function kindOf(field: Field<never>): string | undefined {
  return 'terms' in field ? field.terms : undefined;
}

function isBounded(field: Field<never>): boolean {
  return 'isBounded' in field && field.isBounded === true;
}

/** The words up to this number of different ones. A word that another field has counts again, which ensures that all fit. */
function bounded(texts: Words, room: number): Words {
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
