/**
 * The grammar of the query language (docs/headwater/query.md), by recursive descent: NOT before AND before OR,
 * parentheses, and clauses. The caller decides what the fields are and what the query becomes: a tree or a
 * function.
 */

import { invalidQuery, type Scanner } from './scanner.ts';
import { maxClauses } from './syntax-tree.ts';

const maxCharacters = 512;
const maxDepth = 5;
const comparisons = ['>=', '<=', '>', '<'];

/** The position and the field of a clause. */
export interface ClausePlace<Field> {
  /** The clause's offset in the query. */
  readonly offset: number;
  /** Absent for a word without a field. */
  readonly field?: Field;
}

/** A value without its escapes, and its offset. */
export interface Lexeme {
  readonly text: string;
  readonly at: number;
  /** The text of a word before its first unescaped colon. */
  readonly beforeColon?: string | undefined;
}

export interface Bound extends Lexeme {
  readonly isInclusive: boolean;
}

/** An undefined bound is open. */
export interface Bounds {
  readonly lower?: Bound | undefined;
  readonly upper?: Bound | undefined;
}

export interface QueryLanguage<Field extends { readonly text: string }, Parsed> {
  /** @throws InvalidQuery if no field has the name. */
  field(name: Lexeme): Field;
  /** Consumes a clause that only this language has, if one begins here. */
  clause?(place: ClausePlace<Field>, scanner: Scanner): Parsed | undefined;
  /** A word or a phrase. */
  term(place: ClausePlace<Field>, written: Lexeme): Parsed;
  prefix(place: ClausePlace<Field>, written: Lexeme): Parsed;
  /** @param take Consumes the range, which begins at the offset `at`. */
  range(place: ClausePlace<Field>, at: number, take: () => Bounds): Parsed;
  /** `*`: any value. */
  exists(place: ClausePlace<Field>): Parsed;
  /** @param operands at least one. */
  combine(kind: 'and' | 'or', operands: readonly Parsed[]): Parsed;
  negate(operand: Parsed): Parsed;
}

/**
 * Parses a whole query. A blank one is undefined.
 *
 * @throws InvalidQuery
 */
export function parseWith<Field extends { readonly text: string }, Parsed>(
  scanner: Scanner,
  language: QueryLanguage<Field, Parsed>,
): Parsed | undefined {
  if (scanner.length > maxCharacters)
    throw invalidQuery(maxCharacters, `Expected the end, after ${maxCharacters} characters,`);
  scanner.skipSpace();
  return scanner.next === '' ? undefined : new QueryParser(scanner, language).parse();
}

class QueryParser<Field extends { readonly text: string }, Parsed> {
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
    const field = outer ?? (scanner.next === '/' ? undefined : this.#takeField());
    scanner.skipSpace();
    if (scanner.next === '(') return this.#group(field);
    if (++this.#clauses > maxClauses)
      throw invalidQuery(offset, `Expected the end, after ${maxClauses} clauses,`);
    return this.#clause(field ? { field, offset } : { offset });
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

  /** Consumes the name of a field and its colon, if they are next. */
  #takeField(): Field | undefined {
    const scanner = this.#scanner;
    const { at } = scanner;
    const { text, isPrefix } = scanner.word({ isValue: false });
    scanner.skipSpace();
    if (scanner.take(':')) return this.#language.field({ text: isPrefix ? `${text}*` : text, at });
    scanner.at = at;
    return undefined;
  }

  /** Consumes a word, a phrase, a prefix or a range. */
  #clause(place: ClausePlace<Field>): Parsed {
    const scanner = this.#scanner;
    const language = this.#language;
    const { at } = scanner;
    const own = language.clause?.(place, scanner);
    if (own !== undefined) return own;
    if (scanner.take('"')) return language.term(place, { at, text: scanner.phrase() });
    if (['[', '{', ...comparisons].some((symbol) => scanner.has(symbol)))
      return language.range(place, at, () => takeRange(scanner));
    const expected = expectedValue(place.field?.text);
    refuseOperator(scanner, expected);
    const { text, isPrefix, beforeColon } = scanner.word({ isValue: place.field !== undefined });
    if (isPrefix && text === '') return language.exists(place);
    if (text.trim() === '') throw invalidQuery(at, expected);
    return language[isPrefix ? 'prefix' : 'term'](place, { at, text, beforeColon });
  }
}

/** Consumes a range: `[a TO b}`, or a comparison such as `>=a`. */
function takeRange(scanner: Scanner): Bounds {
  const symbol = comparisons.find((comparison) => scanner.take(comparison));
  if (symbol === undefined) return takeInterval(scanner);
  const bound = takeBound(scanner, symbol.endsWith('='));
  return symbol.startsWith('>') ? { lower: bound } : { upper: bound };
}

function takeInterval(scanner: Scanner): Bounds {
  const lower = takeBound(scanner, scanner.take('[') || !scanner.take('{'));
  scanner.skipSpace();
  if (!scanner.takeKeyword('TO')) throw invalidQuery(scanner.at, 'Expected TO');
  const upper = takeBound(scanner, true);
  scanner.skipSpace();
  const isInclusive = scanner.take(']');
  if (!isInclusive && !scanner.take('}')) throw invalidQuery(scanner.at, 'Expected ] or }');
  return { lower, upper: upper && { ...upper, isInclusive } };
}

/** Undefined if the bound is `*`, which is open. */
function takeBound(scanner: Scanner, isInclusive: boolean): Bound | undefined {
  scanner.skipSpace();
  const { at } = scanner;
  if (scanner.take('"')) return { at, text: scanner.phrase(), isInclusive };
  const { text, isPrefix } = scanner.hasKeyword('TO')
    ? { text: '', isPrefix: false }
    : scanner.word({ isValue: true });
  if (isPrefix && text === '') return undefined;
  if (isPrefix || text === '') throw invalidQuery(at, 'Expected a value or * alone');
  return { at, text, isInclusive };
}

/** Refuses an operator where a word is expected. A minus before a digit is a sign. */
function refuseOperator(scanner: Scanner, expected: string): void {
  const keyword = ['AND', 'OR', 'NOT'].find((word) => scanner.hasKeyword(word));
  const symbol = ['-', '!', '&&', '||'].find((operator) => scanner.has(operator));
  if (!keyword && (!symbol || scanner.hasNegativeNumber)) return;
  const help = keyword ? `write "${keyword}" for the word` : `write \\${symbol} for the character`;
  throw invalidQuery(scanner.at, expected, help);
}

/** @param field The name of the field before it, if there is one. */
export function expectedValue(field: string | undefined): string {
  return field === undefined ? 'Expected a word, a field or (' : `Expected a value of ${field}`;
}
