/** Times as logs write them: where one stands in a text, and the formats of java.time that read it. */

import { ownMember } from '../../../headwater/shared/json/own-member.ts';
import { english } from '../../dates/date-names.ts';

/** A part of a form: what it looks like, and what the format of a value has for it. */
interface Piece {
  /** Without groups that count. */
  readonly source: string;
  readonly format: (text: string) => string;
  /** Signs between the numbers, which are the same in all values. */
  readonly isSign?: boolean;
}

export interface TimeForm {
  readonly name: string;
  readonly pieces: readonly Piece[];
  readonly source: string;
  /** A day with a clock, or only one of both. */
  readonly kind: 'time' | 'date' | 'clock' | 'epoch';
}

function piece(source: string, format: (text: string) => string): Piece {
  return { source, format };
}

/** Letters of a format are quoted. */
function literal(source: string): Piece {
  const format = (text: string) =>
    text.replace(/[A-Za-z']+/g, (letters) => `'${letters.replaceAll("'", "''")}'`);
  return { source, format, isSign: true };
}

/** One letter a digit: a number without a leading zero has one letter. */
function number(source: string, letter: string): Piece {
  return piece(source, (text) => (text.length === 1 ? letter : letter.repeat(2)));
}

const year = piece('(?:19|20)\\d\\d', () => 'yyyy');
const month = number('(?:1[0-2]|0?[1-9])', 'M');
const day = number('(?:3[01]|[12]\\d|0?[1-9])', 'd');
const [month2, day2] = [number('(?:0[1-9]|1[0-2])', 'M'), number('(?:0[1-9]|[12]\\d|3[01])', 'd')];
const monthName = piece(`(?:${english.shortMonths.join('|')})`, () => 'MMM');
const weekday = piece(`(?:${english.shortWeekdays.join('|')})`, () => 'EEE');
/** A day of one digit may be padded. */
const paddedDay = piece(' +\\d\\d?', (text) => (/^ \d\d$/.test(text) ? ' dd' : text.replace(/\d\d?/, 'd')));
/** Stand for letters of a format until the order is known. */
type Place = '1' | '2' | '3';
/** One of several numbers whose order only the values show. */
const unordered = (place: Place) => number('\\d\\d', place);
const unorderedOne = (place: Place) => number('\\d\\d?', place);

const clock = [
  number('\\d\\d?', 'H'),
  literal(':'),
  number('\\d\\d?', 'm'),
  literal(':'),
  number('\\d\\d?', 's'),
];
const digitClock = [number('(?:[01]\\d|2[0-3])', 'H'), number('[0-5]\\d', 'm'), number('[0-5]\\d', 's')];
const dottedClock = [
  number('\\d\\d', 'H'),
  literal('\\.'),
  number('\\d\\d', 'm'),
  literal('\\.'),
  number('\\d\\d', 's'),
];
const fraction = piece('(?:[.,:]\\d{1,9})?', (text) => text.replace(/\d/g, 'S'));
const half = piece('(?: ?[AaPp][Mm]\\b)?', (text) => text.replace(/[AaPp][Mm]/, 'a'));
/** Other capitals after a time are a level. */
const zoneNames = '(?:UTC|GMT|CES?T|EES?T|WES?T|BST|[ECMP][SD]T|IST|JST|MSK)';
const zone = piece(`(?: ?(?:Z\\b|[+-]\\d\\d:?\\d\\d\\b|${zoneNames}\\b))?`, (text) =>
  text
    .replace(/Z$/, 'X')
    .replace(/[+-]\d\d:\d\d/, 'XXX')
    .replace(/[+-]\d{4}/, 'Z')
    .replace(/[A-Z]{3,4}$/, (name) => (name === 'XXX' ? name : 'z')),
);
const gap = literal('(?:T| - |, | {1,2}|[:_-])');
const space = literal(' +');

const dates = {
  iso: [year, literal('-'), month, literal('-'), day],
  slashes: [year, literal('/'), month, literal('/'), day],
  dots: [year, literal('\\.'), month, literal('\\.'), day],
  numbers: [unorderedOne('1'), literal('[/.-]'), unorderedOne('2'), literal('[/.-]'), year],
  short: [unordered('1'), literal('[/.-]'), unordered('2'), literal('[/.-]'), unordered('3')],
  'day and month': [number('\\d\\d?', 'd'), literal('[ /-]'), monthName, literal('[ /-]'), year],
  'month and day': [monthName, paddedDay, literal(',? '), year],
} as const;

const compact = [year, month2, day2];
const compactShort = [piece('\\d\\d', () => 'yy'), month2, day2];

function form(name: string, pieces: readonly Piece[], kind: TimeForm['kind'] = 'time'): TimeForm {
  return { name, pieces, kind, source: pieces.map(({ source }) => source).join('') };
}

/** The first that fits counts, so that longer forms come first. */
export const timeForms: readonly TimeForm[] = [
  form('ctime', [
    weekday,
    literal(',? '),
    monthName,
    paddedDay,
    space,
    ...clock,
    fraction,
    zone,
    space,
    year,
  ]),
  form('mail', [weekday, literal(',? '), ...dates['day and month'], gap, ...clock, fraction, half, zone]),
  form('dotted clock', [...dates.iso, literal('[- ]'), ...dottedClock, fraction]),
  form('basic', [...compact, literal('T'), ...digitClock, fraction, zone]),
  form('digits', [...compact, ...digitClock, piece('(?:[.,]?\\d{3})?', (text) => text.replace(/\d/g, 'S'))]),
  ...Object.entries(dates).map(([name, date]) => form(name, [...date, gap, ...clock, fraction, half, zone])),
  form('compact', [...compact, gap, ...clock, fraction, zone]),
  form('compact with digits', [...compact, literal('[ _-]'), ...digitClock, fraction]),
  form('short compact with digits', [...compactShort, literal('[ _-]'), ...digitClock]),
  form('short compact', [...compactShort, space, ...clock, fraction]),
  form('year at the end', [monthName, paddedDay, space, ...clock, fraction, space, year]),
  form('no year', [monthName, paddedDay, space, ...clock, fraction, zone]),
  form('day first, no year', [number('\\d\\d?', 'd'), space, monthName, space, ...clock, fraction]),
  form('numbers, no year', [unordered('1'), literal('[-./]'), unordered('2'), space, ...clock, fraction]),
  form('minutes', [...dates.iso, gap, number('\\d\\d', 'H'), literal(':'), number('\\d\\d', 'm'), zone]),
  form('epoch', [piece('1\\d{9}(?:\\.\\d{1,9}|\\d{9}|\\d{6}|\\d{3})?', epochFormat)], 'epoch'),
  form('iso date', dates.iso, 'date'),
  form('date with slashes', dates.slashes, 'date'),
  form('date with dots', dates.dots, 'date'),
  form('date in numbers', dates.numbers, 'date'),
  form('date with a name', dates['day and month'], 'date'),
  form('clock', [...clock, fraction], 'clock'),
];

function epochFormat(text: string): string {
  const { length } = text.split('.')[0] ?? '';
  return { 19: 'UNIX_NS', 16: 'UNIX_US', 13: 'UNIX_MS' }[length] ?? 'UNIX';
}

const matchers = new Map<TimeForm, RegExp>();

/** The length of a time in this form at a place of a text; 0 if there is none. */
export function timeLengthAt(one: TimeForm, text: string, at: number): number {
  let matcher = matchers.get(one);
  if (!matcher) {
    matcher = new RegExp(
      `${one.pieces.map(({ source }) => `(${source})`).join('')}(?![A-Za-z\\d]|[.:/-]\\d)`,
      'y',
    );
    matchers.set(one, matcher);
  }
  matcher.lastIndex = at;
  return matcher.exec(text)?.[0].length ?? 0;
}

interface TimeFormats {
  readonly formats: readonly string[];
  /** Present if the values alone do not say which number is the day. */
  readonly warning?: string;
}

const maxFormats = 12;

/** @param values In the order of their records; each has the form. */
export function formatsOf(one: TimeForm, values: readonly string[]): TimeFormats {
  const layouts = [...new Set(values.map((value) => layoutOf(one, value)))];
  if (!layouts.some((layout) => layout.includes('1'))) return { formats: withVariants(layouts) };
  // Halves of a day are American, and so is the order that goes with them.
  const isAmerican = layouts.some((layout) => layout.includes('a'));
  const { order, isCertain } = findOrder(values, countPlaces(layouts), isAmerican);
  const formats = layouts.map((layout) => inOrder(layout, order));
  const names = order.split('').map((letter) => ownMember({ y: 'year', M: 'month', d: 'day' }, letter));
  return {
    formats: withVariants(formats),
    ...(isCertain
      ? {}
      : { warning: `The values do not say which number is the day; taken as ${names.join(', ')}` }),
  };
}

/**
 * A regular expression for times like these, without groups that count.
 *
 * @param values In the form.
 */
export function sourceOfTimes(one: TimeForm, values: readonly string[]): string {
  const rows = values.map((value) => textsOf(one, value));
  const isPadded = !writesUnpadded(values.map((value) => layoutOf(one, value)));
  return one.pieces
    .map((each, index) => {
      const source = sourceOfPiece(each, [...new Set(rows.map((texts) => texts[index] ?? ''))]);
      return !isPadded && each.source === '\\d\\d?' ? '\\d\\d?' : source;
    })
    .join('');
}

function sourceOfPiece({ source, isSign }: Piece, texts: readonly string[]): string {
  const [only = ''] = texts;
  if (texts.length === 1 && (isSign || only === ''))
    return only.replace(/[.+*?^$|/()[\]{}-]/g, '\\$&').replace(/\\([-/])/g, '$1');
  if (texts.every((text) => text === 'Z')) return 'Z';
  if (texts.every((text) => /^ ?[+-]\d\d:?\d\d$/.test(text))) return ' ?[+-]\\d\\d:?\\d\\d';
  const signs = new Set(texts.map((text) => text.replace(/\d+/g, '')));
  const [sign = ''] = signs;
  const lengths = texts.map((text) => text.length - sign.length);
  if (signs.size > 1 || !texts.every((text) => /^[.,:]?\d+$/.test(text))) return source;
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const count =
    least === most ? (least === 2 ? '\\d\\d' : `\\d{${least}}`) : sign === '' ? '\\d{1,2}' : '\\d{1,9}';
  return `${sign.replace('.', '\\.')}${most > 2 && least !== most && sign === '' ? '\\d+' : count}`;
}

function textsOf(one: TimeForm, value: string): readonly string[] {
  timeLengthAt(one, value, 0);
  const matcher = matchers.get(one);
  if (!matcher) return [];
  matcher.lastIndex = 0;
  return matcher.exec(value)?.slice(1) ?? [];
}

function layoutOf(one: TimeForm, value: string): string {
  const texts = textsOf(one, value);
  const layout = one.pieces.map(({ format }, index) => format(texts[index] ?? '')).join('');
  return one.pieces.some((each, index) => each === half && texts[index]) ? layout.replace(/H/g, 'h') : layout;
}

/** How many numbers of a day have no order: with a year, without one, or the year is one of them. */
function countPlaces(layouts: readonly string[]): 1 | 2 | 3 {
  if (layouts.some((layout) => layout.includes('3'))) return 3;
  return layouts.some((layout) => layout.includes('y')) ? 2 : 1;
}

function inOrder(layout: string, order: string): string {
  return layout.replace(/[123]/g, (place) => order[Number(place) - 1] ?? '');
}

/** A program that writes fractions of different lengths does not pad its other numbers. */
function writesUnpadded(layouts: readonly string[]): boolean {
  return new Set(layouts.map((one) => /[:,]S+/.exec(one)?.[0].length ?? 0)).size > 1;
}

/** Days of one digit, and fractions of other lengths, may come later. */
function withVariants(layouts: readonly string[]): readonly string[] {
  // A single letter also reads two digits.
  const isUnpadded = writesUnpadded(layouts);
  const single = ['H', 'h', 'm', 's', 'd', 'M'].filter(
    (letter) =>
      (isUnpadded && /[Hhms]/.test(letter)) ||
      layouts.some((one) => new RegExp(`(?<!${letter})${letter}(?!${letter})`).test(one)),
  );
  const formats = layouts.map((one) =>
    single.reduce(
      (all, letter) => all.replace(new RegExp(`(?<!${letter})${letter}{2}(?!${letter})`), letter),
      one,
    ),
  );
  const lengths = new Set(formats.map((one) => /S+/.exec(one)?.[0].length ?? 0));
  const longest = Math.max(...lengths);
  const all = new Set(formats);
  for (const one of formats) {
    if (/MMM +dd?\b/.test(one))
      for (const days of ['MMM d', 'MMM  d']) all.add(one.replace(/MMM +dd?\b/, days));
    if (lengths.size > 1 && /S/.test(one))
      for (let count = longest; count > 0; count--) all.add(one.replace(/S+/, 'S'.repeat(count)));
  }
  return [...all].slice(0, maxFormats);
}

/** By all values: a number over 31 is a year, one over 12 no month; else by the order that rises with the records. */
function findOrder(
  values: readonly string[],
  count: 1 | 2 | 3,
  isAmerican: boolean,
): { readonly order: string; readonly isCertain: boolean } {
  const choices = { 1: ['Md', 'dM'], 2: isAmerican ? ['Md', 'dM'] : ['dM', 'Md'], 3: ['yMd', 'dMy', 'Mdy'] }[
    count
  ];
  const numbers = values.map((value) => Array.from(value.matchAll(/\d+/g), ([digits]) => Number(digits)));
  const possible = choices.filter((order) => numbers.every((row) => isPossible(row, order)));
  const [first = choices[0] ?? '', ...others] = possible;
  if (others.length === 0) return { order: first, isCertain: possible.length === 1 };
  const ranked = possible
    .map((order) => ({ order, ...riseOf(numbers.map((row) => momentOf(row, order))) }))
    .toSorted((a, b) => b.rises - a.rises || a.span - b.span);
  return { order: ranked[0]?.order ?? first, isCertain: false };
}

function isPossible(row: readonly number[], order: string): boolean {
  return [...order].every((letter, index) => {
    const value = row[index] ?? 0;
    return letter === 'y' || (value >= 1 && value <= (letter === 'M' ? 12 : 31));
  });
}

/** Grows with the time; a scale for comparing only. */
function momentOf(row: readonly number[], order: string): number {
  const size = order.length;
  const part = (letter: string) => row[order.indexOf(letter)] ?? 0;
  const years = order.includes('y') ? part('y') : size === 2 && (row[2] ?? 0) > 1900 ? (row[2] ?? 0) : 0;
  const rest = row.slice(years > 1900 ? 3 : size);
  const seconds = (rest[0] ?? 0) * 3600 + (rest[1] ?? 0) * 60 + (rest[2] ?? 0);
  return ((years * 12 + part('M')) * 31 + part('d')) * 86_400 + seconds;
}

function riseOf(moments: readonly number[]): { readonly rises: number; readonly span: number } {
  let rises = 0;
  for (let index = 1; index < moments.length; index++)
    if ((moments[index] ?? 0) >= (moments[index - 1] ?? 0)) rises++;
  return { rises, span: Math.max(...moments) - Math.min(...moments) };
}
