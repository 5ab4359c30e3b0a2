/** What the letters of a pattern have read from a text, and the moment that it means. */

import {
  daysInMonth,
  daysOf,
  firstWeekOf,
  isLeapYear,
  type Moment,
  secondsPerDay,
  weekdayOf,
} from './moment.ts';
import { type TimeZone, toUtc } from './zone.ts';
import { type AmbiguousZone, findNamedZone, type NameMeaning } from './zone-names.ts';

export interface DateFields {
  year?: number | undefined;
  yearOfEra?: number | undefined;
  /** 0 is before Christ. */
  era?: number | undefined;
  quarter?: number | undefined;
  month?: number | undefined;
  day?: number | undefined;
  dayOfYear?: number | undefined;
  weekYear?: number | undefined;
  week?: number | undefined;
  /** 1 is Monday. */
  weekday?: number | undefined;
  hour?: number | undefined;
  /** 1 to 24. */
  clockHour?: number | undefined;
  /** 0 to 11. */
  halfDayHour?: number | undefined;
  /** 1 to 12. */
  clockHalfDayHour?: number | undefined;
  /** 1 is after noon. */
  halfDay?: number | undefined;
  minute?: number | undefined;
  second?: number | undefined;
  nanos?: number | undefined;
  milliOfDay?: number | undefined;
  nanoOfDay?: number | undefined;
  /** Seconds east of Greenwich. */
  offset?: number | undefined;
  zone?: TimeZone | undefined;
  /** A short name, whose meaning the declared zone decides. */
  zoneName?: string | undefined;
}

/** Objects with the same members in the same order are fast to fill. */
export function emptyFields(): DateFields {
  return {
    year: undefined,
    yearOfEra: undefined,
    month: undefined,
    day: undefined,
    weekday: undefined,
    hour: undefined,
    clockHalfDayHour: undefined,
    halfDay: undefined,
    minute: undefined,
    second: undefined,
    nanos: undefined,
    offset: undefined,
    zone: undefined,
    zoneName: undefined,
  };
}

export type DateField = Exclude<keyof DateFields, 'zone' | 'zoneName'>;

/** The smallest and largest value of each field. */
export const fieldRanges: Readonly<Partial<Record<DateField, readonly [minimum: number, maximum: number]>>> =
  {
    yearOfEra: [1, 999_999_999],
    quarter: [1, 4],
    month: [1, 12],
    day: [1, 31],
    dayOfYear: [1, 366],
    week: [1, 53],
    weekday: [1, 7],
    hour: [0, 23],
    clockHour: [1, 24],
    halfDayHour: [0, 11],
    clockHalfDayHour: [1, 12],
    minute: [0, 59],
    second: [0, 59],
    nanos: [0, 999_999_999],
    milliOfDay: [0, 86_399_999],
  };

/** The years that a date without one may be in: at most a day ahead of the run, or the nearest. */
export const futures = ['day', 'nearest'] as const;

export interface ResolveOptions {
  /** For a text without zone and offset. */
  readonly zone: TimeZone;
  /** The time of the run, in milliseconds since 1970: it decides the year of a text without one. */
  readonly now: number;
  /** `day` by default. */
  readonly future?: (typeof futures)[number];
  /** What short names of zones mean; `offset` by default. */
  readonly zoneNames?: NameMeaning;
}

/** Undefined when no such date exists. */
export function resolveMoment(
  fields: DateFields,
  { zone: declared, now, future = 'day', zoneNames = 'offset' }: ResolveOptions,
): Moment | AmbiguousZone | undefined {
  const { zone: written = declared, zoneName } = fields;
  const zone = zoneName === undefined ? written : findNamedZone(zoneName, declared, zoneNames);
  if (!zone || 'ambiguousZone' in zone) return zone;
  if (hasYear(fields)) return momentIn(fields, zone, 0);
  // As in Elasticsearch, a time without a date is on January 1st of this year.
  if (fields.month === undefined && fields.dayOfYear === undefined && fields.quarter === undefined)
    return momentIn(fields, zone, yearOf(now));
  const seconds = now / 1000;
  if (future === 'day') return latestUntil(seconds + secondsPerDay, fields, zone);
  const before = latestUntil(seconds, fields, zone);
  const after = earliestAfter(seconds, fields, zone);
  if (!before || !after) return before ?? after;
  return after.seconds - seconds < seconds - before.seconds ? after : before;
}

/** The most years from one February 29th to the next, as from 2096 to 2104. */
const maxYearsToLeapDay = 8;
/** The local year of a zone may begin before that of UTC, and end after it. */
const maxZoneSeconds = secondsPerDay;

/** The newest moment of the fields, without their year, that is not after the limit. */
function latestUntil(limit: number, fields: DateFields, zone: TimeZone): Moment | undefined {
  const newest = yearOf((limit + maxZoneSeconds) * 1000);
  for (let year = newest; year >= newest - maxYearsToLeapDay - 1; year--) {
    const moment = momentIn(fields, zone, year);
    if (moment && moment.seconds <= limit) return moment;
  }
  return undefined;
}

function earliestAfter(limit: number, fields: DateFields, zone: TimeZone): Moment | undefined {
  const oldest = yearOf((limit - maxZoneSeconds) * 1000);
  for (let year = oldest; year <= oldest + maxYearsToLeapDay + 1; year++) {
    const moment = momentIn(fields, zone, year);
    if (moment && moment.seconds > limit) return moment;
  }
  return undefined;
}

let lastMillis = 0;
let lastYear = 1970;

/** A run asks for the same year for each record, so the last answer is kept. */
function yearOf(millis: number): number {
  if (millis !== lastMillis) {
    const year = new Date(millis).getUTCFullYear();
    // A run may be interrupted at each call: none comes between the two.
    lastMillis = millis;
    lastYear = year;
  }
  return lastYear;
}

/** @param year Counts unless the fields have one. */
function momentIn(fields: DateFields, zone: TimeZone, year: number): Moment | undefined {
  const days = resolveDays(fields, year);
  if (days === undefined) return undefined;
  const { seconds, nanos } = timeOf(fields);
  const local = days * secondsPerDay + seconds;
  if (fields.offset !== undefined) return { seconds: local - fields.offset, nanos };
  return { seconds: toUtc(local, zone), nanos };
}

function resolveDays(fields: DateFields, yearWithout: number): number | undefined {
  const { quarter = 1, weekday } = fields;
  const { month = quarter * 3 - 2, day = 1 } = fields;
  const written = fields.year ?? yearOfEra(fields);
  if (written === undefined && fields.weekYear !== undefined) return weekDays(fields.weekYear, fields);
  const year = written ?? yearWithout;
  if (fields.dayOfYear !== undefined && fields.month === undefined)
    return ordinalDays(year, fields.dayOfYear);
  if (day > daysInMonth(year, month)) return undefined;
  const days = daysOf({ year, month, day });
  // As in Java, the weekday is compared only for the year of the letter u.
  return fields.year !== undefined && weekday !== undefined && weekdayOf(days) !== weekday ? undefined : days;
}

function weekDays(year: number, { week = 1, weekday = 7 }: DateFields): number {
  return firstWeekOf(year) + (week - 1) * 7 + (weekday % 7);
}

function ordinalDays(year: number, dayOfYear: number): number | undefined {
  if (dayOfYear > (isLeapYear(year) ? 366 : 365)) return undefined;
  return daysOf({ year, month: 1, day: 1 }) + dayOfYear - 1;
}

function yearOfEra({ yearOfEra, era }: DateFields): number | undefined {
  if (yearOfEra === undefined) return undefined;
  return era === 0 ? 1 - yearOfEra : yearOfEra;
}

function timeOf(fields: DateFields): Moment {
  const { milliOfDay, nanoOfDay, minute = 0, second = 0, nanos = 0 } = fields;
  const hour = hourOf(fields);
  if (nanoOfDay !== undefined) return { seconds: Math.floor(nanoOfDay / 1e9), nanos: nanoOfDay % 1e9 };
  if (milliOfDay !== undefined)
    return { seconds: Math.floor(milliOfDay / 1000), nanos: (milliOfDay % 1000) * 1_000_000 };
  // As in Elasticsearch, there is no time without an hour; without a year, its fraction counts.
  if (hour === undefined) return { seconds: 0, nanos: hasYear(fields) ? 0 : nanos };
  return { seconds: hour * 3600 + minute * 60 + second, nanos };
}

function hasYear({ year, yearOfEra, weekYear }: DateFields): boolean {
  return year !== undefined || yearOfEra !== undefined || weekYear !== undefined;
}

function hourOf({ hour, clockHour, halfDayHour, clockHalfDayHour, halfDay }: DateFields): number | undefined {
  if (hour !== undefined) return hour;
  if (clockHour !== undefined) return clockHour % 24;
  const inHalf = halfDayHour ?? (clockHalfDayHour === undefined ? undefined : clockHalfDayHour % 12);
  return inHalf === undefined || halfDay === undefined ? undefined : halfDay * 12 + inHalf;
}
