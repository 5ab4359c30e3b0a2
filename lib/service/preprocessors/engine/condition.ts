/** Compiles `if`: a query of docs/query.md about the fields of a record. */

import {
  expectedValue,
  hasRange,
  minPrefix,
  refuseOperator,
  takeFieldName,
  takeRange,
} from '../../../data/search/query/clause-text.ts';
import { invalidQuery } from '../../../data/search/query/invalid-query.ts';
import { parseOperators } from '../../../data/search/query/query-parser.ts';
import { Scanner } from '../../../data/search/query/scanner.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { InvalidOption } from '../base/definition.ts';
import { type FieldPath, findPath } from '../base/field-path.ts';
import type { DataRecord, RecordValue } from '../base/record.ts';
import { matchesExisting, prefixTest, rangeTest, termTest, type ValueTest } from './value-tests.ts';

export type Condition = (record: DataRecord, now: number) => boolean;

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
  const scanner = new Scanner(text);
  const condition = parseOperators(scanner, {
    takeField: () => takeField(scanner),
    clause: ({ field }): Condition => compileClause(field, takeTest(scanner, field)),
    combine: (kind, operands) => operands.reduce(kind === 'or' ? either : both),
    negate: (operand) => (record, now) => !operand(record, now),
  });
  if (!condition) throw invalidQuery(0, expectedValue(undefined));
  return condition;
}

const either = (one: Condition, other: Condition): Condition => {
  return (record, now) => one(record, now) || other(record, now);
};

const both = (one: Condition, other: Condition): Condition => {
  return (record, now) => one(record, now) && other(record, now);
};

function takeField(scanner: Scanner): FieldPath | undefined {
  const name = takeFieldName(scanner);
  if (!name) return undefined;
  const path = findPath(name.text);
  if (typeof path === 'string')
    throw invalidQuery(name.at, 'Expected the path of a field before the colon', path);
  return path;
}

function takeTest(scanner: Scanner, field: FieldPath | undefined): ValueTest {
  const expected = expectedValue(field?.text);
  const { at } = scanner;
  if (scanner.take('"')) return termTest(scanner.phrase());
  if (hasRange(scanner)) return rangeTest(takeRange(scanner));
  refuseOperator(scanner, expected);
  const { text, isPrefix } = scanner.word({ isValue: field !== undefined });
  if (isPrefix && text === '') return matchesExisting;
  if (text.trim() === '') throw invalidQuery(at, expected);
  if (isPrefix && [...text].length < minPrefix)
    throw invalidQuery(at, `Expected at least ${minPrefix} characters before *`);
  return isPrefix ? prefixTest(text) : termTest(text);
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
