/** What a date or an integer of a query covers: from its start to, not including, its end. */

export interface Period {
  readonly start: number;
  readonly end: number;
}

type Unit = 's' | 'm' | 'h' | 'd' | 'w' | 'M' | 'y';

const milliseconds = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const months = { M: 1, y: 12 } as const;

/** The first moment of year 0; a date that is less exact begins as the rest of it does. */
const firstMoment = '0000-01-01T00:00:00.000Z';
/** Between these, ISO 8601 has four digits for the year, and so sorts as the dates do. */
const earliest = Date.parse(firstMoment);
const latest = Date.parse('9999-12-31T23:59:59.999Z');
const unitOfLength: Readonly<Record<number, Unit>> = { 4: 'y', 7: 'M', 10: 'd', 13: 'h', 16: 'm', 19: 's' };
const isoDate =
  /^(\d{4}(?:-\d\d(?:-\d\d(?:T\d\d(?::\d\d(?::\d\d(?:\.\d{1,3})?)?)?)?)?)?)(?:(?<=T.*)(?:Z|([+-]\d\d):?(\d\d)))?$/;
const relativeDate = /^now((?:[+-]\d{1,9}[smhdwMy])*)$/;

/** Undefined when it is no date of the years 0 to 9999. Without a time zone it is UTC. */
export function periodOfDate(text: string, now: number): Period | undefined {
  const [, steps] = relativeDate.exec(text) ?? [];
  const period = steps === undefined ? periodOfIsoDate(text) : moment(shiftBySteps(now, steps));
  if (!period || !(period.start >= earliest && period.start <= latest)) return undefined;
  return { start: period.start, end: Math.min(period.end, latest) };
}

/** Undefined when it is no integer, or one of more than 15 digits, which a number might not hold. */
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
  // Date.parse takes the 30th of February for the 2nd of March.
  if (!isOnCalendar(start, complete)) return undefined;
  const unit = unitOfLength[local.length];
  const end = unit ? shift(start, 1, unit) : start + 10 ** (firstMoment.length - 1 - local.length);
  const ahead = offsetOf(hours, Number(minutes));
  return { start: start - ahead, end: end - ahead };
}

function isOnCalendar(time: number, text: string): boolean {
  return Number.isFinite(time) && new Date(time).toISOString() === text;
}

/** By how much local time is ahead of UTC: the sign of the hours, which may be -00, is that of the minutes too. */
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
  // A month after the 31st of January is the last of February.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
