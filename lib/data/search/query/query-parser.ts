/**
 * The operators of the query language (docs/query.md), by recursive descent:
 * NOT before AND before OR, and parentheses. The caller decides what a clause is and
 * what the query becomes: a tree or a function.
 */

import { invalidQuery } from './invalid-query.ts';
import type { Scanner } from './scanner.ts';

const maxCharacters = 512;
const maxClauses = 16;
const maxDepth = 5;

/** The position and the field of a clause. */
export interface ClausePlace<Field> {
  /** The clause's offset in the query. */
  readonly offset: number;
  /** Absent for a word without a field. */
  readonly field?: Field;
}

export interface QueryLanguage<Field, Parsed> {
  /** Consumes the name of a field and its colon, if they are next. */
  takeField(): Field | undefined;
  /** Consumes a word, a phrase, a prefix or a range. */
  clause(place: ClausePlace<Field>): Parsed;
  /** @param operands at least one. */
  combine(kind: 'and' | 'or', operands: readonly Parsed[]): Parsed;
  negate(operand: Parsed): Parsed;
}

/**
 * Parses a whole query. A blank one is undefined.
 *
 * @throws ServiceError invalid_query with the member `offset`.
 */
export function parseOperators<Field, Parsed>(
  scanner: Scanner,
  language: QueryLanguage<Field, Parsed>,
): Parsed | undefined {
  if (scanner.length > maxCharacters)
    throw invalidQuery(maxCharacters, `Expected the end, after ${maxCharacters} characters,`);
  scanner.skipSpace();
  return scanner.next === '' ? undefined : new QueryParser(scanner, language).parse();
}

class QueryParser<Field, Parsed> {
  readonly #scanner: Scanner;
  readonly #language: QueryLanguage<Field, Parsed>;
  #clauses = 0;
  #depth = 0;

  constructor(scanner: Scanner, language: QueryLanguage<Field, Parsed>) {
    this.#scanner = scanner;
    this.#language = language;
  }

  parse(): Parsed {
    const query = this.#disjunction(undefined);
    if (this.#scanner.next !== '') throw invalidQuery(this.#scanner.at, 'Expected a ( before the )');
    return query;
  }

  /** @param field The field named before the enclosing parentheses, to which all their clauses apply. */
  #disjunction(field: Field | undefined): Parsed {
    const branches = [this.#conjunction(field)];
    while (this.#takeOperator('OR', '||')) branches.push(this.#conjunction(field));
    return this.#language.combine('or', branches);
  }

  #conjunction(field: Field | undefined): Parsed {
    const operands = [this.#negation(field)];
    while (this.#takeOperator('AND', '&&') || this.#hasOperand()) operands.push(this.#negation(field));
    return this.#language.combine('and', operands);
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

  #negation(field: Field | undefined): Parsed {
    let isNegated = false;
    while (this.#takeNot()) isNegated = !isNegated;
    const operand = this.#operand(field);
    return isNegated ? this.#language.negate(operand) : operand;
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

  #operand(outer: Field | undefined): Parsed {
    const scanner = this.#scanner;
    scanner.skipSpace();
    const offset = scanner.at;
    const field = outer ?? this.#language.takeField();
    scanner.skipSpace();
    if (scanner.next === '(') return this.#group(field);
    if (++this.#clauses > maxClauses)
      throw invalidQuery(offset, `Expected the end, after ${maxClauses} clauses,`);
    return this.#language.clause(field ? { field, offset } : { offset });
  }

  #group(field: Field | undefined): Parsed {
    const scanner = this.#scanner;
    if (++this.#depth > maxDepth)
      throw invalidQuery(scanner.at, `Expected at most ${maxDepth} nested parentheses`);
    scanner.take('(');
    const query = this.#disjunction(field);
    if (!scanner.take(')')) throw invalidQuery(scanner.at, 'Expected )');
    this.#depth--;
    return query;
  }
}
