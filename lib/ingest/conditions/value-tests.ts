/** How a clause of a condition compares with a value. A record has no types, so the value determines the comparison. */

import { compareNumbers, exactNumberOf } from '../../headwater/shared/json/long-integers.ts';
import {
  adjacentWords,
  foldedPrefix,
  foldedTerm,
  matchesWhole,
  type Predicate,
  type TextMatch,
} from '../../headwater/shared/query/evaluate.ts';
import { fold, wordsOf } from '../../headwater/shared/query/fold.ts';
import { type Period, periodOfDate } from '../../headwater/shared/query/period.ts';
import type { Bound, Bounds, Lexeme } from '../../headwater/shared/query/query-parser.ts';
import { invalidQuery } from '../../headwater/shared/query/scanner.ts';
import { InvalidPattern } from '../base/definition.ts';
import type { RecordValue } from '../base/record.ts';
import { type NetworkTest, networkOf } from '../text/ip-address.ts';
import { compileJavaRegex } from '../text/regex.ts';

/** Whether a value that is not null matches. The context is the meaning of `now` in a date, in milliseconds since 1970. */
export type ValueTest = Predicate<RecordValue, number>;

/**
 * Numbers are equal, dates are in the period, and texts are equal but for letter case. A text with white space also
 * matches by its words; without a field, every text does.
 */
export function termTest(written: Lexeme, hasField: boolean): ValueTest {
  const term = foldedTerm(written);
  const matchesText = textTest(term, hasField);
  const number = exactNumberOf(written.text);
  const period = periodReader(written.text);
  const isInNetwork = networkTest(written);
  return (value, now) => {
    if (isNumber(value)) return number !== undefined && compareNumbers(value, number) === 0;
    if (typeof value === 'boolean') return String(value) === term.value;
    if (typeof value !== 'string') return false;
    if (matchesText(value) || isInNetwork?.(value)) return true;
    const wanted = period(now);
    return wanted !== undefined && compareTime(timeOf(value), wanted) === 0;
  };
}

export function prefixTest(written: Lexeme, hasField: boolean): ValueTest {
  const matchesText = textTest(foldedPrefix(written, 1), hasField);
  return (value) => typeof value !== 'object' && matchesText(String(value));
}

function textTest(match: TextMatch, hasField: boolean): (text: string) => boolean {
  const hasWords = adjacentWords(match);
  return (text) => {
    const own = fold(text);
    return matchesWhole(match, own) || ((!hasField || /\s/.test(own)) && hasWords(wordsOf(own)));
  };
}

/** Texts are equal to the last character; a number or a boolean equals its text. */
export function exactTest(text: string): ValueTest {
  const number = exactNumberOf(text);
  return (value) => {
    if (isNumber(value)) return number !== undefined && compareNumbers(value, number) === 0;
    return typeof value !== 'object' && String(value) === text;
  };
}

export function exactPrefixTest(text: string): ValueTest {
  return (value) => typeof value !== 'object' && String(value).startsWith(text);
}

/** @throws InvalidQuery if the pattern is not one of Java, or has what is not supported. */
export function regexTest({ text, at }: Lexeme, flags: string): ValueTest {
  try {
    const { regex } = compileJavaRegex(text, flags);
    return (value) => typeof value !== 'object' && regex.test(String(value));
  } catch (cause) {
    if (!(cause instanceof InvalidPattern)) throw cause;
    throw invalidQuery(at, 'Expected a regular expression', `this one ${cause.message}`);
  }
}

/** Undefined for a text that is not the notation of a network (CIDR). */
function networkTest({ text, at }: Lexeme): NetworkTest | undefined {
  const network = networkOf(text);
  if (typeof network !== 'object') return network;
  throw invalidQuery(at, `Expected a network with 0 to ${network.maxBits} bits after the /`);
}

/** Numbers compare as numbers, dates as dates, and other texts by their characters. */
export function rangeTest(bounds: Bounds): ValueTest {
  const above = bounds.lower && boundTest(bounds.lower, 1);
  const below = bounds.upper && boundTest(bounds.upper, -1);
  return (value, now) => (!above || above(value, now)) && (!below || below(value, now));
}

/** @param direction 1 for values above the bound, -1 for those below. */
function boundTest({ text, isInclusive }: Bound, direction: 1 | -1): ValueTest {
  const number = exactNumberOf(text);
  const folded = fold(text);
  const period = periodReader(text);
  const holds = (difference: number) => (isInclusive && difference === 0) || difference * direction > 0;
  return (value, now) => {
    const own = numberIn(value);
    if (own !== undefined && number !== undefined) return holds(compareNumbers(own, number));
    if (typeof value !== 'string') return false;
    const bound = period(now);
    if (bound) return holds(compareTime(timeOf(value), bound));
    return number === undefined && holds(compareTexts(fold(value), folded));
  };
}

/** How two values of a record compare. */
export const comparisons = {
  '=': areEqual,
  '>=': (one: RecordValue, other: RecordValue) => orderOf(one, other) >= 0,
  '<=': (one: RecordValue, other: RecordValue) => orderOf(one, other) <= 0,
  '>': (one: RecordValue, other: RecordValue) => orderOf(one, other) > 0,
  '<': (one: RecordValue, other: RecordValue) => orderOf(one, other) < 0,
};

/** As in `exactTest`. */
function areEqual(one: RecordValue, other: RecordValue): boolean {
  if (typeof one === 'object' || typeof other === 'object') return false;
  return isNumber(one) && isNumber(other) ? compareNumbers(one, other) === 0 : String(one) === String(other);
}

function isNumber(value: RecordValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** As in `boundTest`; NaN for values without an order. */
function orderOf(one: RecordValue, other: RecordValue): number {
  const [number, otherNumber] = [numberIn(one), numberIn(other)];
  if (number !== undefined && otherNumber !== undefined) return compareNumbers(number, otherNumber);
  if (typeof one !== 'string' || typeof other !== 'string') return Number.NaN;
  const [time, otherTime] = [timeOf(one), timeOf(other)];
  if (time !== undefined && otherTime !== undefined) return time - otherTime;
  return number === undefined && otherNumber === undefined
    ? compareTexts(fold(one), fold(other))
    : Number.NaN;
}

/** Returns 0 within the period, NaN for a text that is not a date. */
function compareTime(time: number | undefined, { start, end }: Period): number {
  if (time === undefined) return Number.NaN;
  return time < start ? -1 : time < end ? 0 : 1;
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The number that a value is, or that its text denotes. */
function numberIn(value: RecordValue): number | bigint | undefined {
  if (typeof value === 'string') return exactNumberOf(value);
  return isNumber(value) ? value : undefined;
}

/** `now` changes from run to run, but not from value to value. */
function periodReader(text: string): (now: number) => Period | undefined {
  let known: { readonly now: number; readonly period: Period | undefined } | undefined;
  const isRelative = text.startsWith('now');
  return (now) => {
    const used = isRelative ? now : 0;
    if (known?.now !== used) known = { now: used, period: periodOfDate(text, used) };
    return known.period;
  };
}

function timeOf(text: string): number | undefined {
  return /^\d{4}-/.test(text) ? periodOfDate(text.replace(/(\.\d{3})\d+/, '$1'), 0)?.start : undefined;
}
