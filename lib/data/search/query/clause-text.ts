/** The parts of a clause in the query text: names of fields, bounds and ranges. */

import { invalidQuery } from './invalid-query.ts';
import type { Scanner } from './scanner.ts';

/** A value without its escapes, and its offset. */
export interface Lexeme {
  readonly text: string;
  readonly at: number;
}

export interface Bound extends Lexeme {
  readonly isInclusive: boolean;
}

/** An undefined bound is open. */
export interface Bounds {
  readonly lower?: Bound | undefined;
  readonly upper?: Bound | undefined;
}

/** The minimum length of a prefix in characters. A shorter one would find nearly everything. */
export const minPrefix = 2;

const comparisons = ['>=', '<=', '>', '<'];

/** Consumes the name of a field and its colon, if they are next. */
export function takeFieldName(scanner: Scanner): Lexeme | undefined {
  const { at } = scanner;
  const { text, isPrefix } = scanner.word({ isValue: false });
  scanner.skipSpace();
  if (scanner.take(':')) return { text: isPrefix ? `${text}*` : text, at };
  scanner.at = at;
  return undefined;
}

/** Whether a range is next: `[a TO b}`, or a comparison such as `>=a`. */
export function hasRange(scanner: Scanner): boolean {
  return ['[', '{', ...comparisons].some((symbol) => scanner.has(symbol));
}

/** Consumes a range; call it only if `hasRange`. */
export function takeRange(scanner: Scanner): Bounds {
  const symbol = comparisons.find((comparison) => scanner.take(comparison));
  if (symbol === undefined) return takeInterval(scanner);
  const bound = takeBound(scanner, symbol.endsWith('='));
  return symbol.startsWith('>') ? { lower: bound } : { upper: bound };
}

function takeInterval(scanner: Scanner): Bounds {
  const lower = takeBound(scanner, scanner.take('[') || !scanner.take('{'));
  scanner.skipSpace();
  if (!scanner.takeKeyword('TO')) throw invalidQuery(scanner.at, 'Expected TO');
  const upper = takeBound(scanner, true);
  scanner.skipSpace();
  const isInclusive = scanner.take(']');
  if (!isInclusive && !scanner.take('}')) throw invalidQuery(scanner.at, 'Expected ] or }');
  return { lower, upper: upper && { ...upper, isInclusive } };
}

/** Undefined if the bound is `*`, which is open. */
function takeBound(scanner: Scanner, isInclusive: boolean): Bound | undefined {
  scanner.skipSpace();
  const { at } = scanner;
  if (scanner.take('"')) return { at, text: scanner.phrase(), isInclusive };
  const { text, isPrefix } = scanner.hasKeyword('TO')
    ? { text: '', isPrefix: false }
    : scanner.word({ isValue: true });
  if (isPrefix && text === '') return undefined;
  if (isPrefix || text === '') throw invalidQuery(at, 'Expected a value or * alone');
  return { at, text, isInclusive };
}

/** Refuses an operator where a word is expected. A minus before a digit is a sign. */
export function refuseOperator(scanner: Scanner, expected: string): void {
  const keyword = ['AND', 'OR', 'NOT'].find((word) => scanner.hasKeyword(word));
  const symbol = ['-', '!', '&&', '||'].find((operator) => scanner.has(operator));
  if (!keyword && (!symbol || scanner.hasNegativeNumber)) return;
  const help = keyword ? `write "${keyword}" for the word` : `write \\${symbol} for the character`;
  throw invalidQuery(scanner.at, expected, help);
}

/** @param field The name of the field before it, if there is one. */
export function expectedValue(field: string | undefined): string {
  return field === undefined ? 'Expected a word, a field or (' : `Expected a value of ${field}`;
}
