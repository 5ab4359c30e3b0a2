/** Compiles `if`: a query of docs/query.md about the fields of a record. */

import { ServiceError } from '../../errors.ts';
import { invalidQuery } from '../../search/query/invalid-query.ts';
import { Scanner } from '../../search/query/scanner.ts';
import { InvalidOption } from '../base/definition.ts';
import { type FieldPath, findPath } from '../base/field-path.ts';
import type { DataRecord, RecordValue } from '../base/record.ts';
import {
  matchesExisting,
  prefixTest,
  rangeTest,
  termTest,
  type ValueBound,
  type ValueTest,
} from './value-tests.ts';

export type Condition = (record: DataRecord, now: number) => boolean;

const maxCharacters = 512;
const maxClauses = 16;
const maxDepth = 5;
const comparisons = ['>=', '<=', '>', '<'];

/**
 * A query about any field. Values decide how they compare: numbers, dates, words.
 *
 * @throws InvalidOption with what is expected and where.
 */
export function compileCondition(text: string): Condition {
  try {
    return new ConditionParser(text).parse();
  } catch (cause) {
    if (cause instanceof ServiceError) throw new InvalidOption('if', `is not a query: ${cause.message}`);
    throw cause;
  }
}

class ConditionParser {
  readonly #scanner: Scanner;
  #clauses = 0;
  #depth = 0;

  constructor(text: string) {
    this.#scanner = new Scanner(text);
    if (this.#scanner.length > maxCharacters)
      throw invalidQuery(maxCharacters, `Expected the end, after ${maxCharacters} characters,`);
  }

  parse(): Condition {
    this.#scanner.skipSpace();
    if (this.#scanner.next === '') throw invalidQuery(0, 'Expected a word, a field or (');
    const condition = this.#disjunction(undefined);
    if (this.#scanner.next !== '') throw invalidQuery(this.#scanner.at, 'Expected a ( before the )');
    return condition;
  }

  #disjunction(field: FieldPath | undefined): Condition {
    const branches = [this.#conjunction(field)];
    while (this.#takeOperator('OR', '||')) branches.push(this.#conjunction(field));
    return branches.reduce((a, b) => (record, now) => a(record, now) || b(record, now));
  }

  #conjunction(field: FieldPath | undefined): Condition {
    const operands = [this.#negation(field)];
    while (this.#takeOperator('AND', '&&') || this.#hasOperand()) operands.push(this.#negation(field));
    return operands.reduce((a, b) => (record, now) => a(record, now) && b(record, now));
  }

  #takeOperator(keyword: string, symbol: string): boolean {
    this.#scanner.skipSpace();
    return this.#scanner.takeKeyword(keyword) || this.#scanner.take(symbol);
  }

  #hasOperand(): boolean {
    const scanner = this.#scanner;
    if (['', ')'].includes(scanner.next) || scanner.hasKeyword('OR') || scanner.has('||')) return false;
    if (!scanner.isAfterSpace) throw invalidQuery(scanner.at, 'Expected white space, AND or OR');
    return true;
  }

  #negation(field: FieldPath | undefined): Condition {
    this.#scanner.skipSpace();
    const isNegated = this.#scanner.takeKeyword('NOT') || this.#scanner.take('-') || this.#scanner.take('!');
    if (!isNegated) return this.#operand(field);
    const inner = this.#negation(field);
    return (record, now) => !inner(record, now);
  }

  #operand(outer: FieldPath | undefined): Condition {
    const scanner = this.#scanner;
    scanner.skipSpace();
    const field = outer ?? this.#takeField();
    scanner.skipSpace();
    if (scanner.next === '(') return this.#group(field);
    if (++this.#clauses > maxClauses)
      throw invalidQuery(scanner.at, `Expected the end, after ${maxClauses} clauses,`);
    return compileClause(field, this.#test(field));
  }

  #takeField(): FieldPath | undefined {
    const scanner = this.#scanner;
    const { at } = scanner;
    if (scanner.next === '"') return undefined;
    const { text } = scanner.word({ isValue: false });
    scanner.skipSpace();
    if (!scanner.take(':')) {
      scanner.at = at;
      return undefined;
    }
    const path = findPath(text);
    if (typeof path === 'string')
      throw invalidQuery(at, 'Expected the path of a field before the colon', path);
    return path;
  }

  #group(field: FieldPath | undefined): Condition {
    const scanner = this.#scanner;
    if (++this.#depth > maxDepth)
      throw invalidQuery(scanner.at, `Expected at most ${maxDepth} parentheses within each other`);
    scanner.take('(');
    const condition = this.#disjunction(field);
    if (!scanner.take(')')) throw invalidQuery(scanner.at, 'Expected )');
    this.#depth--;
    return condition;
  }

  #test(field: FieldPath | undefined): ValueTest {
    const scanner = this.#scanner;
    if (scanner.take('"')) return termTest(scanner.phrase());
    if (scanner.next === '[' || scanner.next === '{') return this.#range();
    const symbol = comparisons.find((comparison) => scanner.has(comparison));
    if (symbol !== undefined) return this.#comparison(symbol);
    const { at } = scanner;
    const { text, isPrefix } = scanner.word({ isValue: field !== undefined });
    if (isPrefix && text === '') return matchesExisting;
    if (text.trim() === '') throw invalidQuery(at, 'Expected a word, a field or (');
    if (isPrefix && [...text].length < 2) throw invalidQuery(at, 'Expected at least 2 characters before *');
    return isPrefix ? prefixTest(text) : termTest(text);
  }

  #comparison(symbol: string): ValueTest {
    this.#scanner.take(symbol);
    const bound = this.#bound(symbol.endsWith('='));
    return rangeTest(symbol.startsWith('>') ? { lower: bound } : { upper: bound });
  }

  #range(): ValueTest {
    const scanner = this.#scanner;
    const lower = this.#bound(scanner.take('[') || !scanner.take('{'));
    scanner.skipSpace();
    if (!scanner.takeKeyword('TO')) throw invalidQuery(scanner.at, 'Expected TO');
    const upper = this.#bound(true);
    scanner.skipSpace();
    const isInclusive = scanner.take(']');
    if (!isInclusive && !scanner.take('}')) throw invalidQuery(scanner.at, 'Expected ] or }');
    return rangeTest({ lower, upper: upper && { ...upper, isInclusive } });
  }

  #bound(isInclusive: boolean): ValueBound | undefined {
    const scanner = this.#scanner;
    scanner.skipSpace();
    const { at } = scanner;
    if (scanner.take('"')) return { text: scanner.phrase(), isInclusive };
    const { text, isPrefix } = scanner.word({ isValue: true });
    if (isPrefix && text === '') return undefined;
    if (isPrefix || text === '') throw invalidQuery(at, 'Expected a value or * alone');
    return { text, isInclusive };
  }
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
