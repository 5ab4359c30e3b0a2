/** Decides whether a document or a record matches a query: how clauses combine, and how texts compare. */

import { defaultFields, type SearchFields, valuesOf } from './fields.ts';
import { fold, foldPrefix, wordsOf, wordsOfPrefix } from './fold.ts';
import type { Lexeme } from './query-parser.ts';
import { invalidQuery } from './scanner.ts';
import { searchedWords } from './searched-words.ts';
import type { Clause, Combination, PrefixClause, Query, RangeClause, TermClause } from './syntax-tree.ts';

/** Whether a query, or a part of one, matches. `Context` is what else the clauses need, such as the time. */
export type Predicate<Subject, Context = void> = (subject: Subject, context: Context) => boolean;

/** The text of a clause, and how it compares. */
export type TextMatch =
  | Pick<TermClause, 'kind' | 'value' | 'words'>
  | Pick<PrefixClause, 'kind' | 'value' | 'words'>;

/** The minimum length of a prefix in characters. A shorter one would find nearly everything. */
const minPrefix = 2;

/** @param operands at least one. */
export function combine<Subject, Context>(
  kind: Combination['kind'],
  operands: readonly Predicate<Subject, Context>[],
): Predicate<Subject, Context> {
  return operands.reduce((one, other) =>
    kind === 'or'
      ? (subject, context) => one(subject, context) || other(subject, context)
      : (subject, context) => one(subject, context) && other(subject, context),
  );
}

export function negate<Subject, Context>(operand: Predicate<Subject, Context>): Predicate<Subject, Context> {
  return (subject, context) => !operand(subject, context);
}

export function foldedTerm({ text }: Lexeme) {
  const value = fold(text);
  return { kind: 'term', value, words: wordsOf(value) } as const;
}

/**
 * @param min The least number of characters.
 * @throws InvalidQuery if the prefix is too short.
 */
export function foldedPrefix({ text, at }: Lexeme, min = minPrefix) {
  const value = foldPrefix(text);
  if ([...value].length < min)
    throw invalidQuery(at, `Expected at least ${min === 1 ? 'one character' : `${min} characters`} before *`);
  return { kind: 'prefix', value, words: wordsOfPrefix(value) } as const;
}

export function matchesWhole({ kind, value }: TextMatch, folded: string): boolean {
  return kind === 'term' ? folded === value : folded.startsWith(value);
}

/**
 * Finds the words of a clause next to each other in a text, in time that grows with the text alone (Knuth, Morris
 * and Pratt). The last word of a prefix may be only the beginning of a word in the text.
 *
 * @example adjacentWords({ kind: 'prefix', words: ['b', 'c'] })(['a', 'b', 'cd']) // true
 */
export function adjacentWords({ kind, words }: Pick<TextMatch, 'kind' | 'words'>) {
  const whole = kind === 'prefix' ? words.slice(0, -1) : words;
  const prefix = kind === 'prefix' ? words.at(-1) : undefined;
  const borders = bordersOf(whole);
  return (text: readonly string[]): boolean => {
    if (words.length === 0) return false;
    let matched = 0;
    for (const word of text) {
      if (matched === whole.length && prefix !== undefined && word.startsWith(prefix)) return true;
      matched = step(whole, borders, matched, word);
      if (matched === whole.length && prefix === undefined) return true;
    }
    return false;
  };
}

/** The number of words matched after this one. */
function step(words: readonly string[], borders: readonly number[], matched: number, word: string): number {
  let count = matched;
  while (count > 0 && words[count] !== word) count = borders[count - 1] ?? 0;
  return words[count] === word ? count + 1 : 0;
}

/** For each beginning of the words: the number of its last words that equal its first ones. */
function bordersOf(words: readonly string[]): readonly number[] {
  const borders = [0];
  for (const word of words.slice(1)) borders.push(step(words, borders, borders.at(-1) ?? 0, word));
  return borders;
}

/** @param query Parsed with the same fields; undefined matches everything. */
export function evaluate<Document>(
  index: SearchFields<Document>,
  query: Query | undefined,
  document: Document,
): boolean {
  return query === undefined || compile(index, query)(document);
}

/** The kind of a field says how its values compare. */
function compile<Document>(index: SearchFields<Document>, query: Query): Predicate<Document> {
  switch (query.kind) {
    case 'and':
    case 'or':
      return combine(
        query.kind,
        query.of.map((operand) => compile(index, operand)),
      );
    case 'not':
      return negate(compile(index, query.of));
    default:
      return (document) => clauseHolds(index, query, document);
  }
}

function clauseHolds<Document>(index: SearchFields<Document>, clause: Clause, document: Document): boolean {
  if (clause.kind === 'exists' && clause.field === undefined) return true;
  const names = clause.field === undefined ? defaultFields(index.fields) : [clause.field];
  return names.some((name) => {
    const field = index.fields.get(name);
    if (!field) throw new Error(`The evaluator has no field ${name}.`);
    if (field.kind === 'text' && (clause.kind === 'term' || clause.kind === 'prefix'))
      return searchedWords(index, field, document).some(adjacentWords(clause));
    return valuesOf(index, field, document).some((value) => valueMatches(clause, value));
  });
}

function valueMatches(clause: Clause, value: string | number): boolean {
  if (clause.kind === 'exists') return true;
  if (clause.kind === 'range') return typeof value === 'number' && isWithin(value, clause);
  return typeof value === 'string' && matchesWhole(clause, fold(value));
}

function isWithin(value: number, { from = -Infinity, to = Infinity }: RangeClause): boolean {
  return from <= value && value < to;
}
