/** The functions of expressions. The time of each grows with its values alone. */

import { exactNumberOf } from '../../headwater/shared/json/long-integers.ts';
import { periodOfDate } from '../../headwater/shared/query/period.ts';
import { isRecord, kindInWords, type RecordValue, textOf } from '../base/record.ts';
import { decodeInteger, longLimit, readDouble } from '../text/numbers.ts';
import { ExpressionFailure, finite, normalized, operandOf } from './arithmetic.ts';

/** What an expression knows of the run. */
export interface Evaluation {
  /** In milliseconds since 1970. */
  readonly now: number;
  /** The largest text that is useful, in characters. */
  readonly maxSize: number;
}

interface ExpressionFunction {
  readonly min: number;
  readonly max: number;
  /** The values may be absent or null; for other functions such a value makes the result absent. */
  readonly takesAbsent?: true;
  readonly apply: (
    values: readonly (RecordValue | undefined)[],
    context: Evaluation,
  ) => RecordValue | undefined;
}

const maxArguments = 64;

function ofNumber(name: string, compute: (value: number) => number): [string, ExpressionFunction] {
  const apply = ([value = null]: readonly (RecordValue | undefined)[]) => {
    const number = operandOf(value, name);
    return typeof number === 'bigint' ? ofInteger(name, number) : finite(name, compute(number));
  };
  return [name, { min: 1, max: 1, apply }];
}

/** An integer is rounded already. */
function ofInteger(name: string, value: bigint): number | bigint {
  return name === 'abs' && value < 0n ? normalized(-value) : value;
}

/** The largest or smallest of the values, or of the values of a list. */
function extreme(
  name: string,
  isBetter: (one: number | bigint, other: number | bigint) => boolean,
): [string, ExpressionFunction] {
  return [
    name,
    {
      min: 1,
      max: maxArguments,
      apply: (values) => {
        let best: number | bigint | undefined;
        for (const value of values.flat() as RecordValue[]) {
          const number = operandOf(value, name);
          if (best === undefined || isBetter(number, best)) best = number;
        }
        return best;
      },
    },
  ];
}

export const functions: ReadonlyMap<string, ExpressionFunction> = new Map<string, ExpressionFunction>([
  [
    'coalesce',
    {
      min: 1,
      max: maxArguments,
      takesAbsent: true,
      apply: (values) => values.find((value) => value !== undefined && value !== null),
    },
  ],
  ['concat', { min: 1, max: maxArguments, apply: concat }],
  ['first', { min: 1, max: 1, apply: ([value]) => (Array.isArray(value) ? value[0] : value) }],
  ['last', { min: 1, max: 1, apply: ([value]) => (Array.isArray(value) ? value.at(-1) : value) }],
  ['length', { min: 1, max: 1, apply: ([value]) => lengthOf(value) }],
  ['number', { min: 1, max: 1, apply: ([value]) => readNumber(value) }],
  ['text', { min: 1, max: 1, apply: ([value = null]) => textOf(value) }],
  ['slice', { min: 2, max: 3, apply: slice }],
  ['round', { min: 1, max: 2, apply: round }],
  ofNumber('floor', Math.floor),
  ofNumber('ceil', Math.ceil),
  ofNumber('abs', Math.abs),
  extreme('min', (one, other) => one < other),
  extreme('max', (one, other) => one > other),
  ['epoch_millis', { min: 1, max: 1, apply: epochMillis }],
]);

export const functionNames: readonly string[] = [...functions.keys()];

/** Stops where the document is too large already. */
function concat(values: readonly (RecordValue | undefined)[], { maxSize }: Evaluation): string {
  let text = '';
  for (const value of values) {
    text += textOf(value ?? null);
    if (text.length > maxSize) break;
  }
  return text;
}

/** The characters of a text, and the values of a list or an object. */
function lengthOf(value: RecordValue | undefined): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.length;
  if (isRecord(value)) return Object.values(value).filter((member) => member !== undefined).length;
  throw wrongKind('length', 'a text, a list or an object', value);
}

function readNumber(value: RecordValue | undefined): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string') throw wrongKind('number', 'a text or a number', value);
  const integer = /^\s*[+-]?\d+\s*$/.test(value) ? exactNumberOf(value.trim()) : undefined;
  const number = integer ?? decodeInteger(value, longLimit) ?? readDouble(value);
  if (number === undefined)
    throw new ExpressionFailure('not_convertible', 'The text in number(…) is not a number', value);
  return number;
}

/** A part of a text or a list; negative positions count from the end. */
function slice([value, ...positions]: readonly (RecordValue | undefined)[]): RecordValue {
  const [start, end] = positions.map((position) => Number(operandOf(position ?? null, 'slice')));
  if (typeof value === 'string') return value.slice(start, end).toWellFormed();
  if (Array.isArray(value)) return value.slice(start, end);
  throw wrongKind('slice', 'a text or a list', value);
}

const maxPlaces = 15;

/** Half a unit is rounded up, as in Java. */
function round([value = null, places = 0]: readonly (RecordValue | undefined)[]): number | bigint {
  const number = operandOf(value, 'round');
  const digits = Number(operandOf(places ?? 0, 'round'));
  if (!Number.isInteger(digits) || digits < 0 || digits > maxPlaces)
    throw new ExpressionFailure('not_convertible', `The places of round must be 0 to ${maxPlaces}`, digits);
  if (typeof number === 'bigint' || Number.isInteger(number)) return number;
  // The text of a number is exact in base 10: 1.005 times 100 is less than 100.5.
  const shifted = Math.round(shiftPoint(number, digits));
  return finite('round', shiftPoint(shifted, -digits));
}

/** @example shiftPoint(1.005, 2) // 100.5 */
function shiftPoint(value: number, places: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

function epochMillis([value]: readonly (RecordValue | undefined)[], { now }: Evaluation): number {
  if (typeof value !== 'string') throw wrongKind('epoch_millis', 'a date of ISO 8601', value);
  // More than three digits of a second are finer than the result.
  const period = periodOfDate(value.replace(/(\.\d{3})\d+/, '$1'), now);
  if (!period)
    throw new ExpressionFailure(
      'invalid_date',
      'The text in epoch_millis(…) is not a date of ISO 8601',
      value,
    );
  return period.start;
}

function wrongKind(name: string, expected: string, value: RecordValue | undefined): ExpressionFailure {
  return new ExpressionFailure(
    'wrong_type',
    `The value of ${name}(…) must be ${expected}, not ${kindInWords(value)}`,
    value ?? null,
  );
}
