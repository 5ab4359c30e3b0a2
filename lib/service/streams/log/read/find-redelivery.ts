/** Finds the batches that were replaced after a sink got them. */

import { getItem, isExpired, queryItems, type TableAccess, transact } from 'headwater/table';
import { endOf, getBatch, parseBatch, type StoredBatch } from '../batch-items.ts';
import { recordsOf } from '../batch-records.ts';
import { type LogContext, type LogRecord, maxOrphanMs } from '../log-types.ts';
import {
  deleteRedelivery,
  lastKeyOf,
  parseRedelivery,
  queryNextRedelivery,
  queryRedeliveries,
  type Redelivery,
} from '../redeliveries.ts';

/** The most redeliveries that are counted. */
const maxCounted = 1_000;
/** The most streams with redeliveries that are looked for in one run. */
const maxStreams = 1_000;

export async function countRedeliveries(log: LogContext): Promise<number> {
  const request = { ...queryRedeliveries(log, maxCounted), Select: 'COUNT' } as const;
  return (await queryItems(log.table, request)).count;
}

interface StreamsToRedeliver {
  /** Their ids. */
  readonly streams: ReadonlySet<string>;
  /** The key behind which there may be more; empty at the end. */
  readonly last: string;
}

/**
 * Finds the streams with redeliveries, over all owners. It reads one redelivery of each stream, however many there are.
 *
 * @param after Only keys behind this one are looked at.
 */
export async function streamsToRedeliver(table: TableAccess, after: string): Promise<StreamsToRedeliver> {
  const streams = new Set<string>();
  let last = after;
  while (streams.size < maxStreams) {
    const [item] = (await queryItems(table, queryNextRedelivery(last))).items;
    if (!item) return { streams, last: '' };
    const found = parseRedelivery(item);
    if (found) streams.add(found.stream);
    last = found ? lastKeyOf(found) : String(item['sk']);
  }
  return { streams, last };
}

interface FoundRedelivery {
  /** The records of the batch as they are now; none once it has expired. */
  readonly records: readonly LogRecord[];
  /** The names of documents that are gone. */
  readonly removed: readonly string[];
  readonly revision: number;
  /** Deletes the redelivery. */
  readonly end: () => Promise<unknown>;
}

/** The most redeliveries of one stream that are looked at: the others wait for their turn. */
const maxLookedAt = 100;

/** @param before The first position that the sink has not got: it gets what follows in any case. */
export async function findRedelivery(log: LogContext, before: number): Promise<FoundRedelivery | undefined> {
  const { items } = await queryItems(log.table, queryRedeliveries(log, maxLookedAt));
  for (const item of items) {
    const redelivery = parseRedelivery(item);
    if (!redelivery) continue;
    const found = await getItem(log.table, getBatch(log, redelivery.first));
    const batch = found && !isExpired(found, log.now()) ? parseBatch(found) : undefined;
    if (batch && !isReady(redelivery, batch, { before, now: log.now() })) continue;
    return {
      records: batch ? await recordsOf(log, batch) : [],
      removed: redelivery.removed,
      revision: batch?.revision ?? redelivery.revision,
      end: () => transact(log.table, deleteRedelivery(redelivery)),
    };
  }
  return undefined;
}

/** A replay that has noted the redelivery may yet replace the batch. */
function isReady(
  { revision, at }: Redelivery,
  batch: StoredBatch,
  { before, now }: { readonly before: number; readonly now: number },
): boolean {
  const isReplaced = (batch.revision ?? 0) >= revision || now - at > maxOrphanMs;
  return isReplaced && endOf(batch) <= before;
}
