/** Reads numbers as Java does. */

import { lazyRegex } from './lazy-regex.ts';
import { trimJavaSpace } from './trim-text.ts';

const wideInteger = lazyRegex('^[+-]?\\p{Nd}+$', 'u');
const wideDigits = lazyRegex('\\p{Nd}', 'gu');
const wideDigit = lazyRegex('^\\p{Nd}$', 'u');

/** Digits of any script, with a sign. */
export function isIntegerText(text: string): boolean {
  return /^[+-]?\d+$/.test(text) || (/[^\0-\x7f]/.test(text) && wideInteger().test(text));
}

/** Fewer than ten digits without a sign, as most numbers have; -1 for another text. */
function readShort(text: string): number {
  if (text === '' || text.length > 9) return -1;
  let value = 0;
  for (let position = 0; position < text.length; position++) {
    const digit = text.charCodeAt(position) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** A bigint only where a number is not exact. */
export function exactInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Leading zeros and the sign of an integer count, too. A digit of some scripts is two characters. */
const maxDigits = 64;

/** Undefined unless the text is an integer from `-limit` to `limit - 1n`. */
export function readInteger(text: string, limit: bigint): number | bigint | undefined {
  const short = readShort(text);
  if (short !== -1) return short;
  if (text.length > maxDigits * 2 || !isIntegerText(text)) return undefined;
  const plain = toAsciiDigits(text);
  if (plain.length > maxDigits) return undefined;
  const value = BigInt(plain.startsWith('+') ? plain.slice(1) : plain);
  return value >= -limit && value < limit ? exactInteger(value) : undefined;
}

/** Like `readInteger`, and `0x1A` is 26. */
export function decodeInteger(text: string, limit: bigint): number | bigint | undefined {
  const short = readShort(text);
  if (short !== -1) return short;
  if (!text.startsWith('0x') && !text.startsWith('-0x')) return readInteger(text, limit);
  const digits = /^-?0x([\dA-Fa-f]{1,64})$/.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const magnitude = BigInt(`0x${digits}`);
  const value = text.startsWith('-') ? -magnitude : magnitude;
  return value >= -limit && value < limit ? exactInteger(value) : undefined;
}

export const integerLimit = 2n ** 31n;
export const longLimit = 2n ** 63n;

/** The digits of other scripts: each run of ten begins at a multiple of their zero. */
function toAsciiDigits(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text.replace(wideDigits(), (digit) => {
    let code = digit.codePointAt(0) ?? 0;
    const end = code;
    while (end - code < 9 && wideDigit().test(String.fromCodePoint(code - 1))) code--;
    return String((end - code) % 10);
  });
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/;
const hexadecimal = /^([+-]?)0[xX]([\dA-Fa-f]*)(?:\.([\dA-Fa-f]*))?[pP]([+-]?\d+)[fFdD]?$/;

/** A decimal number with the white space of Java around it. NaN and infinities are undefined, too. */
export function readDouble(text: string): number | undefined {
  const trimmed = trimJavaSpace(text);
  if (trimmed.length > 1024) return undefined;
  const value = decimal.test(trimmed) ? Number(trimmed.replace(/[fFdD]$/, '')) : readHexadecimal(trimmed);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

function readHexadecimal(text: string): number | undefined {
  const [, sign, whole = '', fraction = '', exponent] = hexadecimal.exec(text) ?? [];
  if (exponent === undefined || whole + fraction === '') return undefined;
  const mantissa = Number.parseInt(whole + fraction, 16) / 16 ** fraction.length;
  return (sign === '-' ? -1 : 1) * mantissa * 2 ** Number(exponent);
}

/** The number with the fewest digits that is the same in 32 bits; undefined beyond the largest one. */
export function readFloat(text: string): number | undefined {
  const value = readDouble(text);
  if (value === undefined) return undefined;
  const single = Math.fround(value);
  if (!Number.isFinite(single)) return undefined;
  if (single === value) return value;
  for (let digits = 6; digits <= 9; digits++) {
    const shorter = Number(single.toPrecision(digits));
    if (Math.fround(shorter) === single) return shorter;
  }
  return single;
}
