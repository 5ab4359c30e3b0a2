/** The tests of a clause on one value: a record has no types, so the value decides how it compares. */

import { adjacentWords } from '../../../data/search/query/adjacent-words.ts';
import type { Bound, Bounds } from '../../../data/search/query/clause-text.ts';
import { fold, foldPrefix, wordsOf, wordsOfPrefix } from '../../../data/search/query/fold.ts';
import { type Period, periodOfDate } from '../../../data/search/query/period.ts';
import { compareNumbers, hasTooManyDigits } from '../../../shared/json/long-integers.ts';
import { isLongInteger } from '../../../shared/json/lossless-json.ts';
import type { RecordValue } from '../base/record.ts';

/** @param now In milliseconds since 1970; the meaning of `now` in a date. */
export type ValueTest = (value: RecordValue, now: number) => boolean;

export const matchesExisting: ValueTest = (value) => value !== null;

/** Numbers are equal; texts are equal, or contain the words next to each other. */
export function termTest(text: string): ValueTest {
  const folded = fold(text);
  const hasWords = adjacentWords({ words: wordsOf(folded), lastIsPrefix: false });
  const number = exactNumberOf(text);
  const period = periodReader(text);
  return (value, now) => {
    if (typeof value === 'number' || typeof value === 'bigint')
      return number !== undefined && compareNumbers(value, number) === 0;
    if (typeof value === 'boolean') return String(value) === folded;
    if (typeof value !== 'string') return false;
    const own = fold(value);
    if (own === folded || hasWords(wordsOf(own))) return true;
    const wanted = period(now);
    const time = wanted && timeOf(value);
    return wanted !== undefined && time !== undefined && wanted.start <= time && time < wanted.end;
  };
}

export function prefixTest(text: string): ValueTest {
  const folded = foldPrefix(text);
  const hasWords = adjacentWords({ words: wordsOfPrefix(folded), lastIsPrefix: true });
  return (value) => {
    if (typeof value === 'object') return false;
    const own = fold(String(value));
    return own.startsWith(folded) || hasWords(wordsOf(own));
  };
}

/** Numbers compare as numbers, dates as dates, and other texts by their characters. */
export function rangeTest(bounds: Bounds): ValueTest {
  const above = bounds.lower && boundTest(bounds.lower, 1);
  const below = bounds.upper && boundTest(bounds.upper, -1);
  if (!above && !below) return matchesExisting;
  return (value, now) => (!above || above(value, now)) && (!below || below(value, now));
}

/** @param direction 1 for values above the bound, -1 for those below. */
function boundTest({ text, isInclusive }: Bound, direction: 1 | -1): ValueTest {
  const number = exactNumberOf(text);
  const folded = fold(text);
  const period = periodReader(text);
  const holds = (difference: number) => (isInclusive && difference === 0) || difference * direction > 0;
  return (value, now) => {
    const own = typeof value === 'string' ? exactNumberOf(value) : value;
    if ((typeof own === 'number' || typeof own === 'bigint') && number !== undefined)
      return holds(compareNumbers(own, number));
    if (typeof value !== 'string') return false;
    const bound = period(now);
    if (bound) return holds(compareTime(timeOf(value), bound));
    return number === undefined && holds(compareTexts(fold(value), folded));
  };
}

/** Returns 0 within the period, NaN for a text that is not a date. */
function compareTime(time: number | undefined, { start, end }: Period): number {
  if (time === undefined) return Number.NaN;
  return time < start ? -1 : time < end ? 0 : 1;
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function exactNumberOf(text: string): number | bigint | undefined {
  const number = numberOf(text);
  if (number === undefined || !isLongInteger(number, text) || hasTooManyDigits(text)) return number;
  return BigInt(text);
}

function numberOf(text: string): number | undefined {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;
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
