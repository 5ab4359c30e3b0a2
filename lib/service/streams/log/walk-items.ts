/** Walks the items of a log, or of its failures, for writers. */

import { ignoreTransient } from '../../../data/store/aws-errors.ts';
import type { Item } from '../../../data/store/table-access.ts';
import { getItem } from '../../../data/store/table-reads.ts';
import type { LogPartition } from './batch-items.ts';
import { getHead, parseHead } from './log-head.ts';
import { isExpired } from './read-log.ts';
import { SegmentWalk } from './segment-walk.ts';
import { type LogContext, settleOld } from './settle-batch.ts';

export interface ItemWalk {
  readonly kind: LogPartition;
  /** The first item is the one that contains this position, or the one before it. */
  readonly from: number;
  /** Called with each item, in the order of positions, until it returns false. */
  readonly take: (item: Item) => Promise<boolean>;
}

/**
 * Settles reservations left by crashes, and walks all items that have not expired.
 *
 * @returns the position at which it has given up, unless `take` or the end of the log has ended it.
 * @throws ServiceError unavailable, timeout, and what `take` throws.
 */
export async function walkItems(
  log: LogContext,
  { kind, from, take }: ItemWalk,
): Promise<number | undefined> {
  const { open, next, start } = parseHead(await getItem(log.table, getHead(log)));
  await settleOld(log, open).catch(ignoreTransient);
  const walk = new SegmentWalk(log, { kind, begin: Math.max(from, start), last: next, isNewestFirst: false });
  for await (const item of walk.items()) {
    if (!isExpired(log, item) && !(await take(item))) return undefined;
  }
  return walk.stoppedAt;
}
