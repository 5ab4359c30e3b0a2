/**
 * Compiles `if`: a query of docs/query.md about the fields of a record. A record has no types, so the value
 * decides how it compares.
 */

import {
  adjacentWords,
  combine,
  foldedPrefix,
  foldedTerm,
  matchesWhole,
  negate,
  type Predicate,
  type TextMatch,
} from '../../../data/search/query/evaluate.ts';
import { fold, wordsOf } from '../../../data/search/query/fold.ts';
import { type Period, periodOfDate } from '../../../data/search/query/period.ts';
import {
  type Bound,
  type Bounds,
  expectedValue,
  type Lexeme,
  parseWith,
  type QueryLanguage,
} from '../../../data/search/query/query-parser.ts';
import { invalidQuery, Scanner } from '../../../data/search/query/scanner.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { compareNumbers, hasTooManyDigits } from '../../../shared/json/long-integers.ts';
import { isLongInteger } from '../../../shared/json/lossless-json.ts';
import { InvalidOption } from '../base/definition.ts';
import { type FieldPath, findPath } from '../base/field-path.ts';
import type { DataRecord, RecordValue } from '../base/record.ts';

/** The context is the meaning of `now` in a date, in milliseconds since 1970. */
export type Condition = Predicate<DataRecord, number>;

type ValueTest = Predicate<RecordValue, number>;

/**
 * A query about any field. Values decide how they compare: numbers, dates, words.
 *
 * @throws InvalidOption with what is expected and where.
 */
export function compileCondition(text: string): Condition {
  try {
    return compileQuery(text);
  } catch (cause) {
    if (cause instanceof ServiceError) throw new InvalidOption('if', `is not a query: ${cause.message}`);
    throw cause;
  }
}

/**
 * A query about records that no index has.
 *
 * @throws ServiceError invalid_query with what is expected and where.
 * @example compileQuery('type:long')({ path: 'a', type: 'long' }, Date.now()) // true
 */
export function compileQuery(text: string): Condition {
  const condition = parseWith(new Scanner(text), language);
  if (!condition) throw invalidQuery(0, expectedValue(undefined));
  return condition;
}

const language: QueryLanguage<FieldPath, Condition> = {
  field: fieldOf,
  term: ({ field }, written) => compileClause(field, termTest(written)),
  prefix: ({ field }, written) => compileClause(field, prefixTest(written)),
  range: ({ field }, _at, take) => compileClause(field, rangeTest(take())),
  exists: ({ field }) => (field ? compileClause(field, () => true) : () => true),
  combine,
  negate,
};

function fieldOf({ text, at }: Lexeme): FieldPath {
  const path = findPath(text);
  if (typeof path === 'string') throw invalidQuery(at, 'Expected the path of a field before the colon', path);
  return path;
}

/** Without a field, any value of the record may match. */
function compileClause(field: FieldPath | undefined, test: ValueTest): Condition {
  if (!field) return (record, now) => anyValue(record, test, now);
  return (record, now) => {
    const value = field.get(record);
    return value !== undefined && value !== null && anyItem(value, test, now);
  };
}

function anyItem(value: RecordValue, test: ValueTest, now: number): boolean {
  return Array.isArray(value) ? value.some((item) => item !== null && test(item, now)) : test(value, now);
}

function anyValue(value: RecordValue, test: ValueTest, now: number): boolean {
  if (value === null) return false;
  if (typeof value !== 'object') return test(value, now);
  const inner = Array.isArray(value) ? value : Object.values(value);
  return inner.some((item) => item !== undefined && anyValue(item, test, now));
}

/** Numbers are equal; texts are equal, or contain the words next to each other; dates are in the period. */
function termTest(written: Lexeme): ValueTest {
  const term = foldedTerm(written);
  const matchesText = textTest(term);
  const number = exactNumberOf(written.text);
  const period = periodReader(written.text);
  return (value, now) => {
    if (typeof value === 'number' || typeof value === 'bigint')
      return number !== undefined && compareNumbers(value, number) === 0;
    if (typeof value === 'boolean') return String(value) === term.value;
    if (typeof value !== 'string') return false;
    if (matchesText(value)) return true;
    const wanted = period(now);
    return wanted !== undefined && compareTime(timeOf(value), wanted) === 0;
  };
}

function prefixTest(written: Lexeme): ValueTest {
  const matchesText = textTest(foldedPrefix(written));
  return (value) => typeof value !== 'object' && matchesText(String(value));
}

function textTest(match: TextMatch): (text: string) => boolean {
  const hasWords = adjacentWords(match);
  return (text) => {
    const own = fold(text);
    return matchesWhole(match, own) || hasWords(wordsOf(own));
  };
}

/** Numbers compare as numbers, dates as dates, and other texts by their characters. */
function rangeTest(bounds: Bounds): ValueTest {
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
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return isLongInteger(number, text) && !hasTooManyDigits(text) ? BigInt(text) : number;
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
