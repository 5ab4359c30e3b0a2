/**
 * Finds the part of a log that was pushed at a time, in O(log n) reads. Positions grow in the order of reservations, and
 * the function of a batch sets its time, after the reservation and at most `maxPushMs` later by the same clock. If
 * two clocks differ by at most `maxSkewMs`, a batch before another one is thus at most `maxDisorderMs` younger: what is
 * older than that at one position is older at each position before.
 */

import { type Item, numberOf, queryItems } from 'headwater/table';
import { type LogPartition, positionOf, querySegment, segmentOf, segmentPositions } from '../batch-items.ts';
import { type LogContext, maxPushMs, maxSkewMs, type PushedRange } from '../log-types.ts';

const maxDisorderMs = maxPushMs + maxSkewMs;

/** A search ends at so few positions, since reading them is as fast. */
const fewPositions = 1_024;

/** Where a time is, for a read in one order. */
export interface TimeRange {
  readonly isWanted: (at: number) => boolean;
  /** Whether what follows a batch of this time in the order of the read is not wanted. */
  readonly isPast: (at: number) => boolean;
  /** Whether what comes before a batch of this time in the order of the read is not wanted. */
  readonly isBefore: (at: number) => boolean;
  /** Whether `isBefore` is true of some time. */
  readonly hasBefore: boolean;
}

export function timeRange({ from, to }: PushedRange, isNewestFirst: boolean): TimeRange {
  const isOld = (at: number) => from !== undefined && at < from - maxDisorderMs;
  const isYoung = (at: number) => to !== undefined && at >= to + maxDisorderMs;
  return {
    isWanted: (at) => (from === undefined || at >= from) && (to === undefined || at < to),
    isPast: isNewestFirst ? isOld : isYoung,
    isBefore: isNewestFirst ? isYoung : isOld,
    hasBefore: (isNewestFirst ? to : from) !== undefined,
  };
}

interface Searched {
  readonly kind: 'log' | 'failure';
  readonly begin: number;
  readonly last: number;
  readonly isNewestFirst: boolean;
}

/** The position at which a read can begin. What is not found only makes the read longer. */
export async function beginOfTime(
  log: LogContext,
  { kind, begin, last, isNewestFirst }: Searched,
  { isBefore, hasBefore }: TimeRange,
): Promise<number> {
  if (!hasBefore) return begin;
  let [near, far, found] = [begin, last, begin];
  while (Math.abs(far - near) > fewPositions) {
    const middle = Math.floor((near + far) / 2);
    const item = await nearest(log, { kind, from: middle, isNewestFirst });
    const isPassed = item !== undefined && isBefore(numberOf(item['at']));
    if (isPassed) found = positionOf(item) + (isNewestFirst ? -1 : 1);
    // An empty range is old: its records have expired.
    const isNear = item ? isPassed : !isNewestFirst;
    [near, far] = isNear ? [middle, far] : [near, middle];
  }
  return isNewestFirst ? Math.min(begin, found) : Math.max(begin, found);
}

interface Nearest {
  readonly kind: 'log' | 'failure';
  readonly from: number;
  readonly isNewestFirst: boolean;
}

/** The item of a batch that begins at a position, or the next one in the order of the read, in two segments. */
async function nearest(log: LogContext, { kind, from, isNewestFirst }: Nearest): Promise<Item | undefined> {
  const segment = segmentOf(from);
  const next = segment + (isNewestFirst ? -1 : 1);
  const edge = isNewestFirst ? segment * segmentPositions - 1 : next * segmentPositions;
  // A filter has the time of its batch, and is smaller.
  const kinds: readonly LogPartition[] = kind === 'log' ? ['filter', 'log'] : [kind];
  for (const [at, start] of [
    [segment, from],
    [next, edge],
  ] as const) {
    if (at < 0) continue;
    for (const one of kinds) {
      const query = querySegment(log, { kind: one, segment: at, from: start, isNewestFirst, limit: 1 });
      const [item] = (await queryItems(log.table, query)).items;
      if (typeof item?.['at'] === 'number') return item;
    }
  }
  return undefined;
}
