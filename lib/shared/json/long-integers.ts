/** Integers beyond 2^53, which are bigints (lossless-json.ts). */

/**
 * More digits are refused: a bigint takes more time to read and write than its length grows, 4 s for 4 MiB of digits. The
 * parser of Elasticsearch has the same limit.
 */
export const maxDigits = 1_000;

/** @param literal of an integer. */
export function hasTooManyDigits(literal: string): boolean {
  return literal.length - Number(literal.startsWith('-')) > maxDigits;
}

/**
 * Exact. A bigint is also equal to the double that is written with the same digits.
 *
 * @returns less than 0 if `a` is less than `b`, 0 if they are equal, else more.
 */
export function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (typeof a !== typeof b && String(a) === String(b)) return 0;
  return a < b ? -1 : a > b ? 1 : 0;
}
