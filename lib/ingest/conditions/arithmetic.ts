/** Arithmetic on the numbers of records. Integers compute exactly, beyond 2^53 as well. */

import { maxDigits } from '../../headwater/shared/json/long-integers.ts';
import type { FailureCode } from '../base/failure.ts';
import { kindInWords, type RecordValue } from '../base/record.ts';

export type Operator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '>=' | '<=' | '>' | '<';

/** A value with which an expression cannot compute. */
export class ExpressionFailure extends Error {
  readonly code: FailureCode;
  readonly value: RecordValue;

  /** @param message A sentence without its period. */
  constructor(code: FailureCode, message: string, value: RecordValue) {
    super(message);
    this.code = code;
    this.value = value;
  }
}

type Exact = (one: bigint, other: bigint) => bigint;
type Inexact = (one: number, other: number) => number;

export const arithmetic = {
  '+': computing(
    '+',
    (one, other) => one + other,
    (one, other) => one + other,
  ),
  '-': computing(
    '-',
    (one, other) => one - other,
    (one, other) => one - other,
  ),
  '*': computing(
    '*',
    (one, other) => one * other,
    (one, other) => one * other,
  ),
  '/': (one: RecordValue, other: RecordValue) => divide(operandOf(one, '/'), operandOf(other, '/')),
  '%': computing(
    '%',
    (one, other) => (other === 0n ? refuse('%') : one % other),
    (one, other) => one % other,
  ),
};

function computing(symbol: string, exact: Exact, inexact: Inexact) {
  return (one: RecordValue, other: RecordValue): number | bigint => {
    const [a, b] = [operandOf(one, symbol), operandOf(other, symbol)];
    if (typeof a === 'number' && typeof b === 'number') {
      const result = inexact(a, b);
      if (!Number.isSafeInteger(result) && Number.isSafeInteger(a) && Number.isSafeInteger(b))
        return normalized(exact(BigInt(a), BigInt(b)));
      return finite(symbol, result);
    }
    if (isExact(a) && isExact(b)) return normalized(exact(BigInt(a), BigInt(b)));
    return finite(symbol, inexact(Number(a), Number(b)));
  };
}

/** The quotient of integers is exact if it is an integer, otherwise the nearest double. */
function divide(one: number | bigint, other: number | bigint): number | bigint {
  if (typeof one === 'number' && typeof other === 'number') return finite('/', one / other);
  if (!isExact(one) || !isExact(other)) return finite('/', Number(one) / Number(other));
  const [dividend, divisor] = [BigInt(one), BigInt(other)];
  if (divisor === 0n) return refuse('/');
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  return rest === 0n ? normalized(quotient) : finite('/', Number(quotient) + fraction(rest, divisor));
}

/** Less than 1. Both parts may be beyond the largest double. */
function fraction(rest: bigint, divisor: bigint): number {
  const surplus = BigInt(Math.max(0, divisor.toString(2).length - 1_000));
  return Number(rest >> surplus) / Number(divisor >> surplus);
}

function isExact(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

/** @throws ExpressionFailure for another value. */
export function operandOf(value: RecordValue, symbol: string): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  const hint = typeof value === 'string' ? '; number(…) converts a text, and concat(…) joins texts' : '';
  throw new ExpressionFailure(
    'wrong_type',
    `The values of ${symbol} must be numbers, not ${kindInWords(value)}${hint}`,
    value,
  );
}

/** JSON has no infinite numbers, and no -0 that differs from 0. */
export function finite(symbol: string, value: number): number {
  return Number.isFinite(value) ? value + 0 : refuse(symbol);
}

function refuse(symbol: string): never {
  throw new ExpressionFailure('not_convertible', `The result of ${symbol} is not a finite number`, null);
}

const largest = 10n ** BigInt(maxDigits);

/** A bigint only beyond 2^53. @throws ExpressionFailure for more digits than a record may have. */
export function normalized(value: bigint): number | bigint {
  if (value >= largest || value <= -largest)
    throw new ExpressionFailure('not_convertible', `The result has more than ${maxDigits} digits`, null);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
