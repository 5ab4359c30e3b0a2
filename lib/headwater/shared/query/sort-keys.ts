/**
 * Sort keys: the values of the fields by which lists sort, as digits that are in the order of the values.
 *
 * A document has one sort key for each such field, and each value of the fields within which it is sorted. Digits are
 * hexadecimal, and their number is a multiple of three: two characters of a posting stand for three digits (postings.ts).
 */

import { type Field, type Fields, isAlwaysPresent, type SearchFields, valuesOf } from './fields.ts';
import { fold } from './fold.ts';
import type { RangeClause } from './syntax-tree.ts';

/** A document without a value comes last in either order: it has both keys. */
const missing = { first: '000', last: 'fff' } as const;

/** All keys of values begin with it. */
const present = '1';

/** A keyword sorts by so many bytes of its folded text. */
const maxTextBytes = 30;

/** The end of a text. No text contains it: a shorter one comes first. */
const endOfText = '00';

/** Bounds of sort keys, both included. A key may be longer than the bound, and then begins with it. */
export interface SortRange {
  readonly low: string;
  readonly high: string;
}

/** The keys of all documents, in ascending or descending order. */
export function everySortKey(isDescending: boolean): SortRange {
  return isDescending
    ? { low: missing.first, high: `${present}ff` }
    : { low: `${present}00`, high: missing.last };
}

/** @param value As `valuesOf` reads it. */
function digitsOf(value: string | number): string {
  return typeof value === 'number' ? digitsOfNumber(value) : digitsOfText(value);
}

/** The 64 bits of the number, in the order of numbers: negative ones have all bits inverted, others the first one. */
function digitsOfNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  // Zero has no sign.
  view.setFloat64(0, value + 0);
  const bits = view.getBigUint64(0);
  const sign = 1n << 63n;
  const sorted = BigInt.asUintN(64, bits & sign ? ~bits : bits | sign);
  return `${present}${sorted.toString(16).padStart(16, '0')}0`;
}

function digitsOfText(value: string): string {
  const [text = ''] = fold(value).split('\0', 1);
  const digits = `${present}${Buffer.from(text).subarray(0, maxTextBytes).toString('hex')}${endOfText}`;
  return digits.padEnd(3 * Math.ceil(digits.length / 3), '0');
}

/** The keys of a document by a field: one, or two without a value. Of several values the first one counts. */
export function sortKeysOf<Document>(
  index: SearchFields<Document>,
  field: Field<Document>,
  document: Document,
): readonly string[] {
  const [value] = valuesOf(index, field, document);
  return value === undefined ? [missing.first, missing.last] : [digitsOf(value)];
}

/** The key by which a list in this order finds the document. */
export function sortKeyOf<Document>(
  index: SearchFields<Document>,
  { field, isDescending }: { readonly field: Field<Document>; readonly isDescending: boolean },
  document: Document,
): string {
  const [first = '', last = first] = sortKeysOf(index, field, document);
  return isDescending ? first : last;
}

/** The keys of the values in the range; undefined if it is empty. */
export function sortRangeOf({ from, to }: Pick<RangeClause, 'from' | 'to'>): SortRange | undefined {
  if (from !== undefined && to !== undefined && from >= to) return undefined;
  const low = from === undefined ? `${present}00` : digitsOfNumber(from);
  return { low, high: to === undefined ? `${present}ff` : before(digitsOfNumber(to)) };
}

function before(digits: string): string {
  return (BigInt(`0x${digits}`) - 1n).toString(16).padStart(digits.length, '0');
}

/** The fields by which lists can sort, with the keyword fields within which they can, too. */
export function sortedFields<Document>(
  fields: SearchFields<Document>['fields'],
): readonly { readonly name: string; readonly field: Field<Document>; readonly within: readonly string[] }[] {
  return [...fields].flatMap(([name, field]) => {
    const sorting = 'sort' in field ? field.sort : undefined;
    if (sorting === undefined) return [];
    return [{ name, field, within: sorting === true ? [] : sorting.within }];
  });
}

/** @param type Its name. @throws Error if a list cannot be sorted within a field. */
export function checkSorting(type: string, fields: Fields<never>): void {
  for (const { name, within } of sortedFields(fields)) {
    const wrong = within.find((other) => fields.get(other)?.kind !== 'keyword');
    if (wrong !== undefined)
      throw new Error(
        `The document type ${type} sorts ${name} within ${wrong}: name a field of the kind keyword there, since a list selects one of its values.`,
      );
  }
}

/** The postings that a document has for its sort keys at most. The number does not depend on whether a value is missing. */
export function countSortKeys<Document>(index: SearchFields<Document>, document: Document): number {
  return sortedFields(index.fields).reduce((sum, { field, within }) => {
    const values = within.flatMap((name) => {
      const its = index.fields.get(name);
      return its ? valuesOf(index, its, document) : [];
    });
    return sum + (isAlwaysPresent(field) ? 1 : 2) * (1 + new Set(values).size);
  }, 0);
}
