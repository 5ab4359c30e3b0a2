/**
 * Runs a replay in parts, under a lease of its item (../leases/lease.ts). Each part is noted
 * there before the next one begins. Any number of functions may run the same replay, stall,
 * crash and start again: a repeated part has no further effect and returns the same counts,
 * and only the holder of the lease notes it.
 */

import { problemTypePrefix, ServiceError } from 'headwater/errors';
import { omitUndefined } from 'headwater/json';
import { getItem, type InvocationTime, ignoreTransient, isTransient } from 'headwater/table';
import { recordsRejected } from '#generated/problems.ts';
import { changeLease, type HeldLease, type LeaseChange, takeLease } from '../leases/lease.ts';
import { forgetWork, type ReplayWork, touchWork } from '../leases/running-work.ts';
import { type LogContext, maxOrphanMs } from '../log/log-types.ts';
import { readState, settledState } from '../log/read/log-state.ts';
import { countReplayed, type Replay, type ReplayCounts } from '../replay/replay.ts';
import { replayFailures } from '../replay/replay-failures.ts';
import { replayRecords } from '../replay/replay-records.ts';
import { getJob, type JobProblem, type JobState, jobKey, parseJob, type ReplayJob } from './job-items.ts';
import { jobExpiry } from './replay-jobs.ts';

/** The stream of a replay, read anew for each part. */
export interface JobStream extends Pick<Replay, 'readSource' | 'readPipeline'> {
  readonly log: LogContext;
  /** The maximum number of records of a part; 500 by default. */
  readonly limit?: number | undefined;
  /**
   * The expiry of records stored now, in seconds since 1970, and whether the stream has a sink now.
   *
   * @throws ServiceError not_found, stream_not_open.
   */
  readonly readNow: () => Promise<Pick<JobPart, 'expiresAt'> & Pick<LogContext, 'hasSink'>>;
}

export interface JobRun extends JobStream {
  readonly work: ReplayWork;
  readonly time: InvocationTime;
  /** Called before each part but the first: true leaves the rest to other functions or the next call. */
  readonly isEnough: () => boolean;
}

/**
 * `ended`: there is nothing more to do. `waiting`: another function runs it, or it has to wait. `more`: it can continue
 * now.
 */
export type JobEnd = 'ended' | 'waiting' | 'more';

interface PartEnd {
  readonly counts: ReplayCounts;
  /** The position of the next part; undefined at the end. */
  readonly after: number | undefined;
}

interface JobPart extends Pick<JobRun, 'log' | 'limit' | 'readSource' | 'readPipeline' | 'time'> {
  /** Seconds since 1970: the expiry of new records. */
  readonly expiresAt: number;
}

const maxPartRecords = 500;

/** The maximum number of times a part is started: with the pauses, for a quarter of an hour. */
const maxAttempts = 20;
const maxRestMs = 60_000;
/** The pause before another try if a push must be settled first. */
const pushRestMs = 1_000;

/** @throws unexpected errors, after noting them; ServiceError unavailable, timeout when nothing can be noted. */
export async function runJob(run: JobRun): Promise<JobEnd> {
  const { work, log } = run;
  const held = await takeLease(log, jobKey(work));
  if (!held) return leaveJob(run);
  const { isCancelled, attempts } = jobOf(held);
  if (isCancelled && attempts === 1) return endJob(run, held, 'cancelled');
  return runParts(run, held);
}

async function runParts(run: JobRun, first: HeldLease): Promise<JobEnd> {
  let held: HeldLease | undefined = first;
  for (let isFirst = true; held; isFirst = false) {
    if (!isFirst && jobOf(held).isCancelled) return endJob(run, held, 'cancelled');
    const next: HeldLease | JobEnd | undefined = await runNext(run, held);
    if (typeof next === 'string') return next;
    held = next;
  }
  // Another function has taken over the lease.
  return 'waiting';
}

/** Runs one part. @returns the lease for the next part; undefined if another function has taken it over. */
async function runNext(run: JobRun, held: HeldLease): Promise<HeldLease | JobEnd | undefined> {
  const { log, readSource, readPipeline, time, limit, isEnough } = run;
  const job = jobOf(held);
  if (job.attempts > maxAttempts)
    return endJob(run, held, 'failed', job.problem ?? problemOf(neverEnded(job)));
  let part: Awaited<ReturnType<typeof runPart>>;
  try {
    const { expiresAt, hasSink } = await run.readNow();
    const own = { ...log, ...omitUndefined({ hasSink }) };
    part = await runPart(job, { log: own, readSource, readPipeline, time, limit, expiresAt });
  } catch (error) {
    return failPart(run, held, error);
  }
  if (!part) return change(run, held, { set: {}, lease: { restMs: pushRestMs } }, 'waiting');
  const { after } = part;
  const counts = addCounts(job, part.counts);
  const set = {
    ...counts,
    position: after ?? job.to + 1,
    part: job.part + 1,
    updated: log.now(),
  };
  if (after === undefined)
    return counts.late > 0
      ? endJob(run, held, 'failed', problemOf(tooLate(counts)), set)
      : endJob(run, held, 'done', undefined, set);
  const noted = { set, remove: ['problem'] };
  // Slow records have used all the time of their part: other replays get their turn first.
  if (!isEnough() && part.counts.late === 0) return changeLease(log, held, { ...noted, lease: 'kept' });
  const end = await change(run, held, { ...noted, lease: { restMs: 0 } }, 'more');
  // Changing the item of work triggers the next function.
  await touchWork(log.table, run.work, log.now());
  return end;
}

/** Postpones the part after a transient error; ends the replay after any other. */
async function failPart(run: JobRun, held: HeldLease, error: unknown): Promise<JobEnd> {
  const { attempts } = jobOf(held);
  const problem = problemOf(error);
  const { isCancelled = false } = (await readJobItem(run)) ?? {};
  const isFinal = error instanceof ServiceError && !mayPass(error);
  if (isCancelled || isFinal) return endJob(run, held, isFinal ? 'failed' : 'cancelled', problem);
  const restMs = Math.min(1_000 * 2 ** (attempts - 1), maxRestMs);
  const set = { problem, attempts, updated: run.log.now() };
  const end = await change(run, held, { set, lease: { restMs } }, 'waiting');
  if (!(error instanceof ServiceError)) throw error;
  return end;
}

function mayPass(error: ServiceError): boolean {
  return isTransient(error) || error.code === 'write_conflict' || error.code === 'request_in_progress';
}

async function endJob(
  run: JobRun,
  held: HeldLease,
  ...[state, problem, set = {}]: [state: JobState, problem?: JobProblem, set?: LeaseChange['set']]
): Promise<JobEnd> {
  const now = run.log.now();
  const ended = { state, ended: now, updated: now, expiresAt: jobExpiry(now), ...set };
  const to = { set: { ...ended, ...omitUndefined({ problem }) }, remove: problem ? [] : ['problem'] };
  const end = await change(run, held, { ...to, lease: 'ended' }, 'ended');
  if (end === 'ended') await forgetWork(run.log.table, run.work);
  return end;
}

/** @returns `waiting` if another function has taken over the lease. */
async function change(run: JobRun, held: HeldLease, to: LeaseChange, end: JobEnd): Promise<JobEnd> {
  return (await changeLease(run.log, held, to)) ? end : 'waiting';
}

/** Leaves the replay: another function holds the lease, or the work is done. */
async function leaveJob(run: JobRun): Promise<JobEnd> {
  const { work, log } = run;
  const job = await readJobItem(run);
  const isOrphan = !job && log.now() - work.at > maxOrphanMs;
  if (!isOrphan && (!job || job.state === 'running')) return 'waiting';
  await forgetWork(log.table, work, isOrphan ? work.at : undefined);
  return 'ended';
}

async function readJobItem({ log, work }: JobRun): Promise<ReplayJob | undefined> {
  const item = await getItem(log.table, getJob(work));
  return item && parseJob(item);
}

function jobOf({ item }: HeldLease): ReplayJob {
  const job = parseJob(item);
  if (!job) throw new Error(`The item ${String(item['pk'])} is not a replay.`);
  return job;
}

/** No attempt has noted a problem. */
function neverEnded({ position }: ReplayJob): ServiceError {
  const detail = `The part at position ${position} was begun ${maxAttempts} times, and its function ended each time before the part did: make the preprocessors faster, and replay again from there.`;
  return new ServiceError('internal_error', detail);
}

function tooLate({ late }: ReplayCounts): ServiceError {
  const what = late === 1 ? '1 record takes' : `${late} records take`;
  const detail = `${what} more than 250 ms each, or stood behind such ones, and stay as they were: make the preprocessors faster, and replay them again.`;
  return new ServiceError(recordsRejected, detail);
}

/** The problem that a response would report for the error. */
function problemOf(error: unknown): JobProblem {
  const reported =
    error instanceof ServiceError
      ? error
      : new ServiceError('internal_error', 'The service failed. The failure was logged.');
  const { code, title, status, message: detail } = reported;
  return { type: problemTypePrefix + code, title, status, detail };
}

/**
 * Running the same part again has no further effect and returns the same counts. The key of the part binds its counts of
 * failures, as a request's key binds a push; batches note the counts of records. A part never passes a position that a
 * push has reserved and not settled, so everything before its end is final.
 *
 * @returns undefined if the part has to wait for a push.
 * @throws ServiceError write_conflict, request_in_progress, invalid_preprocessors, content_too_large, unavailable, timeout,
 * and the errors of `readSource`.
 */
async function runPart(job: ReplayJob, options: JobPart): Promise<PartEnd | undefined> {
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

function addCounts(one: ReplayCounts, other: ReplayCounts): ReplayCounts {
  return {
    stored: one.stored + other.stored,
    failed: one.failed + other.failed,
    dropped: one.dropped + other.dropped,
    late: one.late + other.late,
  };
}

/** The first position that a push has reserved and not settled, or `to` + 1 if there is none before. */
async function settledBefore(log: LogContext, to: number): Promise<number> {
  const { settled } = await readState(log);
  if (settled > to) return to + 1;
  await settledState(log).catch(ignoreTransient);
  return Math.min(to + 1, (await readState(log)).settled);
}
