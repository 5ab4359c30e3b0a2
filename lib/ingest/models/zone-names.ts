/** The table of the names of zones, of the IANA time zone database. */

import { readFile } from 'node:fs/promises';
import moment from 'moment-timezone';
import database from 'moment-timezone/data/packed/latest.json' with { type: 'json' };

export interface ZoneNames {
  readonly source: string;
  /** The zones of each list of names, which have their offsets in minutes, the newest last. */
  readonly zones: Readonly<Record<string, string>>;
  /** The zones that stand for a name where no zone is declared: several for an ambiguous name. */
  readonly readings: Readonly<Record<string, string>>;
}

type Offsets = Map<string, readonly number[]>;

const former = new URL('former-zone-names.json', import.meta.url);

export async function makeZoneNames(): Promise<ZoneNames> {
  const { zones: formerRows } = JSON.parse(await readFile(former, 'utf8')) as Pick<ZoneNames, 'zones'>;
  const zones = new Map(moment.tz.names().map((id) => [id, namesSince1970(id)] as const));
  for (const [row, ids] of Object.entries(formerRows))
    for (const id of ids.split(' '))
      zones.set(id, new Map([...readRow(row), ...(zones.get(id) ?? new Map())]));
  return {
    source: `The IANA time zone database ${database.version} (public domain), as in moment-timezone ${moment.tz.version} (MIT), and former-zone-names.json.`,
    zones: rowsOf(zones),
    readings: readingsOf(zones),
  };
}

/** @example readRow('EST -300, EDT -240') // Map { EST => [-300], EDT => [-240] } */
function readRow(row: string): Offsets {
  return new Map(
    row.split(', ').map((part) => {
      const [name = '', ...offsets] = part.split(' ');
      return [name, offsets.map(Number)] as const;
    }),
  );
}

/** Local mean time is written by no program, and these two are the same everywhere. */
const skipped: ReadonlySet<string> = new Set(['LMT', 'GMT', 'UTC']);

interface Period {
  readonly name: string;
  readonly offset: number;
}

/** The periods of a zone that overlap a time, in milliseconds since 1970. */
function periodsOf(id: string, from: number, to: number): readonly Period[] {
  const zone = moment.tz.zone(id);
  if (!zone) throw new Error(`moment-timezone has no zone ${id}.`);
  const { abbrs, offsets, untils } = zone;
  return abbrs
    .map((name, index) => ({ name, offset: -(offsets[index] ?? 0), index }))
    .filter(
      ({ name, index }) =>
        /^[A-Z][A-Za-z]{2,4}$/.test(name) &&
        !skipped.has(name) &&
        (untils[index] ?? Number.POSITIVE_INFINITY) > from &&
        (untils[index - 1] ?? Number.NEGATIVE_INFINITY) < to,
    );
}

function namesSince1970(id: string): Offsets {
  const names = new Map<string, readonly number[]>();
  for (const { name, offset } of periodsOf(id, 0, Number.POSITIVE_INFINITY))
    names.set(name, [...(names.get(name) ?? []).filter((other) => other !== offset), offset]);
  return names;
}

function rowsOf(zones: ReadonlyMap<string, Offsets>): Readonly<Record<string, string>> {
  const rows = new Map<string, string>();
  for (const [id, names] of zones) {
    const row = Array.from(names, ([name, offsets]) => [name, ...offsets].join(' ')).join(', ');
    if (row !== '') rows.set(row, rows.has(row) ? `${rows.get(row)} ${id}` : id);
  }
  return Object.fromEntries(rows);
}

interface Use {
  readonly id: string;
  readonly offset: number;
}

function readingsOf(zones: ReadonlyMap<string, Offsets>): Readonly<Record<string, string>> {
  const current = currentUses();
  const names = new Set([...zones.values()].flatMap((offsets) => [...offsets.keys()]));
  return Object.fromEntries(
    [...names].toSorted().map((name) => {
      const uses = current.get(name);
      return [name, (uses ? currentReadings(uses) : formerReadings(name, zones)).join(' ')];
    }),
  );
}

const year = Number(database.version.slice(0, 4));

function periodsOfYear(id: string): readonly Period[] {
  return periodsOf(id, Date.UTC(year), Date.UTC(year + 1));
}

/** The names that zones have in the year of the database. A zone with several ids counts once. */
function currentUses(): ReadonlyMap<string, readonly Use[]> {
  const ids = database.zones.map((packed) => packed.slice(0, packed.indexOf('|')));
  const uses = ids.flatMap((id) => periodsOfYear(id).map(({ name, offset }) => ({ id, name, offset })));
  const unique = new Map(uses.map((use) => [`${use.id} ${use.name} ${use.offset}`, use]));
  return Map.groupBy(unique.values(), ({ name }) => name);
}

/**
 * A reading that a single zone has gives way to one of several zones: CDT is of Chicago, not of Havana, and PST of Los
 * Angeles, not of Manila. But CST is of Chicago or of Shanghai, and IST is of three zones.
 */
function currentReadings(uses: readonly Use[]): readonly string[] {
  const readings = [...Map.groupBy(uses, ({ offset }) => offset).values()];
  const shared = readings.filter(({ length }) => length > 1);
  return (shared.length > 0 ? shared : readings).map(mainZone);
}

/** Zones whose clocks change stand for a name, as in java.time: AST is of Halifax, not of Puerto Rico. */
function mainZone(uses: readonly Use[]): string {
  const weight = ({ id }: Use) => populationOf(id) * (changesClocks(id) ? 100 : 1);
  return uses.toSorted((a, b) => weight(b) - weight(a))[0]?.id ?? '';
}

function populationOf(id: string): number {
  return moment.tz.zone(id)?.population ?? 0;
}

function changesClocks(id: string): boolean {
  return new Set(periodsOfYear(id).map(({ offset }) => offset)).size > 1;
}

/** The largest zone stands for a name that no clock has now, with those that had it with other offsets. */
function formerReadings(name: string, zones: ReadonlyMap<string, Offsets>): readonly string[] {
  const uses = Array.from(zones, ([id, names]) => ({ id, offsets: names.get(name) ?? [] }))
    .filter(({ offsets }) => offsets.length > 0)
    .toSorted(
      (a, b) =>
        Number(isResearchStation(a.id)) - Number(isResearchStation(b.id)) ||
        populationOf(b.id) - populationOf(a.id) ||
        b.offsets.length - a.offsets.length,
    );
  const readings: typeof uses = [];
  for (const use of uses)
    if (!readings.some(({ offsets }) => use.offsets.every((offset) => offsets.includes(offset))))
      readings.push(use);
  return readings.map(({ id }) => id);
}

function isResearchStation(id: string): boolean {
  return id.startsWith('Antarctica/');
}
