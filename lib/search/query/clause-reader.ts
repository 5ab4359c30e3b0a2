/** Reads the clauses of a query: words, phrases, prefixes and ranges, and their fields. */

import type { FieldKind } from '../term-index.ts';
import {
  type Bound,
  existsClause,
  isOrdered,
  type NamedField,
  prefixClause,
  rangeClause,
  type Subject,
  termClause,
} from './clauses.ts';
import { invalidQuery } from './invalid-query.ts';
import type { Scanner } from './scanner.ts';
import type { Clause } from './syntax-tree.ts';

export interface QueryContext {
  /** The fields that the query may name. */
  readonly fields: ReadonlyMap<string, { readonly kind: FieldKind }>;
  /** The meaning of `now` in the query, in milliseconds since 1970. */
  readonly now: number;
}

const maxClauses = 16;
const comparisons = ['>=', '<=', '>', '<'] as const;

export class ClauseReader {
  readonly #scanner: Scanner;
  readonly #context: QueryContext;
  #clauses = 0;

  constructor(scanner: Scanner, context: QueryContext) {
    this.#scanner = scanner;
    this.#context = context;
  }

  /** Takes the name of a field and its colon, if they are next. */
  takeField(): NamedField | undefined {
    const { at } = this.#scanner;
    const { text, isPrefix } = this.#scanner.word({ isValue: false });
    this.#scanner.skipSpace();
    if (this.#scanner.take(':')) return this.#fieldOf(isPrefix ? `${text}*` : text, at);
    this.#scanner.at = at;
    return undefined;
  }

  #fieldOf(name: string, at: number): NamedField {
    const { fields } = this.#context;
    const field = fields.get(name);
    if (field) return { name, kind: field.kind };
    const help = `the fields are ${[...fields.keys()].join(', ')}; write \\: for the character`;
    throw invalidQuery(at, 'Expected the name of a field before the colon', help);
  }

  clause(subject: Subject): Clause {
    const scanner = this.#scanner;
    if (++this.#clauses > maxClauses)
      throw invalidQuery(subject.offset, `Expected the end, after ${maxClauses} clauses,`);
    const { at } = scanner;
    if (scanner.take('"')) return termClause(subject, { at, text: scanner.phrase() }, this.#context.now);
    if (scanner.next === '[' || scanner.next === '{') return this.#range(subject);
    const comparison = comparisons.find((symbol) => scanner.has(symbol));
    return comparison ? this.#comparison(subject, comparison) : this.#word(subject);
  }

  #word(subject: Subject): Clause {
    const { at } = this.#scanner;
    this.#refuseOperator(subject);
    const { text, isPrefix, beforeColon } = this.#scanner.word({ isValue: subject.field !== undefined });
    if (isPrefix && text === '') return existsClause(subject);
    if (text.trim() === '') throw invalidQuery(at, expectedAfter(subject));
    if (beforeColon !== undefined && this.#context.fields.has(beforeColon))
      throw invalidQuery(at, `Expected a value of ${subject.field?.name}`, 'write \\: for the character');
    return isPrefix
      ? prefixClause(subject, { at, text })
      : termClause(subject, { at, text }, this.#context.now);
  }

  /** Refuses an operator where a word is expected. A minus before a digit is a sign. */
  #refuseOperator(subject: Subject): void {
    const scanner = this.#scanner;
    const keyword = ['AND', 'OR', 'NOT'].find((word) => scanner.hasKeyword(word));
    const symbol = ['-', '!', '&&', '||'].find((operator) => scanner.has(operator));
    if (!keyword && (!symbol || scanner.hasNegativeNumber)) return;
    const help = keyword ? `write "${keyword}" for the word` : `write \\${symbol} for the character`;
    throw invalidQuery(scanner.at, expectedAfter(subject), help);
  }

  #comparison(subject: Subject, symbol: (typeof comparisons)[number]): Clause {
    const ranged = this.#ranged(subject);
    this.#scanner.take(symbol);
    const bound = this.#bound(symbol.endsWith('='));
    return rangeClause(
      ranged,
      symbol.startsWith('>') ? { lower: bound } : { upper: bound },
      this.#context.now,
    );
  }

  #range(subject: Subject): Clause {
    const scanner = this.#scanner;
    const ranged = this.#ranged(subject);
    const lower = this.#bound(scanner.take('[') || !scanner.take('{'));
    scanner.skipSpace();
    if (!scanner.takeKeyword('TO')) throw invalidQuery(scanner.at, 'Expected TO');
    const upper = this.#bound(true);
    scanner.skipSpace();
    const isInclusive = scanner.take(']');
    if (!isInclusive && !scanner.take('}')) throw invalidQuery(scanner.at, 'Expected ] or }');
    return rangeClause(ranged, { lower, upper: upper && { ...upper, isInclusive } }, this.#context.now);
  }

  #ranged({ field, offset }: Subject) {
    if (isOrdered(field)) return { field, offset };
    const ordered = [...this.#context.fields].filter(([name, { kind }]) => isOrdered({ name, kind }));
    const help = `the fields that have ranges are ${ordered.map(([name]) => name).join(', ')}`;
    throw invalidQuery(
      this.#scanner.at,
      field ? `Expected a value of ${field.name}` : expectedAfter({ offset }),
      help,
    );
  }

  /** Undefined when the bound is `*`, which is open. */
  #bound(isInclusive: boolean): Bound | undefined {
    const scanner = this.#scanner;
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
}

function expectedAfter({ field }: Subject): string {
  return field ? `Expected a value of ${field.name}` : 'Expected a word, a field or (';
}
