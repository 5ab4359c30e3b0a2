/**
 * How many partitions the entries of a term are spread over. A partition of
 * DynamoDB takes 1,000 writes a second, so the term of all documents, and any
 * other that most new documents have, needs several at some point.
 *
 * The shard of an entry follows from its id alone: the time in the id says in
 * which epoch it was made, and so how many shards there were, and its random
 * digits say which one it is. So an entry never moves, and a writer needs to
 * know nothing else. A new epoch must begin in the future: ids that are older
 * keep their shards.
 */

import { firstId, firstIdAt, lastId, neighbourId } from '../../store/ids.ts';

export interface Epoch {
  /** The id with which it begins. */
  readonly since: string;
  readonly shards: number;
}

/** The epochs of each term, in their order. Before its first epoch, a term has one shard. */
export type ShardTable = ReadonlyMap<string, readonly Epoch[]>;

/** Some of the ids, and the shards that their entries are in. */
export interface ShardedIds {
  readonly low: string;
  readonly high: string;
  readonly shards: number;
}

/** @param starts When each epoch begins, in milliseconds since 1970, and its number of shards, 1 to 256. */
export function shardTable(
  starts: Readonly<Record<string, readonly { readonly from: number; readonly shards: number }[]>>,
): ShardTable {
  return new Map(
    Object.entries(starts).map(([term, epochs]) => {
      const sorted = epochs.toSorted((one, other) => one.from - other.from);
      return [term, sorted.map(({ from, shards }) => ({ since: firstIdAt(from) ?? lastId, shards }))];
    }),
  );
}

/** All ids, by epoch, the oldest first. */
export function epochsOf(table: ShardTable, term: string): readonly ShardedIds[] {
  const epochs = [{ since: firstId, shards: 1 }, ...(table.get(term) ?? [])];
  return epochs.flatMap(({ since: low, shards }, at) => {
    const next = epochs[at + 1]?.since;
    if (next === undefined) return [{ low, high: lastId, shards }];
    // An epoch that begins with the next one has no ids.
    return next > low ? [{ low, high: neighbourId(next, -1) ?? low, shards }] : [];
  });
}

/** The shard of an id among so many. */
export function shardOf(id: string, shards: number): number {
  return Number.parseInt(id.slice(-6), 16) % shards;
}
