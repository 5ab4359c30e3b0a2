/**
 * How many partitions the postings of a term are spread over. A partition of
 * DynamoDB takes 1,000 writes a second, so the term of all documents, and any
 * other that most new documents have, needs several at some point.
 *
 * The shard of a posting follows from its id alone. The time in the id gives the
 * epoch and so the number of shards; the id's random digits select one of them.
 * So a posting never moves, and a writer needs no other information. A new epoch
 * must begin in the future: older ids keep their shards.
 */

import { firstId, firstIdAt, lastId, neighbourId } from '../../store/ids.ts';

interface Epoch {
  readonly since: string;
  readonly shards: number;
}

/** The epochs of each term, in order. Before its first epoch, a term has one shard. */
export type ShardTable = ReadonlyMap<string, readonly Epoch[]>;

/** A range of ids, and the shards that hold their postings. */
interface ShardedIds {
  readonly low: string;
  readonly high: string;
  readonly shards: number;
}

/** @param starts The beginning of each epoch, in milliseconds since 1970, and its number of shards, 1 to 256. */
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

/** Covers all ids, epoch by epoch, the oldest first. */
export function epochsOf(table: ShardTable, term: string): readonly ShardedIds[] {
  const epochs = [{ since: firstId, shards: 1 }, ...(table.get(term) ?? [])];
  return epochs.flatMap(({ since: low, shards }, at) => {
    const next = epochs[at + 1]?.since;
    if (next === undefined) return [{ low, high: lastId, shards }];
    // An epoch without ids: the next one begins at the same time.
    return next > low ? [{ low, high: neighbourId(next, -1) ?? low, shards }] : [];
  });
}

export function shardOf(id: string, shards: number): number {
  return Number.parseInt(id.slice(-6), 16) % shards;
}
