/** Reads the clauses of a query: words, phrases, prefixes and ranges, and their fields. */

import type { FieldKind } from '../document-type.ts';
import {
  expectedValue,
  hasRange,
  type Lexeme,
  refuseOperator,
  takeFieldName,
  takeRange,
} from './clause-text.ts';
import {
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
  /** The value of `now` in the query, in milliseconds since 1970. */
  readonly now: number;
}

export class ClauseReader {
  readonly #scanner: Scanner;
  readonly #context: QueryContext;

  constructor(scanner: Scanner, context: QueryContext) {
    this.#scanner = scanner;
    this.#context = context;
  }

  /** Consumes the name of a field and its colon, if they are next. */
  takeField(): NamedField | undefined {
    const name = takeFieldName(this.#scanner);
    return name && this.#fieldOf(name);
  }

  #fieldOf({ text: name, at }: Lexeme): NamedField {
    const { fields } = this.#context;
    const field = fields.get(name);
    if (field) return { name, kind: field.kind };
    const help = `the fields are ${[...fields.keys()].join(', ')}; write \\: for the character`;
    throw invalidQuery(at, 'Expected the name of a field before the colon', help);
  }

  clause(subject: Subject): Clause {
    const scanner = this.#scanner;
    const { at } = scanner;
    if (scanner.take('"')) return termClause(subject, { at, text: scanner.phrase() }, this.#context.now);
    return hasRange(scanner) ? this.#range(subject) : this.#word(subject);
  }

  #word(subject: Subject): Clause {
    const { at } = this.#scanner;
    refuseOperator(this.#scanner, expectedAfter(subject));
    const { text, isPrefix, beforeColon } = this.#scanner.word({ isValue: subject.field !== undefined });
    if (isPrefix && text === '') return existsClause(subject);
    if (text.trim() === '') throw invalidQuery(at, expectedAfter(subject));
    if (beforeColon !== undefined && this.#context.fields.has(beforeColon))
      throw invalidQuery(at, `Expected a value of ${subject.field?.name}`, 'write \\: for the character');
    return isPrefix
      ? prefixClause(subject, { at, text })
      : termClause(subject, { at, text }, this.#context.now);
  }

  #range(subject: Subject): Clause {
    const ranged = this.#ranged(subject);
    return rangeClause(ranged, takeRange(this.#scanner), this.#context.now);
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
}

function expectedAfter({ field }: Subject): string {
  return expectedValue(field?.name);
}
