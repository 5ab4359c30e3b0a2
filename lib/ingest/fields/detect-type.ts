/** The type that Elasticsearch's dynamic mapping gives to a value, and what its types accept. */

import type { RecordValue } from '../base/record.ts';
import { isMoment } from '../dates/date-failure.ts';
import { resolveMoment } from '../dates/date-fields.ts';
import { compileMomentReader, readIsoDate } from '../dates/date-format.ts';
import { findDateNames } from '../dates/date-names.ts';
import type { Moment } from '../dates/moment.ts';
import { utc } from '../dates/zone.ts';
import { isIntegerText, longLimit, readDouble, readInteger } from '../text/numbers.ts';

export const leafTypes = ['boolean', 'long', 'float', 'date', 'text'] as const;
export type LeafType = (typeof leafTypes)[number];

export interface DetectionSettings {
  readonly date_detection?: boolean | undefined;
  readonly numeric_detection?: boolean | undefined;
}

export interface DetectedLeaf {
  readonly type: LeafType;
  /** The format of a date that does not follow ISO 8601. */
  readonly format?: string;
}

export type Scalar = string | number | boolean | bigint;

/** The format of dates such as 2018/05/02. */
export const slashFormat = 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis';
/** The formats of a field that has dates with slashes and ISO dates. */
export const mixedFormats = [
  `yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||strict_date_optional_time||epoch_millis`,
  `strict_date_optional_time||${slashFormat}`,
];
const maxFloat = 3.4028235677973366e38;

export function isScalar(value: RecordValue): value is Scalar {
  return typeof value !== 'object';
}

/**
 * The type of a value in a field that is not mapped yet.
 *
 * @param isDecimal Whether an integral number has the form of a decimal (shared/json/decimals.ts).
 */
export function detectLeaf(value: Scalar, settings: DetectionSettings, isDecimal: boolean): DetectedLeaf {
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value !== 'string') return { type: isInteger(value) && !isDecimal ? 'long' : 'float' };
  const isLong = readInteger(value, longLimit) !== undefined;
  const isNumber = isLong || readDouble(value) !== undefined || isNotFinite(value);
  if (settings.numeric_detection && isNumber) return { type: isLong ? 'long' : 'float' };
  // A text that is a number is never a date: 2018 would be one too often.
  if (settings.date_detection === false || isNumber) return { type: 'text' };
  if (momentOf(value)) return { type: 'date' };
  return readSlashDate(value) ? { type: 'date', format: slashFormat } : { type: 'text' };
}

function isInteger(value: number | bigint): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

function isNotFinite(text: string): boolean {
  return /^\s*[+-]?(?:NaN|Infinity)\s*$/.test(text);
}

/** Whether a field of the type stores the value. */
export function accepts(type: LeafType, value: Scalar, format: string | undefined): boolean {
  switch (type) {
    case 'text':
      return true;
    case 'boolean':
      return typeof value === 'boolean' || value === '' || value === 'true' || value === 'false';
    case 'long':
      return acceptsLong(value);
    case 'float':
      return acceptsFloat(value);
    case 'date':
      return acceptsDate(value, format);
  }
}

/** Fractions are cut, and an empty text is no value. */
function acceptsLong(value: Scalar): boolean {
  if (typeof value === 'boolean') return false;
  if (value === '') return true;
  if (typeof value === 'string' && isIntegerText(value)) return readInteger(value, longLimit) !== undefined;
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value;
  const number = typeof value === 'string' ? readTrimmed(value) : Number(value);
  return number !== undefined && number >= -Number(longLimit) && number < Number(longLimit);
}

function acceptsFloat(value: Scalar): boolean {
  if (typeof value === 'boolean') return false;
  if (value === '') return true;
  const number = typeof value === 'string' ? readDouble(value) : Number(value);
  return number !== undefined && Math.abs(number) < maxFloat;
}

/** Numbers in long fields have no white space around them. */
function readTrimmed(text: string): number | undefined {
  return /^\S+$/.test(text) ? readDouble(text) : undefined;
}

function acceptsDate(value: Scalar, format: string | undefined): boolean {
  if (typeof value === 'boolean') return false;
  const text = String(value);
  const [, whole] = /^(-?\d{1,19})(?:\.\d+)?$/.exec(text) ?? [];
  // Milliseconds since 1970, in 64 bits. The engines negate what is before it.
  if (whole !== undefined) return whole.length < 19 || BigInt(whole.replace('-', '')) < longLimit;
  const isSlash = format !== undefined && readSlashDate(text) !== undefined;
  return isSlash || (format !== slashFormat && momentOf(text) !== undefined);
}

const resolution = { zone: utc, now: 0 };

/** The moment of a date of ISO 8601, as Elasticsearch reads it. */
export function momentOf(text: string): Moment | undefined {
  const fields = readIsoDate(text);
  const moment = fields && resolveMoment(fields, resolution);
  return isMoment(moment) ? moment : undefined;
}

let readSlash: ReturnType<typeof compileMomentReader> | undefined;

function readSlashDate(text: string): Moment | undefined {
  if (!/^\d{4}\//.test(text)) return undefined;
  const names = findDateNames('en');
  if (names) readSlash ??= compileMomentReader('yyyy/MM/dd HH:mm:ss||yyyy/MM/dd', names);
  const moment = readSlash?.(text, resolution);
  return isMoment(moment) ? moment : undefined;
}

export const widenedTypes = [
  'null',
  'boolean',
  'long',
  'float',
  'double',
  'date',
  'text',
  'object',
  'conflict',
] as const;

/** `conflict` is an object among single values: no type fits both. */
export type WidenedType = (typeof widenedTypes)[number];

const numbers: readonly WidenedType[] = ['long', 'float', 'double'];

/**
 * Associative, and independent of the order.
 *
 * @example widen('long', 'float') // 'double'
 */
export function widen(a: WidenedType, b: WidenedType): WidenedType {
  if (a === b || b === 'null') return a;
  if (a === 'null') return b;
  if ([a, b].includes('conflict') || [a, b].includes('object')) return 'conflict';
  return numbers.includes(a) && numbers.includes(b) ? 'double' : 'text';
}
