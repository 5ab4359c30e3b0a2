/** Text formats: the cast of parameters and the validators of bodies share these checks. */

export const stringFormats = ['byte', 'date', 'date-time'] as const;
export type StringFormat = (typeof stringFormats)[number];

const fullDatePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/;
const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** RFC 3339 section 5.6 full-date; the day exists in the calendar. */
function isDate(text: string): boolean {
  const [, year, month, day] = fullDatePattern.exec(text) ?? [];
  if (year === undefined) return false;
  // Day 0 of the next month is the last day of this one; years below 100 need setUTCFullYear.
  const lastDay = new Date(0);
  lastDay.setUTCFullYear(Number(year), Number(month), 0);
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= lastDay.getUTCDate();
}

/** RFC 3339 section 5.6 date-time; a leap second is accepted only at 23:59:60 UTC. */
function isDateTime(text: string): boolean {
  const [, date, hour, minute, second, offsetHour = '00', offsetMinute = '00'] =
    dateTimePattern.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return false;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(offsetHour) > 23 || Number(offsetMinute) > 59)
    return false;
  if (Number(second) <= 59) return true;
  const sign = text.includes('+', date.length) ? -1 : 1;
  const offset = sign * (Number(offsetHour) * 60 + Number(offsetMinute));
  const minuteOfDay = (Number(hour) * 60 + Number(minute) + offset + 2 * 1440) % 1440;
  return Number(second) === 60 && minuteOfDay === 1439;
}

/** RFC 4648 section 4 base64, padded. */
function isByte(text: string): boolean {
  return base64Pattern.test(text);
}

export const formats: Readonly<Record<StringFormat, (text: string) => boolean>> = {
  byte: isByte,
  date: isDate,
  'date-time': isDateTime,
};

/** Completes "must be …". */
export const formatDescriptions: Readonly<Record<StringFormat, string>> = {
  byte: 'base64 with padding (RFC 4648 section 4)',
  date: 'a date such as 2024-02-29 (RFC 3339)',
  'date-time': 'a time such as 2024-02-29T12:00:00Z (RFC 3339)',
};
