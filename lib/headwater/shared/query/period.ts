/** The period that a date or an integer of a query covers. It includes its start, not its end. */

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
export function periodOfInteger(text: string): Period | undefined {
  return /^-?\d{1,15}$/.test(text) ? moment(Number(text)) : undefined;
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
