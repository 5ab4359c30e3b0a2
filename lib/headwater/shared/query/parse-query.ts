/** Parses a query about documents into a tree. The kind of a field says how its values compare. */

import { ServiceError } from '../errors.ts';
import { foldedPrefix, foldedTerm } from './evaluate.ts';
import { type FieldKind, isNumeric, type NumericKind } from './fields.ts';
import { calendarMistake, type Period, periodOfValue } from './period.ts';
import { type Bounds, type ClausePlace, expectedValue, type Lexeme, parseWith } from './query-parser.ts';
import { InvalidQuery, invalidQuery, Scanner } from './scanner.ts';
import type { Clause, Combination, Query } from './syntax-tree.ts';

export interface QueryContext {
  /** The fields that the query may name. */
  readonly fields: ReadonlyMap<string, { readonly kind: FieldKind }>;
  /** The value of `now` in the query, in milliseconds since 1970. */
  readonly now: number;
}

type Subject = ClausePlace<NamedField>;

interface NamedField {
  /** The name. */
  readonly text: string;
  readonly kind: FieldKind;
}

type ComparableField = NamedField & { readonly kind: NumericKind };

/** What a query, or a filter, may have as a value of a field of this kind. */
export const acceptedValues = {
  date: 'a date such as 2014, 2014-05, 2014-05-01, 2014-05-01T10:30Z, now or now-7d, with the units s m h d w M y',
  integer: 'an integer of at most 15 digits',
  decimal: 'a decimal such as 9.99, of at most 15 digits',
} as const;

/**
 * Parses a query. A blank text is undefined and matches everything.
 *
 * @throws ServiceError invalid_query with the member `offset`.
 * @example parseQuery('tags:Web', { fields: sourceType.fields, now: Date.now() })
 *   // { kind: 'term', field: 'tags', offset: 0, value: 'web', words: ['web'] }
 */
export function parseQuery(text: string, context: QueryContext): Query | undefined {
  try {
    return parseWith<NamedField, Query>(new Scanner(text), {
      field: (name) => fieldOf(name, context),
      term: (subject, written) => termClause(subject, written, context),
      prefix: (subject, written) => prefixClause(subject, written, context),
      range: (subject, at, take) => rangeClause(orderedSubject(subject, at, context), take(), context.now),
      exists: (subject) => ({ kind: 'exists', ...origin(subject) }),
      combine,
      negate: (operand) => (operand.kind === 'not' ? operand.of : { kind: 'not', of: operand }),
    });
  } catch (cause) {
    if (!(cause instanceof InvalidQuery)) throw cause;
    throw new ServiceError('invalid_query', cause.message, { members: { offset: cause.offset } });
  }
}

/** A single query stays as it is. A combination of the same kind is flattened. */
function combine(kind: Combination['kind'], queries: readonly Query[]): Query {
  const of = queries.flatMap((query) => (query.kind === kind ? query.of : [query]));
  return of.length === 1 && of[0] ? of[0] : { kind, of };
}

function fieldOf({ text, at }: Lexeme, { fields }: QueryContext): NamedField {
  const field = fields.get(text);
  if (field) return { text, kind: field.kind };
  const help = `the fields are ${[...fields.keys()].join(', ')}; write \\: for the character`;
  throw invalidQuery(at, 'Expected the name of a field before the colon', help);
}

function termClause(subject: Subject, written: Lexeme, context: QueryContext): Clause {
  const { field } = subject;
  refuseFieldInValue(subject, written, context);
  if (isOrdered(field)) {
    const { start, end } = periodOf(field, written, context.now);
    return { kind: 'range', field: field.text, offset: subject.offset, from: start, to: end };
  }
  const folded = foldedTerm(written);
  checkWords(folded.words, subject, written);
  return { ...origin(subject), ...folded };
}

function prefixClause(subject: Subject, written: Lexeme, context: QueryContext): Clause {
  const { field } = subject;
  refuseFieldInValue(subject, written, context);
  if (isOrdered(field)) throw invalidQuery(written.at, `Expected ${acceptedValues[field.kind]}, without *`);
  const folded = foldedPrefix(written);
  checkWords(folded.words, subject, written);
  return { ...origin(subject), ...folded };
}

function refuseFieldInValue({ field }: Subject, { at, beforeColon }: Lexeme, { fields }: QueryContext): void {
  if (beforeColon !== undefined && fields.has(beforeColon))
    throw invalidQuery(at, `Expected a value of ${field?.text}`, 'write \\: for the character');
}

/** Makes a range from `lower` to `upper`. An undefined bound is open. */
function rangeClause(
  { field, offset }: { readonly field: ComparableField; readonly offset: number },
  { lower, upper }: Bounds,
  now: number,
): Clause {
  const from = lower && periodOf(field, lower, now)[lower.isInclusive ? 'start' : 'end'];
  const to = upper && periodOf(field, upper, now)[upper.isInclusive ? 'end' : 'start'];
  if (from === undefined && to === undefined) return { kind: 'exists', field: field.text, offset };
  return {
    kind: 'range',
    field: field.text,
    offset,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function orderedSubject({ field, offset }: Subject, at: number, { fields }: QueryContext) {
  if (isOrdered(field)) return { field, offset };
  const ordered = [...fields].filter(([name, { kind }]) => isOrdered({ text: name, kind }));
  const help = `the fields that have ranges are ${ordered.map(([name]) => name).join(', ')}`;
  throw invalidQuery(at, expectedValue(field?.text), help);
}

function isOrdered(field: NamedField | undefined): field is ComparableField {
  return field !== undefined && isNumeric(field.kind);
}

function origin({ field, offset }: Subject): { readonly field?: string; readonly offset: number } {
  return field ? { field: field.text, offset } : { offset };
}

function periodOf(field: ComparableField, { text, at }: Lexeme, now: number): Period {
  const period = periodOfValue(field.kind, text, now);
  if (period) return period;
  const mistake = field.kind === 'date' ? calendarMistake(text) : undefined;
  if (mistake) throw invalidQuery(at, 'Expected a day of the calendar', mistake);
  throw invalidQuery(at, `Expected ${acceptedValues[field.kind]}`);
}

/** Throws if a text value has no words: the index finds texts by words, so it would silently match nothing. */
function checkWords(words: readonly string[], { field }: Subject, { at }: Lexeme): void {
  if (words.length > 0 || field?.kind !== 'text') return;
  throw invalidQuery(at, 'Expected a letter or a digit', `${field.text} is searched by words`);
}
