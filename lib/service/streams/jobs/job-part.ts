/** Runs one part of a replay: at most 500 records, like a synchronous replay. */

import { ignoreTransient } from '../../../data/store/aws-errors.ts';
import { type LogContext, readHead, settleOld } from '../log/settle-batch.ts';
import { countReplayed, type Replay, type ReplayCounts } from '../replay/replay.ts';
import { replayFailures } from '../replay/replay-failures.ts';
import { replayRecords } from '../replay/replay-records.ts';
import type { ReplayJob } from './job-items.ts';

export interface JobPart extends Pick<Replay, 'readSource' | 'time'> {
  readonly log: LogContext;
  /** Seconds since 1970: the expiry of new records. */
  readonly expiresAt: number;
  /** The maximum number of records; 500 by default. */
  readonly limit?: number | undefined;
}

export interface PartEnd {
  readonly counts: ReplayCounts;
  /** The position of the next part; undefined at the end. */
  readonly after: number | undefined;
}

const maxPartRecords = 500;

/**
 * Running the same part again has no further effect and returns the same counts. The key of the part binds its counts of
 * failures, as a request's key binds a push; batches note the counts of records. A part never passes a position that a
 * push has reserved and not settled, so everything before its end is final.
 *
 * @returns undefined if the part has to wait for a push.
 * @throws ServiceError write_conflict, request_in_progress, invalid_preprocessors, content_too_large, unavailable, timeout,
 * and the errors of `readSource`.
 */
export async function runPart(job: ReplayJob, options: JobPart): Promise<PartEnd | undefined> {
  const { log, expiresAt, limit = maxPartRecords, ...replay } = options;
  const settled = await settledBefore(log, job.to);
  if (settled <= job.position) return undefined;
  const to = Math.min(job.to, settled - 1);
  // If the part ends before an unsettled push, the next part continues there.
  const next = to < job.to ? to + 1 : undefined;
  const own = { ...replay, log, range: { from: job.position, to, limit }, next };
  if (job.isOfFailures) {
    const key = `${job.id}/${job.part}`;
    const { replayed, after } = await replayFailures({ ...own, key, expiresAt, isNoted: true });
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

/** The first position that a push has reserved and not settled, or `to` + 1 if there is none before. */
async function settledBefore(log: LogContext, to: number): Promise<number> {
  const { open } = await readHead(log);
  const isWaiting = [...open.values()].some((first) => first <= to);
  if (!isWaiting) return to + 1;
  await settleOld(log, open).catch(ignoreTransient);
  return Math.min(to + 1, ...(await readHead(log)).open.values());
}
