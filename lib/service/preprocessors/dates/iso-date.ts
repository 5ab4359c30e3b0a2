/** Reads the dates that Elasticsearch calls strict_date_optional_time. */

import type { DateFields } from './date-fields.ts';
import { findZone, readOffset } from './zone.ts';

const iso =
  /^(\d{4}|-\d{4,9}|\+\d{5,9})(?:-(\d\d)(?:-(\d\d)(?:T(?:(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d(?::?\d\d)?)?|\[?[A-Z][A-Za-z]*(?:\/[A-Za-z_/+-]+)?\]?)?)?)?)?)?$/;

/**
 * A year, a month, a day, or a day with a time; undefined for another text.
 *
 * @example readIsoDate('2018-05') // { year: 2018, month: 5 }
 */
export function readIsoDate(text: string): DateFields | undefined {
  const [all, year, month, day, hour, minute, second, fraction, zone] = iso.exec(text) ?? [];
  if (all === undefined) return undefined;
  const fields: DateFields = { year: Number(year) };
  if (month !== undefined) fields.month = Number(month);
  if (day !== undefined) fields.day = Number(day);
  if (hour !== undefined) fields.hour = Number(hour);
  if (minute !== undefined) fields.minute = Number(minute);
  if (second !== undefined) fields.second = Number(second);
  if (fraction !== undefined) fields.nanos = Number(fraction.padEnd(9, '0'));
  if (zone !== undefined && !setZone(fields, zone)) return undefined;
  return isInRange(fields) ? fields : undefined;
}

function setZone(fields: DateFields, text: string): boolean {
  const offset = readOffset(text);
  if (offset !== undefined) fields.offset = offset;
  const zone = offset === undefined ? findZone(text) : undefined;
  if (zone) fields.zone = zone;
  return offset !== undefined || zone !== undefined;
}

function isInRange({ month = 1, day = 1, hour = 0, minute = 0, second = 0 }: DateFields): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 23 && minute <= 59 && second <= 59;
}
