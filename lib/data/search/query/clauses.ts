/** Makes clauses from their text. The kind of the field says how values compare. */

import type { FieldKind } from '../document-type.ts';
import { type Bounds, type Lexeme, minPrefix } from './clause-text.ts';
import { fold, foldPrefix, wordsOf, wordsOfPrefix } from './fold.ts';
import { invalidQuery } from './invalid-query.ts';
import { calendarMistake, type Period, periodOfDate, periodOfInteger } from './period.ts';
import type { ClausePlace } from './query-parser.ts';
import type { Clause } from './syntax-tree.ts';

export type Subject = ClausePlace<NamedField>;

export interface NamedField {
  readonly name: string;
  readonly kind: FieldKind;
}

type ComparableField = NamedField & { readonly kind: 'date' | 'integer' };

const accepted = {
  date: 'a date such as 2014, 2014-05, 2014-05-01, 2014-05-01T10:30Z, now or now-7d, with the units s m h d w M y',
  integer: 'an integer of at most 15 digits',
} as const;

/** @param now The value of `now` in a date, in milliseconds since 1970. */
export function termClause(subject: Subject, written: Lexeme, now: number): Clause {
  const { field } = subject;
  if (isOrdered(field)) {
    const { start, end } = periodOf(field, written, now);
    return { kind: 'range', field: field.name, offset: subject.offset, from: start, to: end };
  }
  const value = fold(written.text);
  return { kind: 'term', ...origin(subject), value, words: checkWords(wordsOf(value), subject, written) };
}

export function prefixClause(subject: Subject, written: Lexeme): Clause {
  const { field } = subject;
  if (isOrdered(field)) throw invalidQuery(written.at, `Expected ${accepted[field.kind]}, without *`);
  const value = foldPrefix(written.text);
  if ([...value].length < minPrefix)
    throw invalidQuery(written.at, `Expected at least ${minPrefix} characters before *`);
  return {
    kind: 'prefix',
    ...origin(subject),
    value,
    words: checkWords(wordsOfPrefix(value), subject, written),
  };
}

/** Makes a range from `lower` to `upper`. An undefined bound is open. */
export function rangeClause(
  { field, offset }: { readonly field: ComparableField; readonly offset: number },
  { lower, upper }: Bounds,
  now: number,
): Clause {
  const from = lower && periodOf(field, lower, now)[lower.isInclusive ? 'start' : 'end'];
  const to = upper && periodOf(field, upper, now)[upper.isInclusive ? 'end' : 'start'];
  if (from === undefined && to === undefined) return { kind: 'exists', field: field.name, offset };
  return {
    kind: 'range',
    field: field.name,
    offset,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Matches documents with a value of the field; without a field, all documents. */
export function existsClause(subject: Subject): Clause {
  return { kind: 'exists', ...origin(subject) };
}

export function isOrdered(field: NamedField | undefined): field is ComparableField {
  return field?.kind === 'date' || field?.kind === 'integer';
}

function origin({ field, offset }: Subject): { readonly field?: string; readonly offset: number } {
  return field ? { field: field.name, offset } : { offset };
}

function periodOf(field: ComparableField, { text, at }: Lexeme, now: number): Period {
  const period = field.kind === 'date' ? periodOfDate(text, now) : periodOfInteger(text);
  if (period) return period;
  const mistake = field.kind === 'date' ? calendarMistake(text) : undefined;
  if (mistake) throw invalidQuery(at, 'Expected a day of the calendar', mistake);
  throw invalidQuery(at, `Expected ${accepted[field.kind]}`);
}

/** Throws if a text value has no words: the index finds texts by words, so it would silently match nothing. */
function checkWords(words: readonly string[], { field }: Subject, { at }: Lexeme): readonly string[] {
  if (words.length > 0 || field?.kind !== 'text') return words;
  throw invalidQuery(at, 'Expected a letter or a digit', `${field.name} is searched by words`);
}
