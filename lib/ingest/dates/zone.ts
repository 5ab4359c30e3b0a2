/** Time zones: fixed offsets, and the regions that Intl knows. */

import { detach } from '../base/record.ts';

export interface TimeZone {
  readonly id: string;
  /** Seconds east of Greenwich at a moment in seconds since 1970. */
  offsetAt(seconds: number): number;
}

export const utc: TimeZone = fixedZone(0, 'Z');

/** A zone whose clocks never change. */
export function fixedZone(offset: number, id = writeOffset(offset, ':')): TimeZone {
  return { id, offsetAt: () => offset };
}

/** @example writeOffset(-12600, ':') // '-03:30' */
export function writeOffset(offset: number, separator: string): string {
  const minutes = Math.floor(Math.abs(offset) / 60);
  const seconds = Math.abs(offset) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = seconds === 0 ? '' : `${separator}${two(seconds)}`;
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${separator}${two(minutes % 60)}${rest}`;
}

const maxOffset = 18 * 3600;
const offsetPattern = /^([+-])(\d{1,2}|\d{2}:?\d{2}|\d{2}:?\d{2}:?\d{2})$/;

/** `Z`, `+2`, `+02`, `+0200`, `+02:00`, `+02:00:00`; undefined for another text. */
export function readOffset(text: string): number | undefined {
  if (text === 'Z' || text === '+0000' || text === '+00:00') return 0;
  const [, sign, digits] = offsetPattern.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const plain = digits.replaceAll(':', '').padStart(digits.length === 1 ? 2 : 0, '0');
  const [hours = 0, minutes = 0, seconds = 0] = (plain.match(/\d\d/g) ?? []).map(Number);
  const offset = hours * 3600 + minutes * 60 + seconds;
  if (minutes > 59 || seconds > 59 || offset > maxOffset) return undefined;
  return sign === '-' ? -offset : offset;
}

/** The longest id, America/Argentina/ComodRivadavia, has half as many characters. */
const maxIdLength = 64;
/** The default of `date` is known. */
const zones = new Map<string, TimeZone | undefined>([['UTC', fixedZone(0, 'UTC')]]);

/** A zone by its offset or region, as in `GMT+2` and `Europe/Paris`; undefined when there is none. */
export function findZone(id: string): TimeZone | undefined {
  // What is found is kept, and records bring texts of any length.
  if (id.length > maxIdLength) return undefined;
  if (zones.has(id)) return zones.get(id);
  const zone = makeZone(id);
  if (zones.size < 1000) zones.set(detach(id), zone);
  return zone;
}

function makeZone(id: string): TimeZone | undefined {
  const offset = readOffset(id);
  if (offset !== undefined) return offset === 0 ? utc : fixedZone(offset);
  const [, prefix, rest] = /^(UTC|GMT|UT)([+-].+)?$/.exec(id) ?? [];
  if (prefix !== undefined) {
    const ahead = rest === undefined ? 0 : readOffset(rest);
    return ahead === undefined ? undefined : fixedZone(ahead, id);
  }
  // Regions have a slash, or a name such as EST5EDT, Japan and CET.
  const isRegion = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*)*$/.test(id);
  return isRegion && !isAlias(id) ? regionZone(id) : undefined;
}

const shortRegions: ReadonlySet<string> = new Set(['CET', 'EET', 'MET', 'WET', 'PRC', 'ROC', 'ROK', 'UCT']);

/** Intl also has ids of an old Java: its AST is Alaska, its ART Cairo, and its EST has no summer time. */
function isAlias(id: string): boolean {
  return /^[A-Z]{3}$/.test(id) && !shortRegions.has(id);
}

const quarterOfHour = 900;
const maxCached = 4096;
/** The range of Intl, in seconds. */
const intlLimit = 8.64e12;

function regionZone(id: string): TimeZone | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  const cache = new Map<number, number>();
  return {
    id,
    offsetAt(seconds) {
      const quarter = Math.floor(Math.min(Math.max(seconds, -intlLimit), intlLimit) / quarterOfHour);
      let offset = cache.get(quarter);
      if (offset === undefined) {
        offset = readRegionOffset(format, quarter * quarterOfHour);
        if (cache.size >= maxCached) cache.clear();
        cache.set(quarter, offset);
      }
      return offset;
    },
  };
}

function readRegionOffset(format: Intl.DateTimeFormat, seconds: number): number {
  const name = format.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return readOffset(name.slice(3)) ?? 0;
}

/** As java.time: the earlier moment of a repeated hour, and after a skipped hour by its length. */
export function toUtc(localSeconds: number, zone: TimeZone): number {
  const before = zone.offsetAt(localSeconds - 86_400);
  const after = zone.offsetAt(localSeconds + 86_400);
  if (before === after || zone.offsetAt(localSeconds - before) === before) return localSeconds - before;
  return zone.offsetAt(localSeconds - after) === after ? localSeconds - after : localSeconds - before;
}
