/** Integers beyond 2^53, as bigints (lossless-json.ts). */

import { isLongInteger } from './lossless-json.ts';

/**
 * The limit of digits. The time to read and write a bigint grows faster than its length: 4 s for 4 MiB of digits.
 * Elasticsearch's parser has the same limit.
 */
export const maxDigits = 1_000;

/** @param literal The literal of an integer. */
export function hasTooManyDigits(literal: string): boolean {
  return literal.length - Number(literal.startsWith('-')) > maxDigits;
}

/**
 * The decimal number that a text denotes: a bigint for an integer beyond 2^53, up to the limit of digits.
 *
 * @example exactNumberOf('9007199254740993') // 9007199254740993n
 */
export function exactNumberOf(text: string): number | bigint | undefined {
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return isLongInteger(number, text) && !hasTooManyDigits(text) ? BigInt(text) : number;
}

/**
 * Compares exactly. A bigint also equals the double that is written with the same digits.
 *
 * @returns less than 0 if `a` is less than `b`, 0 if they are equal, else more.
 */
export function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (typeof a !== typeof b && String(a) === String(b)) return 0;
  return a < b ? -1 : a > b ? 1 : 0;
}
