/** Reads the numbers of dates, with the widths and signs of java.time. */

import { type DateField, type DateFields, fieldRanges } from './date-fields.ts';

/** Reads one part at a position; the position after it, or -1. */
export type PartReader = (text: string, at: number, fields: DateFields) => number;

interface NumberShape {
  readonly field: DateField;
  readonly minimum: number;
  readonly maximum: number;
  readonly isSigned: boolean;
  /** More digits than the minimum need a plus sign. */
  readonly needsPlus: boolean;
}

const numeric: Readonly<Record<string, DateField>> = {
  u: 'year',
  y: 'yearOfEra',
  Y: 'weekYear',
  Q: 'quarter',
  q: 'quarter',
  M: 'month',
  L: 'month',
  w: 'week',
  d: 'day',
  D: 'dayOfYear',
  e: 'weekday',
  H: 'hour',
  k: 'clockHour',
  K: 'halfDayHour',
  h: 'clockHalfDayHour',
  m: 'minute',
  s: 'second',
  n: 'nanos',
  A: 'milliOfDay',
  N: 'nanoOfDay',
};

export function numberShape(letter: string, count: number): NumberShape | undefined {
  const field = numeric[letter];
  if (field === undefined || ('ML'.includes(letter) && count > 2)) return undefined;
  const rest = { field, minimum: count, isSigned: false, needsPlus: false };
  if ('uyY'.includes(letter))
    return { ...rest, maximum: count === 2 ? 2 : 15, isSigned: count !== 2, needsPlus: count > 3 };
  if ('nAN'.includes(letter)) return { ...rest, maximum: 15 };
  if (letter === 'D' && count > 1) return { ...rest, maximum: 3 };
  return count === 1 ? { ...rest, maximum: 15, isSigned: true } : { ...rest, maximum: count };
}

/** The number of a fixed count of digits; -1 unless all are there. */
export function readDigits(text: string, at: number, count: number): number {
  let value = 0;
  for (let position = at; position < at + count; position++) {
    const digit = text.charCodeAt(position) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** The usual offset, `+0200`, in seconds. Undefined for everything else. */
export function readPlainOffset(text: string, at: number): number | undefined {
  const sign = text[at];
  const digits = readDigits(text, at + 1, 4);
  const minutes = digits % 100;
  if ((sign !== '+' && sign !== '-') || digits === -1 || digits > 1800 || minutes > 59) return undefined;
  const offset = ((digits - minutes) / 100) * 3600 + minutes * 60;
  return sign === '-' ? -offset : offset;
}

/** Digits without a sign: the usual case, and much faster. */
function fixedReader(shape: NumberShape, base: number): PartReader {
  const { field, minimum } = shape;
  const [lowest, highest] = fieldRanges[field] ?? [-999_999_999, 999_999_999];
  return (text, at, fields) => {
    const digits = readDigits(text, at, minimum);
    const value = digits + base;
    if (digits === -1 || value < lowest || value > highest) return -1;
    if (fields[field] !== undefined && fields[field] !== value) return -1;
    fields[field] = value;
    return at + minimum;
  };
}

export function numberReader(shape: NumberShape, reserve: number, base: number): PartReader {
  const read = variableReader(shape, reserve, base);
  if (shape.minimum === shape.maximum) return fixedReader(shape, base);
  if (!shape.needsPlus) return read;
  // Most years have four digits, no sign, and something else behind them.
  const fixed = fixedReader(shape, base);
  return (text, at, fields) => {
    const next = text.charCodeAt(at + shape.minimum);
    const isFixed = text.charCodeAt(at) >= 48 && !(next >= 48 && next <= 57);
    return isFixed ? fixed(text, at, fields) : read(text, at, fields);
  };
}

function variableReader(shape: NumberShape, reserve: number, base: number): PartReader {
  const { field, minimum, isSigned, needsPlus } = shape;
  const [lowest, highest] = fieldRanges[field] ?? [-999_999_999, 999_999_999];
  return (text, at, fields) => {
    const character = text[at];
    const sign = isSigned && (character === '-' || (character === '+' && needsPlus)) ? character : '';
    const start = at + sign.length;
    const digits = digitsOf(shape, countDigits(text, start), reserve);
    const isPadded = digits > minimum === (sign === '+');
    if (digits < minimum || (needsPlus && sign !== '-' && !isPadded)) return -1;
    const size = Number(text.slice(start, start + digits)) + base;
    const value = sign === '-' ? -size : size;
    const old = fields[field];
    if (value < lowest || value > highest || (old !== undefined && old !== value)) return -1;
    fields[field] = value;
    return start + digits;
  };
}

/** How many of the digits belong to the number. */
function digitsOf({ minimum, maximum }: NumberShape, available: number, reserve: number): number {
  if (maximum === minimum) return Math.min(available, maximum);
  return Math.min(available, Math.max(minimum, Math.min(maximum, available - reserve)));
}

export function countDigits(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57 && end - at < 19) end++;
  return end - at;
}
