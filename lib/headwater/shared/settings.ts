/** The environment variables of a function, read once when its module is loaded. */

import { membersOf } from './json/is-object.ts';

/** The time from which the entries of a term have this number of shards. */
interface ShardStart {
  /** Milliseconds since 1970. */
  readonly from: number;
  /** 1 to 256. */
  readonly shards: number;
}

export interface Settings {
  readonly tableName: string;
  /** The terms that have more than one shard (docs/headwater/storage.md#shards). */
  readonly shards: Readonly<Record<string, readonly ShardStart[]>>;
  /** The read units that a list may spend besides the documents that it shows (docs/headwater/query.md#what-a-list-costs). */
  readonly maxUnits?: number;
  /** The read units that one owner has in a second (docs/headwater/query.md#what-an-owner-may-read). */
  readonly ownerUnits: number;
}

const maxShards = 256;
const leastUnits = 10;
/** A quarter of what the table of the default stage gives. */
const defaultOwnerUnits = 1_000;

/**
 * @throws Error naming the variable if a required one is missing or one is invalid,
 * so that a wrong deployment shows in the first log line and not in the first
 * request.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const tableName = environment['TABLE_NAME'];
  if (!tableName) throw new Error('The environment variable TABLE_NAME is not set.');
  const shards = readShards(environment['INDEX_SHARDS']);
  const maxUnits = readUnits('LIST_UNITS', environment);
  const ownerUnits = readUnits('OWNER_UNITS', environment) ?? defaultOwnerUnits;
  return { tableName, shards, ownerUnits, ...(maxUnits === undefined ? {} : { maxUnits }) };
}

function readUnits(name: string, environment: Parameters<typeof readSettings>[0]): number | undefined {
  const text = environment[name];
  if (!text) return undefined;
  const units = Number(text);
  if (Number.isInteger(units) && units >= leastUnits) return units;
  throw new Error(`The environment variable ${name} is not valid: expected an integer from ${leastUnits}.`);
}

function readShards(text: string | undefined): Settings['shards'] {
  if (!text) return {};
  try {
    const terms = Object.entries<unknown>(JSON.parse(text));
    return Object.fromEntries(terms.map(([term, starts]) => [term, readStarts(starts)]));
  } catch (cause) {
    const expected = '{"s":[{"from":"2027-01-01","shards":16}]}, with dates and 1 to 256 shards';
    throw new Error(`The environment variable INDEX_SHARDS is not valid: expected ${expected}.`, { cause });
  }
}

function readStarts(starts: unknown): readonly ShardStart[] {
  if (!Array.isArray(starts)) throw new Error('Expected a list.');
  return starts.map((start: unknown) => {
    const { from, shards } = membersOf(start);
    const time = Date.parse(String(from));
    const count = typeof shards === 'number' && Number.isInteger(shards) ? shards : 0;
    if (!Number.isFinite(time) || count < 1 || count > maxShards)
      throw new Error('Expected a date and a number of shards.');
    return { from: time, shards: count };
  });
}
