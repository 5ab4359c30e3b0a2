/** Parses the query language (docs/query.md) by recursive descent. */

import { ClauseReader, type QueryContext } from './clause-reader.ts';
import type { NamedField } from './clauses.ts';
import { invalidQuery } from './invalid-query.ts';
import { Scanner } from './scanner.ts';
import type { Combination, Query } from './syntax-tree.ts';

const maxCharacters = 512;
const maxDepth = 5;

/**
 * Parses a query. A blank text is undefined and matches everything.
 *
 * @throws ServiceError invalid_query with the member `offset`.
 * @example parseQuery('tags:Web', { fields: sourceIndex.fields, now: Date.now() })
 *   // { kind: 'term', field: 'tags', offset: 0, value: 'web', words: ['web'] }
 */
export function parseQuery(text: string, context: QueryContext): Query | undefined {
  const scanner = new Scanner(text);
  if (scanner.length > maxCharacters)
    throw invalidQuery(maxCharacters, `Expected the end, after ${maxCharacters} characters,`);
  return text.trim() === '' ? undefined : new Parser(scanner, new ClauseReader(scanner, context)).parse();
}

class Parser {
  readonly #scanner: Scanner;
  readonly #clauses: ClauseReader;
  #depth = 0;

  constructor(scanner: Scanner, clauses: ClauseReader) {
    this.#scanner = scanner;
    this.#clauses = clauses;
  }

  parse(): Query {
    const query = this.#disjunction(undefined);
    if (this.#scanner.next !== '') throw invalidQuery(this.#scanner.at, 'Expected a ( before the )');
    return query;
  }

  /** @param field Named before the parentheses that this is in: all clauses are about it. */
  #disjunction(field: NamedField | undefined): Query {
    const branches = [this.#conjunction(field)];
    while (this.#takeOperator('OR', '||')) branches.push(this.#conjunction(field));
    return combine('or', branches);
  }

  #conjunction(field: NamedField | undefined): Query {
    const operands = [this.#negation(field)];
    while (this.#takeOperator('AND', '&&') || this.#hasOperand()) operands.push(this.#negation(field));
    return combine('and', operands);
  }

  #takeOperator(keyword: string, symbol: string): boolean {
    this.#scanner.skipSpace();
    return this.#scanner.takeKeyword(keyword) || this.#scanner.take(symbol);
  }

  /** White space means AND when another operand follows it. */
  #hasOperand(): boolean {
    const scanner = this.#scanner;
    if (['', ')'].includes(scanner.next) || scanner.hasKeyword('OR') || scanner.has('||')) return false;
    scanner.refuseUnsupported();
    if (!scanner.isAfterSpace) throw invalidQuery(scanner.at, 'Expected white space, AND or OR');
    return true;
  }

  #negation(field: NamedField | undefined): Query {
    let isNegated = false;
    while (this.#takeNot()) isNegated = !isNegated;
    const query = this.#operand(field);
    if (!isNegated) return query;
    return query.kind === 'not' ? query.of : { kind: 'not', of: query };
  }

  #takeNot(): boolean {
    const scanner = this.#scanner;
    scanner.skipSpace();
    if (scanner.takeKeyword('NOT')) return true;
    const symbol = scanner.next;
    if (!scanner.take('-') && !scanner.take('!')) return false;
    if (scanner.isBeforeSpace)
      throw invalidQuery(scanner.at, `Expected a word, a field or ( right after ${symbol}`);
    return true;
  }

  #operand(outer: NamedField | undefined): Query {
    const scanner = this.#scanner;
    scanner.skipSpace();
    const offset = scanner.at;
    const field = outer ?? this.#clauses.takeField();
    scanner.skipSpace();
    if (scanner.next === '(') return this.#group(field);
    return this.#clauses.clause(field ? { field, offset } : { offset });
  }

  #group(field: NamedField | undefined): Query {
    const scanner = this.#scanner;
    if (++this.#depth > maxDepth)
      throw invalidQuery(scanner.at, `Expected at most ${maxDepth} parentheses within each other`);
    scanner.take('(');
    const query = this.#disjunction(field);
    if (!scanner.take(')')) throw invalidQuery(scanner.at, 'Expected )');
    this.#depth--;
    return query;
  }
}

/** A single query stays as it is. A combination of the same kind is flattened. */
function combine(kind: Combination['kind'], queries: readonly Query[]): Query {
  const of = queries.flatMap((query) => (query.kind === kind ? query.of : [query]));
  return of.length === 1 && of[0] ? of[0] : { kind, of };
}
