/** The beginning of a log: a push requires its head, which comes with the stream. */

import { getItem, type Item, type ItemChange, numbersOf, putItem } from 'headwater/table';
import { putHead } from '../log-head.ts';
import type { LogName, LogTable } from '../log-types.ts';
import { SegmentWalk } from '../segment-walk.ts';

/**
 * The partition of all streams. Never an owner's: owners contain no `~`. leases/forwarded-streams.ts writes its items; their key
 * is here, since that folder imports this one.
 */
export const streamPartition = '~streams';

/** The item that notes how far the records of a stream are forwarded. */
export function forwardedKey({ owner, stream }: LogName): Item {
  return { pk: streamPartition, sk: `${owner}/${stream}` };
}

/** Begins the log of a new stream. */
export function beginLog(log: LogName): ItemChange {
  return { Put: putHead(log) };
}

/**
 * Begins the log of a stream that earlier code has created, and to which nothing was pushed: that code put the head with the
 * first push.
 *
 * @returns false if a batch, or a record that was forwarded, shows that the log had a head.
 */
export async function beginEarlierLog(log: LogTable): Promise<boolean> {
  const registered = await getItem(log.table, { Key: forwardedKey(log), ConsistentRead: true });
  if (numbersOf(registered ?? {}, ['position']).position > 0) return false;
  const whole = { begin: 0, last: Number.MAX_SAFE_INTEGER };
  const walk = new SegmentWalk(log, { kind: 'log', ...whole, isNewestFirst: false });
  for await (const _batch of walk.items()) return false;
  await putItem(log.table, putHead(log));
  return true;
}
