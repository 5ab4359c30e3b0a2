/** What Elasticsearch accepts in fields whose mapping dynamic mapping never gives: other types, and other options. */

import { isRecord, type RecordValue } from '../base/record.ts';
import { ipv6BytesOf } from '../text/ip-address.ts';
import { longLimit, readDouble, readInteger } from '../text/numbers.ts';
import { accepts } from './detect-type.ts';

/** The part of a mapping that says which values a field stores. */
interface GivenType {
  readonly type?: string;
  readonly ignore_malformed?: boolean;
  /** Whether texts become numbers, and fractions of integers are cut; true by default. */
  readonly coerce?: boolean;
}

const integers: ReadonlyMap<string, (value: RecordValue) => boolean> = new Map([
  ['long', (value) => typeof value !== 'object' && accepts('long', value, undefined)],
  ['integer', (value) => isWithin(value, 31)],
  ['short', (value) => isWithin(value, 15)],
  ['byte', (value) => isWithin(value, 7)],
]);

/** The largest value of a `half_float` is 65,504; less than 65,520 is rounded to it. */
const decimals: ReadonlyMap<string, (value: RecordValue) => boolean> = new Map([
  ['float', (value) => typeof value !== 'object' && accepts('float', value, undefined)],
  ['double', (value) => isSmaller(value, Number.POSITIVE_INFINITY)],
  ['scaled_float', (value) => isSmaller(value, Number.POSITIVE_INFINITY)],
  ['half_float', (value) => isSmaller(value, 65_520)],
]);

/** Whether a field of the type stores the value, which is neither a list nor null. */
const singles: ReadonlyMap<string, (value: RecordValue) => boolean> = new Map([
  ...integers,
  ...decimals,
  ['unsigned_long', isUnsigned],
  ['ip', isAddress],
]);

/** Other types are not simulated: they accept every single value. */
export function isChecked(type: string | undefined): boolean {
  return type === 'geo_point' || singles.has(type ?? '');
}

/** Whether a field with the mapping stores the value. */
export function givenTypeAccepts(mapping: GivenType, value: RecordValue): boolean {
  const { type = '', ignore_malformed: ignoresMalformed = false, coerce = true } = mapping;
  if (ignoresMalformed) return true;
  if (value === null) return true;
  if (type === 'geo_point') return isPoint(value) || (Array.isArray(value) && value.every(isPoint));
  if (Array.isArray(value)) return value.every((item) => givenTypeAccepts(mapping, item));
  if (!coerce && isCoerced(type, value)) return false;
  return singles.get(type)?.(value) !== false;
}

function isCoerced(type: string, value: RecordValue): boolean {
  if (typeof value === 'string') return integers.has(type) || decimals.has(type);
  return integers.has(type) && typeof value === 'number' && !Number.isInteger(value);
}

/** Fractions are cut, and an empty text is not a value. */
function isWithin(value: RecordValue, bits: number): boolean {
  if (value === '') return true;
  const number = numberOf(value);
  return number !== undefined && number >= -(2 ** bits) && Math.trunc(number) < 2 ** bits;
}

function isSmaller(value: RecordValue, limit: number): boolean {
  if (value === '') return true;
  const number = numberOf(value);
  return number !== undefined && Math.abs(number) < limit;
}

/** Integers of 64 bits without a sign; an empty text is no value. */
function isUnsigned(value: RecordValue): boolean {
  if (value === '') return true;
  if (typeof value === 'boolean' || typeof value === 'object') return false;
  const integer = readInteger(String(value), 2n * longLimit);
  return integer !== undefined && integer >= 0;
}

function numberOf(value: RecordValue | undefined): number | undefined {
  if (typeof value === 'string') return readDouble(value);
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

/** Elasticsearch accepts no address with a zone. */
function isAddress(value: RecordValue): boolean {
  return typeof value === 'string' && ipv6BytesOf(value) !== undefined;
}

const wellKnown = /^\s*point\s*\(\s*(\S+)\s+(\S+?)(?:\s+\S+?)?\s*\)\s*$/i;
/** The engines read twelve characters, and nothing behind them. */
const geohash = /^(?:[0-9b-hjkmnp-z]{1,11}$|[0-9b-hjkmnp-z]{12})/;

/** An object, GeoJSON, "lat,lon", WKT, a geohash, or [lon, lat]. A list of points has no null. */
function isPoint(value: RecordValue): boolean {
  if (Array.isArray(value)) return isLonLat(value);
  if (typeof value === 'string') return isPointText(value);
  if (!isRecord(value)) return false;
  const { type, coordinates, lat, lon } = value;
  if (coordinates === undefined) return isPlace(lat, lon);
  return String(type).toLowerCase() === 'point' && Array.isArray(coordinates) && isLonLat(coordinates);
}

function isPointText(text: string): boolean {
  const [, lon, lat] = wellKnown.exec(text) ?? [];
  if (lon !== undefined) return isPlace(lat, lon);
  const parts = text.split(',');
  return parts.length === 1 ? geohash.test(text) : parts.length <= 3 && isPlace(parts[0], parts[1]);
}

function isLonLat([lon, lat, ...others]: readonly RecordValue[]): boolean {
  return typeof lon === 'number' && typeof lat === 'number' && others.length <= 1 && isPlace(lat, lon);
}

function isPlace(lat: RecordValue | undefined, lon: RecordValue | undefined): boolean {
  const [latitude, longitude] = [numberOf(lat), numberOf(lon)];
  if (latitude === undefined || longitude === undefined) return false;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
