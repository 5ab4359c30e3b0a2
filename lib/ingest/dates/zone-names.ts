/**
 * The short names of zones, such as CST, which places share. zone-names.json has all that the time zone database has had
 * since 1970; `npm run models` writes it.
 */

import { findZone, fixedZone, type TimeZone, writeOffset } from './zone.ts';
import table from './zone-names.json' with { type: 'json' };

/** The declared zone has no such name, and elsewhere the name has several offsets. */
export interface AmbiguousZone {
  readonly ambiguousZone: string;
  /** @example '-06:00 (America/Chicago) or +08:00 (Asia/Shanghai)' */
  readonly readings: string;
}

/** By the ids of zones in small letters: the offsets of each name in seconds, the newest last. */
type NamesOfZones = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

let namesOfZones: NamesOfZones | undefined;

function readTable(): NamesOfZones {
  const zones = new Map<string, ReadonlyMap<string, readonly number[]>>();
  for (const [row, ids] of Object.entries(table.zones)) {
    const names = new Map(
      row.split(', ').map((part) => {
        const [name = '', ...minutes] = part.split(' ');
        return [name, minutes.map((offset) => Number(offset) * 60)] as const;
      }),
    );
    for (const id of ids.split(' ')) zones.set(id.toLowerCase(), names);
  }
  return zones;
}

function offsetsOf(name: string, id: string): readonly number[] {
  namesOfZones ??= readTable();
  return namesOfZones.get(id.toLowerCase())?.get(name) ?? [];
}

/** The zones that a name may mean if no zone is declared. */
const readings: ReadonlyMap<string, string> = new Map(Object.entries(table.readings));

export const zoneNames: readonly string[] = [...readings.keys()];

export function isZoneName(name: string): boolean {
  return readings.has(name);
}

/**
 * A name of winter time may stand beside a date in summer: it means its own offset, or the time of the place. As in
 * java.time, `date` reads the place: AST in July is -03:00 in Halifax.
 */
export type NameMeaning = 'offset' | 'place';

/** The declared zone decides between the meanings of a name; undefined for an unknown name. */
export function findNamedZone(
  name: string,
  declared: TimeZone,
  meaning: NameMeaning,
): TimeZone | AmbiguousZone | undefined {
  const ids = readings.get(name)?.split(' ');
  if (!ids) return undefined;
  const own = offsetsOf(name, declared.id);
  if (own.length > 0) return zoneWith(own, declared);
  const places = ids.map((id) => ({ id, offsets: offsetsOf(name, id) }));
  // A declared offset chooses a meaning, too.
  const [place, ...others] = places.length > 1 ? matching(places, declared) : places;
  const zone = place && findZone(place.id);
  if (!place || !zone) return undefined;
  if (others.length > 0) return { ambiguousZone: name, readings: describe([place, ...others]) };
  return meaning === 'place' ? zone : zoneWith(place.offsets, zone);
}

interface NamedPlace {
  readonly id: string;
  readonly offsets: readonly number[];
}

function matching(places: readonly NamedPlace[], declared: TimeZone): readonly NamedPlace[] {
  const offset = /^[+-]/.test(declared.id) ? declared.offsetAt(0) : undefined;
  const found = places.filter(({ offsets }) => offset !== undefined && offsets.at(-1) === offset);
  return found.length > 0 ? found : places;
}

/** A zone with the offsets of one name, which tells apart the hours that the end of summer time repeats. */
function zoneWith(offsets: readonly number[], zone: TimeZone): TimeZone {
  const newest = offsets.at(-1) ?? 0;
  if (offsets.length < 2) return fixedZone(newest);
  return {
    id: zone.id,
    offsetAt(seconds) {
      const offset = zone.offsetAt(seconds);
      return offsets.includes(offset) ? offset : newest;
    },
  };
}

function describe(places: readonly NamedPlace[]): string {
  return places.map(({ id, offsets }) => `${writeOffset(offsets.at(-1) ?? 0, ':')} (${id})`).join(' or ');
}
