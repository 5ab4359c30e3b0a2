/** The formats of a date: ISO8601, UNIX and its units, names of Elasticsearch and patterns of java.time. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { type DateFields, type ResolveOptions, resolveMoment } from './date-fields.ts';
import type { DateNames } from './date-names.ts';
import { splitDatePattern } from './date-pattern.ts';
import { compileFixedLayout } from './fixed-layout.ts';
import { type Moment, momentOfNanos } from './moment.ts';
import { compileDateReader, type DateReader } from './read-date.ts';
import { compileDateWriter, type DateWriter, writeIsoDate, writeIsoNanos } from './write-date.ts';
import { findZone, readOffset } from './zone.ts';
import type { AmbiguousZone } from './zone-names.ts';

/** Undefined when the text does not fit the format. */
type MomentReader = (text: string, options: ResolveOptions) => Moment | AmbiguousZone | undefined;

/** The largest moment of java.time, in milliseconds since 1970. */
const maxMillis = 31_556_889_864_403_199_999n;

/** The patterns behind the names of Elasticsearch that stand for one pattern. */
const named: Readonly<Record<string, string>> = {
  basic_date: 'yyyyMMdd',
  basic_date_time: "yyyyMMdd'T'HHmmss.SSSX",
  basic_date_time_no_millis: "yyyyMMdd'T'HHmmssX",
  basic_ordinal_date: 'yyyyDDD',
  date: 'yyyy-MM-dd',
  date_hour: "yyyy-MM-dd'T'HH",
  date_hour_minute: "yyyy-MM-dd'T'HH:mm",
  date_hour_minute_second: "yyyy-MM-dd'T'HH:mm:ss",
  date_hour_minute_second_fraction: "yyyy-MM-dd'T'HH:mm:ss.SSS",
  date_hour_minute_second_millis: "yyyy-MM-dd'T'HH:mm:ss.SSS",
  date_time: "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
  date_time_no_millis: "yyyy-MM-dd'T'HH:mm:ssXXX",
  hour_minute_second: 'HH:mm:ss',
  hour_minute: 'HH:mm',
  ordinal_date: 'yyyy-DDD',
  year: 'yyyy',
  year_month: 'yyyy-MM',
  year_month_day: 'yyyy-MM-dd',
};

/** Its result is the default. */
const nanosName = 'strict_date_optional_time_nanos';

/** Readers of numbers since 1970, by the formats that have no alternatives with `||`. */
const epochReaders: ReadonlyMap<string, (text: string) => Moment | undefined> = new Map([
  ['UNIX', readUnix],
  ['UNIX_MS', readUnixMillis],
  ['UNIX_US', unitReader(1_000n)],
  ['UNIX_NS', unitReader(1n)],
  ['epoch_millis', readUnixMillis],
  ['epoch_second', readEpochSecond],
]);

const isoNames = ['ISO8601', 'iso8601', 'strict_date_optional_time', 'date_optional_time', nanosName];

/** Does nothing for a format that can be read. @throws InvalidPattern as `compileMomentReader` */
export function checkMomentFormat(format: string): void {
  if (epochReaders.has(format)) return;
  const alternatives = alternativesOf(format);
  for (const pattern of alternatives)
    if (!(alternatives.length > 1 && isEpoch(pattern)) && !isoNames.includes(pattern))
      splitDatePattern(patternOf(pattern));
}

/** @throws InvalidPattern as `compileMomentWriter` */
export function checkOutputFormat(format: string): void {
  for (const pattern of alternativesOf(format))
    if (!isoNames.includes(pattern) && !epochExponents.has(pattern)) splitDatePattern(patternOf(pattern));
}

/** The units of these formats, as powers of ten of a nanosecond. */
const epochExponents: ReadonlyMap<string, number> = new Map([
  ['epoch_second', 9],
  ['epoch_millis', 6],
]);

/** @example writeEpoch({ seconds: 1, nanos: 500_000 }, 6) // '1000.5' */
function writeEpoch({ seconds, nanos }: Moment, exponent: number): string {
  const all = BigInt(seconds) * 1_000_000_000n + BigInt(nanos);
  const digits = String(all < 0n ? -all : all).padStart(exponent + 1, '0');
  const fraction = digits.slice(-exponent).replace(/0+$/, '');
  return `${all < 0n ? '-' : ''}${digits.slice(0, -exponent)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A leading 8 marked patterns of java.time in an old version of Elasticsearch. White space around a pattern is none of it. */
function alternativesOf(format: string): readonly string[] {
  return format
    .replace(/^8/, '')
    .split('||')
    .map((pattern) => pattern.trim());
}

/** @throws InvalidPattern */
export function compileMomentReader(format: string, names: DateNames): MomentReader {
  const readEpoch = epochReaders.get(format);
  if (readEpoch) return readEpoch;
  const alternatives = alternativesOf(format);
  const readers = alternatives.map((pattern) =>
    alternatives.length > 1 && isEpoch(pattern)
      ? compileMomentReader(pattern, names)
      : fieldsReader(pattern, names),
  );
  return firstReader(readers);
}

/** Reads by the first of the readers that the text fits. */
export function firstReader(readers: readonly MomentReader[]): MomentReader {
  const [only] = readers;
  if (readers.length === 1 && only) return only;
  return (text, options) => {
    for (const read of readers) {
      const moment = read(text, options);
      if (moment) return moment;
    }
    return undefined;
  };
}

function isEpoch(pattern: string): boolean {
  return pattern === 'epoch_millis' || pattern === 'epoch_second';
}

function fieldsReader(pattern: string, names: DateNames): MomentReader {
  if (isoNames.includes(pattern)) return resolving(readIsoDate);
  const parts = splitDatePattern(patternOf(pattern));
  const readUsual = compileFixedLayout(parts, names);
  if (!readUsual) return resolving(compileDateReader(parts, names));
  // Made when the first text is not a usual one.
  let readOther: MomentReader | undefined;
  return (text, options) => {
    const usual = readUsual(text, options.zone);
    if (usual) return usual;
    readOther ??= resolving(compileDateReader(parts, names));
    return readOther(text, options);
  };
}

function resolving(read: DateReader): MomentReader {
  return (text, options) => {
    const fields = read(text);
    return fields && resolveMoment(fields, options);
  };
}

function patternOf(format: string): string {
  const pattern = format.trim();
  const name = pattern.replace(/^strict_/, '');
  return ownMember(named, name) ?? pattern;
}

/** Writes in the first of several formats, as Elasticsearch does. @throws InvalidPattern */
export function compileMomentWriter(format = nanosName, names: DateNames): DateWriter {
  checkOutputFormat(format);
  const [first = ''] = alternativesOf(format);
  if (first === nanosName) return writeIsoNanos;
  if (isoNames.includes(first)) return writeIsoDate;
  const exponent = epochExponents.get(first);
  if (exponent !== undefined) return (moment) => writeEpoch(moment, exponent);
  return compileDateWriter(patternOf(first), names);
}

const decimal = /^[\0- ]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?[\0- ]*$/;

const plainSeconds = /^([+-]?)(\d{1,15})(?:\.(\d*))?$/;

/** Seconds, with a fraction of nine digits, or of three if the text has an exponent. */
function readUnix(text: string): Moment | undefined {
  if (text.length > 64 || !decimal.test(text)) return undefined;
  const [all, sign, seconds = '', fraction = ''] = plainSeconds.exec(text) ?? [];
  if (all !== undefined) {
    const nanos = BigInt(seconds + fraction.slice(0, 9).padEnd(9, '0'));
    return withinRange(sign === '-' ? -nanos : nanos);
  }
  const milliseconds = Math.trunc(Number.parseFloat(text.trim()) * 1000);
  return Number.isFinite(milliseconds) ? withinRange(BigInt(milliseconds) * 1_000_000n) : undefined;
}

/** @param unit In nanoseconds. */
function unitReader(unit: bigint): (text: string) => Moment | undefined {
  return (text) =>
    /^[+-]?\d{1,25}$/.test(text) ? withinRange(BigInt(text.replace('+', '')) * unit) : undefined;
}

function readEpochSecond(text: string): Moment | undefined {
  return /^-?\d{1,15}$/.test(text) ? { seconds: Number(text), nanos: 0 } : undefined;
}

function readUnixMillis(text: string): Moment | undefined {
  if (/^\d{1,15}$/.test(text)) {
    const milliseconds = Number(text);
    const seconds = Math.floor(milliseconds / 1000);
    return { seconds, nanos: (milliseconds - seconds * 1000) * 1_000_000 };
  }
  return /^[+-]?\d{1,19}$/.test(text) ? withinRange(BigInt(text.replace('+', '')) * 1_000_000n) : undefined;
}

/** @param nanos Since 1970. */
function withinRange(nanos: bigint): Moment | undefined {
  const milliseconds = nanos / 1_000_000n;
  const isLong = BigInt.asIntN(64, milliseconds) === milliseconds;
  return isLong && milliseconds <= maxMillis && milliseconds >= -maxMillis ? momentOfNanos(nanos) : undefined;
}

const iso =
  /^(\d{4}|-\d{4,9}|\+\d{5,9})(?:-(\d\d)(?:-(\d\d)(?:T(?:(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d(?::?\d\d)?)?|\[?[A-Z][A-Za-z]*(?:\/[A-Za-z_/+-]+)?\]?)?)?)?)?)?$/;

/**
 * Reads what Elasticsearch calls strict_date_optional_time: a year, a month, a day, or a day with a time. Undefined
 * for another text.
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
