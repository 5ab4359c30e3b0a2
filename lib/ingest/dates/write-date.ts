/** Compiles a pattern of java.time to a writer of moments. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { InvalidPattern } from '../base/definition.ts';
import type { DateNames } from './date-names.ts';
import { type PatternPart, splitDatePattern } from './date-pattern.ts';
import { dateOf, daysOf, firstWeekOf, type Moment, pad, secondsPerDay, weekdayOf } from './moment.ts';
import { type TimeZone, writeOffset } from './zone.ts';

interface LocalMoment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly days: number;
  readonly secondOfDay: number;
  readonly nanos: number;
  readonly offset: number;
  readonly zone: TimeZone;
}

export type DateWriter = (moment: Moment, zone: TimeZone) => string;

function localize({ seconds, nanos }: Moment, zone: TimeZone): LocalMoment {
  const offset = zone.offsetAt(seconds);
  const local = seconds + offset;
  const days = Math.floor(local / secondsPerDay);
  return { ...dateOf(days), days, secondOfDay: local - days * secondsPerDay, nanos, offset, zone };
}

/** Milliseconds and the offset, as in `2018-05-02T10:11:12.000Z`; the year is of the era. */
export function writeIsoDate({ seconds, nanos }: Moment, zone: TimeZone): string {
  return writeIsoNanos({ seconds, nanos: nanos - (nanos % 1_000_000) }, zone);
}

/** Three to nine digits after the second, as many as it needs. */
export function writeIsoNanos({ seconds, nanos }: Moment, zone: TimeZone): string {
  const offset = zone.offsetAt(seconds);
  const local = seconds + offset;
  const days = Math.floor(local / secondsPerDay);
  const secondOfDay = local - days * secondsPerDay;
  const start = (isoDays.get(days) ?? writeIsoDay(days)) + writeMinute(secondOfDay);
  if (nanos === 0 && offset === 0) return start + wholeSeconds[secondOfDay % 60];
  const fraction = nanos % 1_000_000 === 0 ? pad(nanos / 1_000_000, 3) : pad(nanos, 9).replace(/0{1,6}$/, '');
  return `${start}${two(secondOfDay % 60)}.${fraction}${offset === 0 ? 'Z' : writeOffset(offset, ':')}`;
}

/** The dates of the days of the last records, up to the T: logs have many records of few days. */
const isoDays = new Map<number, string>();
const maxDays = 1000;

function writeIsoDay(days: number): string {
  const { year, month, day } = dateOf(days);
  const text = `${writeYear(yearOfEraOf(year), 4)}-${two(month)}-${two(day)}T`;
  if (isoDays.size >= maxDays) isoDays.clear();
  isoDays.set(days, text);
  return text;
}

/** The hour and the minute, as in `10:11:`. */
function writeMinute(secondOfDay: number): string {
  const minute = Math.floor(secondOfDay / 60);
  minutes[minute] ??= `${two(Math.floor(minute / 60))}:${two(minute % 60)}:`;
  return minutes[minute];
}

const minutes: string[] = Array.from({ length: 1440 });

const twoDigits = Array.from({ length: 100 }, (_, value) => pad(value, 2));

/** `Date` takes four times as long, and `padStart` twice. */
function two(value: number): string {
  return twoDigits[value] ?? '';
}

const wholeSeconds = twoDigits.slice(0, 60).map((second) => `${second}.000Z`);

/** @throws InvalidPattern */
export function compileDateWriter(pattern: string, names: DateNames): DateWriter {
  const write = sequence(splitDatePattern(pattern), names);
  return (moment, zone) => write(localize(moment, zone));
}

type PartWriter = (moment: LocalMoment) => string;

function sequence(parts: readonly PatternPart[], names: DateNames): PartWriter {
  const writers = parts.map((part): PartWriter => {
    if (part.kind === 'literal') return () => part.text;
    if (part.kind === 'optional') return sequence(part.parts, names);
    return lettersWriter(part.letter, part.count, names);
  });
  return (moment) => {
    let text = '';
    for (const write of writers) text += write(moment);
    return text;
  };
}

function yearOfEraOf(year: number): number {
  return year > 0 ? year : 1 - year;
}

function writeYear(year: number, width: number): string {
  if (width === 2) return pad(Math.abs(year) % 100, 2);
  const text = pad(Math.abs(year), width);
  const sign = year < 0 ? '-' : width >= 4 && text.length > width ? '+' : '';
  return sign + text;
}

const numbers: Readonly<Record<string, (moment: LocalMoment) => number>> = {
  M: ({ month }) => month,
  L: ({ month }) => month,
  Q: ({ month }) => Math.ceil(month / 3),
  q: ({ month }) => Math.ceil(month / 3),
  w: weekOf,
  d: ({ day }) => day,
  D: ({ year, days }) => days - daysOf({ year, month: 1, day: 1 }) + 1,
  e: ({ days }) => (weekdayOf(days) % 7) + 1,
  H: hourOf,
  k: (moment) => hourOf(moment) || 24,
  K: (moment) => hourOf(moment) % 12,
  h: (moment) => hourOf(moment) % 12 || 12,
  m: ({ secondOfDay }) => Math.floor(secondOfDay / 60) % 60,
  s: ({ secondOfDay }) => secondOfDay % 60,
  n: ({ nanos }) => nanos,
  A: ({ secondOfDay, nanos }) => secondOfDay * 1000 + Math.floor(nanos / 1_000_000),
  N: ({ secondOfDay, nanos }) => secondOfDay * 1e9 + nanos,
};

function hourOf({ secondOfDay }: LocalMoment): number {
  return Math.floor(secondOfDay / 3600);
}

function weekYearOf({ year, days }: LocalMoment): number {
  return days >= firstWeekOf(year + 1) ? year + 1 : year;
}

function weekOf(moment: LocalMoment): number {
  return Math.floor((moment.days - firstWeekOf(weekYearOf(moment))) / 7) + 1;
}

function lettersWriter(letter: string, count: number, names: DateNames): PartWriter {
  const number = ownMember(numbers, letter);
  if (number && !('ML'.includes(letter) && count > 2)) return (moment) => pad(number(moment), count);
  const months = count === 3 ? names.shortMonths : names.months;
  const weekdays = count === 4 ? names.weekdays : names.shortWeekdays;
  switch (letter) {
    case 'u':
      return ({ year }) => writeYear(year, count);
    case 'y':
      return ({ year }) => writeYear(yearOfEraOf(year), count);
    case 'Y':
      return (moment) => writeYear(weekYearOf(moment), count);
    case 'S':
      return ({ nanos }) => pad(nanos, 9).slice(0, count);
    case 'M':
    case 'L':
      return ({ month }) => months[month - 1] ?? '';
    case 'E':
      return ({ days }) => weekdays[weekdayOf(days) - 1] ?? '';
    case 'a':
      return (moment) => names.halves[hourOf(moment) < 12 ? 0 : 1] ?? '';
    case 'G':
      return ({ year }) => names.eras[year > 0 ? 1 : 0] ?? '';
    case 'z':
    case 'V':
      return ({ zone }) => zone.id;
    default:
      return offsetWriter(letter, count);
  }
}

/** @example shortOffset(7200) // '+2' */
function shortOffset(offset: number): string {
  return writeOffset(offset, ':')
    .replace(/^([+-])0/, '$1')
    .replace(/:00$/, '');
}

function offsetWriter(letter: string, count: number): PartWriter {
  if (letter === 'O' || (letter === 'Z' && count === 4)) {
    const isShort = letter === 'O' && count === 1;
    return ({ offset }) =>
      `GMT${offset === 0 ? '' : isShort ? shortOffset(offset) : writeOffset(offset, ':')}`;
  }
  if (!'XxZ'.includes(letter)) throw new InvalidPattern(`has ${letter}, which cannot be written`);
  const isZ = letter === 'X' || (letter === 'Z' && count === 5);
  const separator = (letter === 'Z' ? count === 5 : count === 3 || count === 5) ? ':' : '';
  const isShort = letter !== 'Z' && count === 1;
  return ({ offset }) => {
    if (offset === 0 && isZ) return 'Z';
    const text = writeOffset(offset, separator);
    return isShort && text.endsWith('00') ? text.slice(0, 3) : text;
  };
}
