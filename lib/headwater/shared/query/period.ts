/** The period that a date or a number of a query covers. It includes its start, not its end. */

import type { NumericKind } from './fields.ts';

export interface Period {
  readonly start: number;
  readonly end: number;
}

type Unit = 's' | 'm' | 'h' | 'd' | 'w' | 'M' | 'y';

const milliseconds = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const months = { M: 1, y: 12 } as const;

/** The first moment of year 0. It completes a date of lower precision. */
const firstMoment = '0000-01-01T00:00:00.000Z';
/** Years between these times have four digits in ISO 8601, so that texts sort as dates do. */
const earliest = Date.parse(firstMoment);
const latest = Date.parse('9999-12-31T23:59:59.999Z');
const unitOfLength: Readonly<Record<number, Unit>> = { 4: 'y', 7: 'M', 10: 'd', 13: 'h', 16: 'm', 19: 's' };
const isoDate =
  /^(\d{4}(?:-\d\d(?:-\d\d(?:T\d\d(?::\d\d(?::\d\d(?:\.\d{1,3})?)?)?)?)?)?)(?:(?<=T.*)(?:Z|([+-]\d\d):?(\d\d)))?$/;
const relativeDate = /^now((?:[+-]\d{1,9}[smhdwMy])*)$/;

/** Undefined if the text is no value of the kind. */
export function periodOfValue(kind: NumericKind, text: string, now: number): Period | undefined {
  switch (kind) {
    case 'date':
      return periodOfDate(text, now);
    case 'integer':
      return periodOfInteger(text);
    case 'decimal':
      return periodOfDecimal(text);
  }
}

/** Undefined if the text is not a date of the years 0 to 9999. The default time zone is UTC. */
export function periodOfDate(text: string, now: number): Period | undefined {
  const [, steps] = relativeDate.exec(text) ?? [];
  const period = steps === undefined ? periodOfIsoDate(text) : moment(shiftBySteps(now, steps));
  if (!period || !(period.start >= earliest && period.start <= latest)) return undefined;
  return { start: period.start, end: Math.min(period.end, latest) };
}

/**
 * Why a text in the form of a date is not on the calendar; undefined if it has another form.
 *
 * @example calendarMistake('2026-02-30') // '2026-02 has 28 days'
 */
export function calendarMistake(text: string): string | undefined {
  const [, local = ''] = isoDate.exec(text.toUpperCase()) ?? [];
  const [year, month, day] = local.slice(0, 10).split('-').map(Number);
  if (year === undefined || month === undefined) return undefined;
  if (month < 1 || month > 12) return 'a year has the months 01 to 12';
  // The calendar repeats every 400 years. Date.UTC maps the years 0 to 99 to 1900 to 1999.
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const isWrong = day !== undefined && (day < 1 || day > days);
  return isWrong ? `${local.slice(0, 7)} has ${days} days` : undefined;
}

/** Undefined if the text is not an integer of at most 15 digits, which a number represents exactly. */
function periodOfInteger(text: string): Period | undefined {
  return /^-?\d{1,15}$/.test(text) ? moment(Number(text)) : undefined;
}

const maxDecimalDigits = 15;

/**
 * Undefined if the text is not a decimal of at most 15 significant digits. Each of these is a number of its own, so a comparison
 * with any number is exact.
 */
function periodOfDecimal(text: string): Period | undefined {
  const [, whole = '', fraction = ''] = /^-?(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  if (whole === '' || digits.length > maxDecimalDigits) return undefined;
  const start = Number(text);
  return { start, end: nextNumber(start) };
}

/** The least number that is greater. */
export function nextNumber(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  // Zero has no sign.
  view.setFloat64(0, value + 0);
  view.setBigInt64(0, view.getBigInt64(0) + (value < 0 ? -1n : 1n));
  return view.getFloat64(0);
}

function moment(value: number): Period {
  return { start: value, end: value + 1 };
}

function periodOfIsoDate(text: string): Period | undefined {
  const [, local, hours = '0', minutes = '0'] = isoDate.exec(text.toUpperCase()) ?? [];
  if (local === undefined || Math.abs(Number(hours)) > 23 || Number(minutes) > 59) return undefined;
  const complete = local + firstMoment.slice(local.length);
  const start = Date.parse(complete);
  // Date.parse reads the 30th of February as the 2nd of March.
  if (!isOnCalendar(start, complete)) return undefined;
  const unit = unitOfLength[local.length];
  const end = unit ? shift(start, 1, unit) : start + 10 ** (firstMoment.length - 1 - local.length);
  const ahead = offsetOf(hours, Number(minutes));
  return { start: start - ahead, end: end - ahead };
}

function isOnCalendar(time: number, text: string): boolean {
  return Number.isFinite(time) && new Date(time).toISOString() === text;
}

/** The offset of local time from UTC in milliseconds. The sign of the hours, even of -00, applies to the minutes. */
function offsetOf(hours: string, minutes: number): number {
  const sign = hours.startsWith('-') ? -1 : 1;
  return Number(hours) * milliseconds.h + sign * minutes * milliseconds.m;
}

function shiftBySteps(now: number, steps: string): number {
  const each = steps.matchAll(/([+-]\d+)([smhdwMy])/g);
  return [...each].reduce((time, [, amount, unit]) => shift(time, Number(amount), unit as Unit), now);
}

function shift(time: number, amount: number, unit: Unit): number {
  if (unit !== 'M' && unit !== 'y') return time + amount * milliseconds[unit];
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + amount * months[unit]);
  // One month after the 31st of January is the last day of February.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
