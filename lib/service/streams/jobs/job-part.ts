/** One part of a replay: at most 500 records, as a request replays them. */

import { getItem } from '../../../data/store/table-reads.ts';
import { appendBatch } from '../log/append-batch.ts';
import type { Append } from '../log/log.ts';
import { getHead, parseHead } from '../log/log-head.ts';
import { type LogContext, leaveToOthers, settleOld } from '../log/settle-batch.ts';
import { countReplayed, type Replay, type ReplayCounts } from '../replay/replay.ts';
import { replayFailures } from '../replay/replay-failures.ts';
import { replayRecords } from '../replay/replay-records.ts';
import type { ReplayJob } from './job-items.ts';

export interface JobPart extends Pick<Replay, 'readSource' | 'time'> {
  readonly log: LogContext;
  /** Seconds since 1970: of new records. */
  readonly expiresAt: number;
  /** How many records, at most. 500 by default. */
  readonly limit?: number | undefined;
}

export interface PartEnd {
  readonly counts: ReplayCounts;
  /** The position of the next part; undefined at the end. */
  readonly after: number | undefined;
}

const maxPartRecords = 500;

/**
 * The same part again does nothing twice, and has the same counts: those of failures are bound to its key, as a push is to
 * that of its request; those of records are noted with them. It takes no position that a push has reserved and not
 * settled, so that what it has passed stays as it is.
 *
 * @returns undefined when the part has to wait for a push.
 * @throws ServiceError write_conflict, request_in_progress, invalid_preprocessors, content_too_large, unavailable, timeout,
 * and what `readSource` throws.
 */
export async function runPart(job: ReplayJob, options: JobPart): Promise<PartEnd | undefined> {
  const { log, expiresAt, limit = maxPartRecords, ...replay } = options;
  const settled = await settledBefore(log, job.to);
  if (settled <= job.position) return undefined;
  const to = Math.min(job.to, settled - 1);
  // What ends before a push that is not settled goes on behind it.
  const next = to < job.to ? to + 1 : undefined;
  const own = { ...replay, log, range: { from: job.position, to, limit }, next };
  if (job.isOfFailures) {
    const append: Append = (appending) => appendBatch(log, appending);
    const key = `${job.id}/${job.part}`;
    const { replayed, after } = await replayFailures({ ...own, append, key, expiresAt, isNoted: true });
    return { counts: countReplayed(replayed), after };
  }
  const part = { replay: job.id, part: job.part };
  const { replayed, earlier, after } = await replayRecords({ ...own, part });
  const counts = [countReplayed(replayed), ...earlier].reduce((sum, more) => addCounts(sum, more));
  return { counts, after };
}

export function addCounts(one: ReplayCounts, other: ReplayCounts): ReplayCounts {
  return {
    stored: one.stored + other.stored,
    failed: one.failed + other.failed,
    dropped: one.dropped + other.dropped,
    late: one.late + other.late,
  };
}

/** The first position up to `to` and one behind it that a push has reserved and not settled, or else that one. */
async function settledBefore(log: LogContext, to: number): Promise<number> {
  const read = async () => parseHead(await getItem(log.table, getHead(log)));
  const { open } = await read();
  const isWaiting = [...open.values()].some((first) => first <= to);
  if (!isWaiting) return to + 1;
  await settleOld(log, open).catch(leaveToOthers);
  return Math.min(to + 1, ...(await read()).open.values());
}
