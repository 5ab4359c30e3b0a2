/** What Elasticsearch accepts in fields whose types dynamic mapping never gives: integers of fewer bits, `ip` and `geo_point`. */

import { isIP } from 'node:net';
import { isRecord, type RecordValue } from '../base/record.ts';
import { readDouble } from '../text/numbers.ts';

/** By type: whether a field stores the value, which is no list and not null. */
const singles: ReadonlyMap<string, (value: RecordValue) => boolean> = new Map([
  ['integer', (value) => isWithin(value, 31)],
  ['short', (value) => isWithin(value, 15)],
  ['byte', (value) => isWithin(value, 7)],
  ['ip', isAddress],
]);

/** Other types are not simulated: they accept every single value. */
export function isChecked(type: string | undefined): type is string {
  return type === 'geo_point' || singles.has(type ?? '');
}

/** Whether a field of the type stores the value. */
export function givenTypeAccepts(type: string | undefined, value: RecordValue): boolean {
  if (type === 'geo_point') return isPoint(value) || (Array.isArray(value) && value.every(isPoint));
  if (Array.isArray(value)) return value.every((item) => givenTypeAccepts(type, item));
  return value === null || singles.get(type ?? '')?.(value) !== false;
}

/** Fractions are cut, and an empty text is no value. */
function isWithin(value: RecordValue, bits: number): boolean {
  if (value === '') return true;
  const number = numberOf(value);
  return number !== undefined && number >= -(2 ** bits) && Math.trunc(number) < 2 ** bits;
}

function numberOf(value: RecordValue | undefined): number | undefined {
  if (typeof value === 'string') return readDouble(value);
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

/** An address has no zone, unlike those of Node.js. */
function isAddress(value: RecordValue): boolean {
  return typeof value === 'string' && isIP(value) !== 0 && !value.includes('%');
}

const wellKnown = /^\s*point\s*\(\s*(\S+)\s+(\S+?)(?:\s+\S+?)?\s*\)\s*$/i;
const geohash = /^[0-9b-hjkmnp-z]{1,12}$/;

/** An object, GeoJSON, "lat,lon", WKT, a geohash, or [lon, lat]. */
function isPoint(value: RecordValue): boolean {
  if (value === null) return true;
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
