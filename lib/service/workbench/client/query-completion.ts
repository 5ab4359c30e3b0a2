/** What may stand at a place of a query of records (docs/service/conditions.md): fields, values, and operators with what they mean. */

import { compileQuery, InvalidQuery } from '@headwater/ingest/conditions';
import type { Choice } from '../parts/combobox.tsx';
import { escapeWord, writeValue } from './record-search.ts';
import type { StreamField } from './stream-records.ts';

interface QueryPlace {
  /** What is replaced, as offsets. */
  readonly from: number;
  readonly to: number;
  /** Before the cursor, without escapes. */
  readonly typed: string;
  /** A value of this field stands here; without it, a field, a word or an operator. */
  readonly field?: string;
}

/** An escaped character, a phrase, or one character. */
const tokens = /\\.?|"(?:\\.|[^"\\])*"?|./gs;

/** @returns undefined within a range, where a person writes the bounds. */
export function placeAt(text: string, cursor: number): QueryPlace | undefined {
  let word: Word = { from: 0, isRange: false };
  for (const { 0: token, index } of text.slice(0, cursor).matchAll(tokens))
    word = wordAfter(word, { token, index, text });
  if (word.isRange) return undefined;
  const { from, field } = word;
  const rest = /^(?:\\.|[^\s():])*/.exec(text.slice(cursor))?.[0] ?? '';
  const typed = unescaped(text.slice(from, cursor).replace(/^"/, ''));
  return { from, to: cursor + rest.length, typed, ...(field ? { field } : {}) };
}

interface Word {
  readonly from: number;
  readonly field?: string | undefined;
  /** The field before the parentheses around the word. */
  readonly group?: string | undefined;
  readonly isRange: boolean;
}

interface Token {
  readonly token: string;
  readonly index: number;
  readonly text: string;
}

function wordAfter(word: Word, { token, index, text }: Token): Word {
  const { from, field, group, isRange } = word;
  const next = { from: index + 1, isRange };
  if (/^[[\]{}]$/.test(token)) return { ...word, isRange: token === '[' || token === '{' };
  if (token === '(' && index === from) return { ...next, field, group: field };
  if (token === '(' || token === ')') return next;
  if (/^\s$/.test(token)) return { ...next, field: group, group };
  if (token === ':' && field === undefined) return { ...next, field: unescaped(text.slice(from, index)) };
  return /^[-!<>=]$/.test(token) && index === from ? { ...word, from: index + 1 } : word;
}

function unescaped(word: string): string {
  return word.replaceAll(/\\(.)/g, '$1');
}

interface KnownValues {
  readonly fields: readonly StreamField[];
  /** More values of the field at the place than its frequent ones. */
  readonly more?: StreamField | undefined;
}

/** @param text Of the whole query. */
export function choicesAt(text: string, place: QueryPlace, known: KnownValues): readonly Choice[] {
  return place.field === undefined ? wordsAt(text, place, known.fields) : valuesAt(text, place, known);
}

const maxFields = 100;

function wordsAt(
  text: string,
  { from, to, typed }: QueryPlace,
  fields: readonly StreamField[],
): readonly Choice[] {
  const end = text[to] === ':' ? '' : ':';
  const named = ranked(fields, typed, ({ path }) => path).slice(0, maxFields);
  const isFirst = text.slice(0, from).trim() === '';
  return [
    ...named.map(({ path, type }) => ({
      value: path,
      detail: type,
      group: 'Fields',
      insert: { from, to, text: escapeWord(path) + end, goesOn: true },
    })),
    ...written(isFirst ? beginnings : [...beginnings, ...joints], { from, to, typed }),
  ];
}

function valuesAt(text: string, place: QueryPlace, { fields, more }: KnownValues): readonly Choice[] {
  const { from, to, typed, field } = place;
  const own = more ?? fields.find(({ path }) => path === field);
  const { top = [], type = '' } = own ?? {};
  const isCompared = /[<>=]/.test(text[from - 1] ?? '');
  const values = ranked(top, typed, ({ value }) => String(value));
  return [
    ...values.map(({ value, count }) => ({
      value: String(value),
      detail: `${count.toLocaleString('en')} times`,
      group: `Values of ${field}`,
      insert: { from, to, text: writeValue(value) },
    })),
    ...(isCompared
      ? []
      : written(isOrdered(type) ? [...comparisons, ...tests] : [...tests, ...comparisons], place)),
  ];
}

function isOrdered(type: string): boolean {
  return /^(?:date|long|double|integer|float)$/.test(type);
}

type Written = readonly [shown: string, meaning: string, text: string];

const beginnings: readonly Written[] = [
  ['NOT', 'leaves out what follows; - before a word does the same', 'NOT '],
  ['( )', 'groups conditions: (a OR b) c', '('],
];
const joints: readonly Written[] = [
  ['OR', 'one of both; white space means AND', 'OR '],
  ['AND', 'both; white space means the same', 'AND '],
];
const comparisons: readonly Written[] = [
  ['>=', 'this number, date or text, or a greater one: >=500, >=now-1h', '>='],
  ['<', 'a smaller one; > and <= also exist', '<'],
  ['[a TO b]', 'from a to b; with { } without the bounds', '['],
];
const tests: readonly Written[] = [
  ['*', 'any value; NOT field:* finds records without one', '*'],
  ['="…"', 'exactly this text, letter case included', '="'],
  ['"…"', 'these words, next to each other', '"'],
  ['be*', 'what begins with be', ''],
  ['/…/i', 'a regular expression; i ignores letter case', '/'],
  ['10.0.0.0/8', 'addresses of a network', ''],
  ['::number', 'its type: text, number, boolean, list or object', ':number'],
];

function written(
  rows: readonly Written[],
  { from, to, typed }: Pick<QueryPlace, 'from' | 'to' | 'typed'>,
): readonly Choice[] {
  return rows
    .filter(([shown]) => shown.toLowerCase().startsWith(typed.toLowerCase()))
    .map(([value, detail, text]) => ({
      value,
      detail,
      group: 'Operators',
      insert: { from, to, text: text === '' ? typed : text, goesOn: text.endsWith(' ') },
    }));
}

/** Those that begin with what is typed, then those that have it anywhere. */
function ranked<One>(all: readonly One[], typed: string, nameOf: (one: One) => string): readonly One[] {
  const wanted = typed.toLowerCase();
  const places = new Map(all.map((one) => [one, nameOf(one).toLowerCase().indexOf(wanted)]));
  const rank = (one: One) => Math.min(1, places.get(one) ?? 0);
  return all.filter((one) => places.get(one) !== -1).toSorted((a, b) => rank(a) - rank(b));
}

export interface QueryIssue {
  /** What would be accepted. */
  readonly message: string;
  /** Where, as an offset. */
  readonly offset: number;
}

/** What the service would refuse a query for. */
export function queryIssue(text: string): QueryIssue | undefined {
  try {
    if (text.trim() !== '') compileQuery(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    // The language counts characters, and a text of the page has two units for some.
    const offset = [...text].slice(0, error.offset).join('').length;
    return { message: error.message, offset };
  }
}
