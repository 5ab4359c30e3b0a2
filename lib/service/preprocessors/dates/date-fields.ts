/** What the letters of a pattern have read from a text, and the moment that it means. */

import {
  type CalendarDate,
  daysInMonth,
  daysOf,
  firstWeekOf,
  isLeapYear,
  type Moment,
  secondsPerDay,
  weekdayOf,
} from './moment.ts';
import { type TimeZone, toUtc } from './zone.ts';

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
  };
}

export type DateField = Exclude<keyof DateFields, 'zone'>;

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

export interface ResolveOptions {
  /** For a text without zone and offset. */
  readonly zone: TimeZone;
  /** The year of a text without one is the nearest. In milliseconds since 1970. */
  readonly now: number;
}

/** Undefined when no such date exists. */
export function resolveMoment(fields: DateFields, { zone, now }: ResolveOptions): Moment | undefined {
  if (hasYear(fields)) return momentIn(fields, zone, 0);
  const current = yearOf(now);
  const moment = momentIn(fields, zone, current);
  // As in Elasticsearch, a time without a date is on January 1st of this year.
  if (!moment || fields.month === undefined) return moment;
  const ahead = moment.seconds - now / 1000;
  if (Math.abs(ahead) <= halfYear) return moment;
  const other = momentIn(fields, zone, ahead > 0 ? current - 1 : current + 1);
  return other && Math.abs(other.seconds - now / 1000) < Math.abs(ahead) ? other : moment;
}

/** Less than half of the shortest year, in seconds. */
const halfYear = 182 * secondsPerDay;

let lastNow = 0;
let lastYear = 1970;

/** The year of the run, computed once. */
function yearOf(now: number): number {
  if (now !== lastNow) {
    const year = new Date(now).getUTCFullYear();
    // A run may be interrupted at each call: none comes between the two.
    lastNow = now;
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
  return { seconds: toUtc(local, fields.zone ?? zone), nanos };
}

function resolveDays(fields: DateFields, yearWithout: number): number | undefined {
  const { quarter = 1, weekday } = fields;
  const { month = quarter * 3 - 2, day = 1 } = fields;
  const year = fields.year ?? yearOfEra(fields);
  if (year === undefined)
    return fields.weekYear === undefined
      ? clampedDays({ year: yearWithout, month, day })
      : weekDays(fields.weekYear, fields);
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

/** Without a year, February 29th is the 28th in most years. */
function clampedDays({ year, month, day }: CalendarDate): number {
  return daysOf({ year, month, day: Math.min(day, daysInMonth(year, month)) });
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
