/**
 * Reads dates whose parts all have a fixed width, such as `dd/MMM/yyyy:HH:mm:ss Z`: the dates of most logs. It takes half
 * the time of the reader of any pattern, and leaves to that one whatever is not a usual date.
 */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import type { DateNames } from './date-names.ts';
import type { PatternPart } from './date-pattern.ts';
import { daysInMonth, daysOf, type Moment, secondsPerDay } from './moment.ts';
import { readDigits, readPlainOffset } from './read-date.ts';
import { type TimeZone, toUtc, utc } from './zone.ts';

/** It returns undefined for a text that is not a date, or not a usual one. */
type LayoutReader = (text: string, zone: TimeZone) => Moment | undefined;

const widths = {
  year: 4,
  month: 2,
  monthName: 3,
  day: 2,
  hour: 2,
  minute: 2,
  second: 2,
  millis: 3,
  offset: 5,
};
type Part = keyof typeof widths;

const letters: Readonly<Record<string, Part>> = {
  yyyy: 'year',
  uuuu: 'year',
  MM: 'month',
  MMM: 'monthName',
  dd: 'day',
  HH: 'hour',
  mm: 'minute',
  ss: 'second',
  SSS: 'millis',
  Z: 'offset',
};

/** Where each part begins. A part that the pattern does not have begins at -1. */
interface Layout extends Readonly<Record<Part, number>> {
  readonly length: number;
  /** The characters between the parts, and where they are. */
  readonly literals: readonly { readonly at: number; readonly code: number }[];
}

/** Undefined when the pattern has other parts, a part twice, no day, or a time without its hour. */
export function compileFixedLayout(
  parts: readonly PatternPart[],
  { shortMonths, otherForms }: DateNames,
): LayoutReader | undefined {
  const layout = layoutOf(parts);
  const hasShortNames =
    shortMonths.every((name) => name.length === widths.monthName) && !otherForms?.shortMonths?.length;
  if (!layout || (layout.monthName !== -1 && !hasShortNames)) return undefined;
  const monthKeys = shortMonths.map((name) => monthKeyAt(name, 0));
  return (text, zone) => {
    if (text.length !== layout.length || !hasLiterals(text, layout)) return undefined;
    const days = readDays(text, layout, monthKeys);
    const seconds = readSeconds(text, layout);
    const millis = numberAt(text, layout.millis, widths.millis);
    if (days === undefined || seconds === undefined || millis === -1) return undefined;
    const local = days * secondsPerDay + seconds;
    const nanos = millis * 1_000_000;
    if (layout.offset === -1) return { seconds: zone === utc ? local : toUtc(local, zone), nanos };
    const offset = readPlainOffset(text, layout.offset);
    return offset === undefined ? undefined : { seconds: local - offset, nanos };
  };
}

function layoutOf(parts: readonly PatternPart[]): Layout | undefined {
  const places = new Map<Part, number>();
  const literals: { at: number; code: number }[] = [];
  let at = 0;
  for (const part of parts) {
    if (part.kind === 'literal') {
      for (let index = 0; index < part.text.length; index++)
        literals.push({ at: at + index, code: part.text.charCodeAt(index) });
      at += part.text.length;
      continue;
    }
    const name = part.kind === 'letters' ? ownMember(letters, part.letter.repeat(part.count)) : undefined;
    if (name === undefined || places.has(name)) return undefined;
    places.set(name, at);
    at += widths[name];
  }
  if (!isUsual(places)) return undefined;
  const placeOf = (name: Part) => places.get(name) ?? -1;
  return {
    length: at,
    literals,
    year: placeOf('year'),
    month: placeOf('month'),
    monthName: placeOf('monthName'),
    day: placeOf('day'),
    hour: placeOf('hour'),
    minute: placeOf('minute'),
    second: placeOf('second'),
    millis: placeOf('millis'),
    offset: placeOf('offset'),
  };
}

function isUsual(places: ReadonlyMap<Part, number>): boolean {
  const hasMonth = places.has('month') !== places.has('monthName');
  const hasTime = places.has('minute') || places.has('second') || places.has('millis');
  return places.has('year') && hasMonth && places.has('day') && (places.has('hour') || !hasTime);
}

function hasLiterals(text: string, { literals }: Layout): boolean {
  for (const { at, code } of literals) if (text.charCodeAt(at) !== code) return false;
  return true;
}

/** The three characters of a name as a number: no text has to be made to compare it. */
function monthKeyAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1)) * 65_536 + text.charCodeAt(at + 2);
}

/** 0 when there is none. A loop, since `lastIndexOf` takes four times as long. */
function findMonth(monthKeys: readonly number[], key: number): number {
  let month = monthKeys.length;
  while (month > 0 && monthKeys[month - 1] !== key) month--;
  return month;
}

function readDays(text: string, layout: Layout, monthKeys: readonly number[]): number | undefined {
  const year = readDigits(text, layout.year, widths.year);
  const day = readDigits(text, layout.day, widths.day);
  const month =
    layout.monthName === -1
      ? readDigits(text, layout.month, widths.month)
      : findMonth(monthKeys, monthKeyAt(text, layout.monthName));
  // The years before 1 depend on the letter.
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return daysOf({ year, month, day });
}

/** Reads the seconds since the beginning of the day. */
function readSeconds(text: string, layout: Layout): number | undefined {
  const hour = numberAt(text, layout.hour, widths.hour);
  const minute = numberAt(text, layout.minute, widths.minute);
  const second = numberAt(text, layout.second, widths.second);
  if (hour === -1 || hour > 23 || minute === -1 || minute > 59 || second === -1 || second > 59)
    return undefined;
  return hour * 3600 + minute * 60 + second;
}

/** Returns 0 for an absent part, -1 for a part that is not a number. */
function numberAt(text: string, at: number, width: number): number {
  return at === -1 ? 0 : readDigits(text, at, width);
}
