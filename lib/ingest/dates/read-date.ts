/** Compiles a pattern of java.time to a reader of dates, as strict as Elasticsearch's. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { InvalidPattern } from '../base/definition.ts';
import { type DateField, type DateFields, emptyFields, fieldRanges } from './date-fields.ts';
import type { DateNames, NameList } from './date-names.ts';
import type { PatternPart } from './date-pattern.ts';
import { findZone, readOffset } from './zone.ts';
import { isZoneName } from './zone-names.ts';

/** Undefined unless the whole text fits the pattern. */
export type DateReader = (text: string) => DateFields | undefined;

/** @throws InvalidPattern */
export function compileDateReader(parts: readonly PatternPart[], names: DateNames): DateReader {
  const read = sequence(parts, names);
  return (text) => {
    const fields = emptyFields();
    return read(text, 0, fields) === text.length ? fields : undefined;
  };
}

function sequence(parts: readonly PatternPart[], names: DateNames): PartReader {
  const readers = parts.map((part, index) =>
    partReader(part, names, { reserve: reserveAfter(parts, index), literal: literalAfter(parts, index) }),
  );
  return (text, at, fields) => {
    let position = at;
    for (const read of readers) {
      position = read(text, position, fields);
      if (position === -1) return -1;
    }
    return position;
  };
}

/** What follows a part. */
interface Following {
  /** How many digits belong to numbers of fixed width. */
  readonly reserve: number;
  /** Empty unless a literal follows. */
  readonly literal: string;
}

function literalAfter(parts: readonly PatternPart[], index: number): string {
  const next = parts[index + 1];
  return next?.kind === 'literal' ? next.text : '';
}

function partReader(part: PatternPart, names: DateNames, following: Following): PartReader {
  if (part.kind === 'literal')
    return (text, at) => (text.startsWith(part.text, at) ? at + part.text.length : -1);
  if (part.kind === 'optional') {
    const read = sequence(part.parts, names);
    return (text, at, fields) => {
      const attempt = { ...fields };
      const end = read(text, at, attempt);
      if (end === -1) return at;
      Object.assign(fields, attempt);
      return end;
    };
  }
  return lettersReader(part, names, following);
}

/** Digits that belong to numbers of fixed width directly after this part, as in yyyyMMdd. */
function reserveAfter(parts: readonly PatternPart[], index: number): number {
  let reserve = 0;
  for (const part of parts.slice(index + 1)) {
    if (part.kind !== 'letters') break;
    if (part.letter === 'S') {
      reserve += part.count;
      continue;
    }
    const shape = numberShape(part.letter, part.count);
    if (!shape || shape.minimum !== shape.maximum) break;
    reserve += part.count;
  }
  return reserve;
}

function lettersReader(
  { letter, count }: Extract<PatternPart, { readonly kind: 'letters' }>,
  names: DateNames,
  { reserve, literal }: Following,
): PartReader {
  const shape = numberShape(letter, count);
  if (shape) {
    // Two letters of a year are the years 2000 to 2099.
    const base = 'uyY'.includes(letter) && count === 2 ? 2000 : 0;
    return numberReader(shape, reserve, base);
  }
  switch (letter) {
    case 'S':
      return fractionReader(count);
    case 'M':
    case 'L':
      return namesReader(names, { list: count === 3 ? 'shortMonths' : 'months', field: 'month', literal });
    case 'E':
      return namesReader(names, {
        list: count === 4 ? 'weekdays' : 'shortWeekdays',
        field: 'weekday',
        literal,
      });
    case 'a':
      return namesReader(names, { list: 'halves', field: 'halfDay', literal });
    case 'G':
      return namesReader(names, { list: 'eras', field: 'era', literal });
    case 'z':
      return zoneReader(isZoneName);
    case 'V':
      return zoneReader(() => false);
    case 'X':
    case 'x':
    case 'Z':
    case 'O':
      return offsetReader(letter, count);
    default:
      throw new InvalidPattern(`has ${letter}, which cannot be read`);
  }
}

function fractionReader(count: number): PartReader {
  return (text, at, fields) => {
    if (countDigits(text, at) < count) return -1;
    fields.nanos = Number(text.slice(at, at + count).padEnd(9, '0'));
    return at + count;
  };
}

interface NamedPart {
  readonly list: NameList;
  readonly field: 'month' | 'weekday' | 'halfDay' | 'era';
  readonly literal: string;
}

/** Reads the longest name that the text has at the position; behind an abbreviation, the literal may have its point. */
function namesReader(names: DateNames, { list, field, literal }: NamedPart): PartReader {
  const first = field === 'month' || field === 'weekday' ? 1 : 0;
  const forms = [...(names.otherForms?.[list] ?? []), names[list]];
  const values = new Map(forms.flatMap((form) => form.map((name, index) => [name, index + first] as const)));
  const [width = 0, ...others] = new Set(Array.from(values.keys(), ({ length }) => length));
  if (others.length === 0)
    return (text, at, fields) => {
      const value = values.get(text.slice(at, at + width));
      if (value === undefined) return -1;
      fields[field] = value;
      return at + width;
    };
  const sorted = Array.from(values, ([name, value]) => ({ name, value })).toSorted(byLength);
  return (text, at, fields) => {
    const fitting = sorted.filter(({ name }) => text.startsWith(name, at));
    const found = fitting.find(({ name }) => text.startsWith(literal, at + name.length)) ?? fitting[0];
    if (!found) return -1;
    fields[field] = found.value;
    return at + found.name.length;
  };
}

function byLength(a: { readonly name: string }, b: { readonly name: string }): number {
  return b.name.length - a.name.length;
}

const zoneName = /[A-Za-z0-9_/+:-]+/y;
/** As part of a date, the offset of a zone has hours and minutes. */
const shortZone = /^(?:UTC|GMT|UT)?[+-](?!\d\d:\d\d(?::\d\d)?$)/;

/** @param isName Whether a text is a short name, which goes before the id of a zone. */
function zoneReader(isName: (text: string) => boolean): PartReader {
  return (text, at, fields) => {
    zoneName.lastIndex = at;
    const [name] = zoneName.exec(text) ?? [];
    if (name === undefined) return -1;
    if (isName(name)) fields.zoneName = name;
    else {
      const zone = shortZone.test(name) ? undefined : findZone(name);
      if (!zone) return -1;
      fields.zone = zone;
    }
    return at + name.length;
  };
}

const offsets: Readonly<Record<string, RegExp>> = {
  X1: /[+-]\d\d(?:\d\d)?|Z/y,
  X2: /[+-]\d{4}|Z/y,
  X3: /[+-]\d\d:\d\d|Z/y,
  X4: /[+-]\d{4}(?:\d\d)?|Z/y,
  X5: /[+-]\d\d:\d\d(?::\d\d)?|Z/y,
  O: /GMT(?:[+-]\d{1,2}(?::\d\d)?)?/y,
};

function offsetReader(letter: string, count: number): PartReader {
  const key =
    letter === 'Z' ? (count < 4 ? 'X2' : count === 4 ? 'O' : 'X5') : letter === 'O' ? 'O' : `X${count}`;
  const pattern = ownMember(offsets, key) ?? /Z/y;
  const acceptsZ = letter === 'X' || (letter === 'Z' && count === 5);
  const readPlain = key === 'X2' ? readPlainOffset : () => undefined;
  return (text, at, fields) => {
    const plain = readPlain(text, at);
    if (plain !== undefined) {
      fields.offset = plain;
      return at + 5;
    }
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined || (found === 'Z' && !acceptsZ)) return -1;
    const written = key === 'O' ? found.replace(/^[A-Z]+/, '') || 'Z' : found;
    const offset = readOffset(written);
    if (offset === undefined) return -1;
    fields.offset = offset;
    return at + found.length;
  };
}

/** Reads one part at a position; the position after it, or -1. */
type PartReader = (text: string, at: number, fields: DateFields) => number;

interface NumberShape {
  readonly field: DateField;
  readonly minimum: number;
  readonly maximum: number;
  readonly isSigned: boolean;
  /** More digits than the minimum need a plus sign. */
  readonly needsPlus: boolean;
}

const numeric: Readonly<Record<string, DateField>> = {
  u: 'year',
  y: 'yearOfEra',
  Y: 'weekYear',
  Q: 'quarter',
  q: 'quarter',
  M: 'month',
  L: 'month',
  w: 'week',
  d: 'day',
  D: 'dayOfYear',
  e: 'weekday',
  H: 'hour',
  k: 'clockHour',
  K: 'halfDayHour',
  h: 'clockHalfDayHour',
  m: 'minute',
  s: 'second',
  n: 'nanos',
  A: 'milliOfDay',
  N: 'nanoOfDay',
};

/** The widths and signs of java.time. */
function numberShape(letter: string, count: number): NumberShape | undefined {
  const field = ownMember(numeric, letter);
  if (field === undefined || ('ML'.includes(letter) && count > 2)) return undefined;
  const rest = { field, minimum: count, isSigned: false, needsPlus: false };
  if ('uyY'.includes(letter))
    return { ...rest, maximum: count === 2 ? 2 : 15, isSigned: count !== 2, needsPlus: count > 3 };
  if ('nAN'.includes(letter)) return { ...rest, maximum: 15 };
  if (letter === 'D' && count > 1) return { ...rest, maximum: 3 };
  return count === 1 ? { ...rest, maximum: 15, isSigned: true } : { ...rest, maximum: count };
}

/** The number of a fixed count of digits; -1 unless all are there. */
export function readDigits(text: string, at: number, count: number): number {
  let value = 0;
  for (let position = at; position < at + count; position++) {
    const digit = text.charCodeAt(position) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** The usual offset, `+0200`, in seconds. Undefined for everything else. */
export function readPlainOffset(text: string, at: number): number | undefined {
  const sign = text[at];
  const digits = readDigits(text, at + 1, 4);
  const minutes = digits % 100;
  if ((sign !== '+' && sign !== '-') || digits === -1 || digits > 1800 || minutes > 59) return undefined;
  const offset = ((digits - minutes) / 100) * 3600 + minutes * 60;
  return sign === '-' ? -offset : offset;
}

/** Digits without a sign: the usual case, and much faster. */
function fixedReader(shape: NumberShape, base: number): PartReader {
  const { field, minimum } = shape;
  const [lowest, highest] = fieldRanges[field] ?? [-999_999_999, 999_999_999];
  return (text, at, fields) => {
    const digits = readDigits(text, at, minimum);
    const value = digits + base;
    if (digits === -1 || value < lowest || value > highest) return -1;
    if (fields[field] !== undefined && fields[field] !== value) return -1;
    fields[field] = value;
    return at + minimum;
  };
}

function numberReader(shape: NumberShape, reserve: number, base: number): PartReader {
  const read = variableReader(shape, reserve, base);
  if (shape.minimum === shape.maximum) return fixedReader(shape, base);
  if (!shape.needsPlus) return read;
  // Most years have four digits, no sign, and something else behind them.
  const fixed = fixedReader(shape, base);
  return (text, at, fields) => {
    const next = text.charCodeAt(at + shape.minimum);
    const isFixed = text.charCodeAt(at) >= 48 && !(next >= 48 && next <= 57);
    return isFixed ? fixed(text, at, fields) : read(text, at, fields);
  };
}

function variableReader(shape: NumberShape, reserve: number, base: number): PartReader {
  const { field, minimum, isSigned, needsPlus } = shape;
  const [lowest, highest] = fieldRanges[field] ?? [-999_999_999, 999_999_999];
  return (text, at, fields) => {
    const character = text[at];
    const sign = isSigned && (character === '-' || (character === '+' && needsPlus)) ? character : '';
    const start = at + sign.length;
    const digits = digitsOf(shape, countDigits(text, start), reserve);
    const isPadded = digits > minimum === (sign === '+');
    if (digits < minimum || (needsPlus && sign !== '-' && !isPadded)) return -1;
    const size = Number(text.slice(start, start + digits)) + base;
    const value = sign === '-' ? -size : size;
    const old = fields[field];
    if (value < lowest || value > highest || (old !== undefined && old !== value)) return -1;
    fields[field] = value;
    return start + digits;
  };
}

/** How many of the digits belong to the number. */
function digitsOf({ minimum, maximum }: NumberShape, available: number, reserve: number): number {
  if (maximum === minimum) return Math.min(available, maximum);
  return Math.min(available, Math.max(minimum, Math.min(maximum, available - reserve)));
}

function countDigits(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57 && end - at < 19) end++;
  return end - at;
}
