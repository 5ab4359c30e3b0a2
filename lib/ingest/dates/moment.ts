/** Moments and the calendar (ISO 8601, proleptic), beyond the years of JavaScript's Date. */

/** Seconds since 1970 and the nanoseconds after them, 0 to 999,999,999. */
export interface Moment {
  readonly seconds: number;
  readonly nanos: number;
}

export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const secondsPerDay = 86_400;

/** @param all Nanoseconds since 1970. */
export function momentOfNanos(all: bigint): Moment {
  const nanos = ((all % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return { seconds: Number((all - nanos) / 1_000_000_000n), nanos: Number(nanos) };
}

/** Days since 1970-01-01. The months begin with March, so that a leap day is the last of its year. */
export function daysOf({ year, month, day }: CalendarDate): number {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  );
}

export function dateOf(days: number): CalendarDate {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const march = Math.floor((5 * dayOfYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * march + 2) / 5) + 1 };
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (lengths[month - 1] ?? 0);
}

/** 1 is Monday. */
export function weekdayOf(days: number): number {
  return ((((days + 3) % 7) + 7) % 7) + 1;
}

/** The first day of a year's first week, which contains January 1st and begins on a Sunday. */
export function firstWeekOf(year: number): number {
  const first = daysOf({ year, month: 1, day: 1 });
  return first - (weekdayOf(first) % 7);
}

/** @example pad(7, 2) // '07' */
export function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
