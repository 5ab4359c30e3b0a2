/**
 * Runs a replay in parts, under a lease of its item (../leases/lease.ts). Each part is noted
 * there before the next one begins. Any number of functions may run the same replay, stall,
 * crash and start again: a repeated part has no further effect and returns the same counts
 * (job-part.ts), and only the holder of the lease notes it.
 */

import { recordsRejected } from '#generated/problems.ts';
import { isTransient } from '../../../data/store/aws-errors.ts';
import type { InvocationTime } from '../../../data/store/invocation-time.ts';
import { getItem } from '../../../data/store/table-reads.ts';
import { problemTypePrefix, ServiceError } from '../../../shared/errors.ts';
import { changeLease, type HeldLease, type LeaseChange, takeLease } from '../leases/lease.ts';
import { forgetWork, maxOrphanMs, type ReplayWork, touchWork } from '../leases/running-work.ts';
import type { Replay, ReplayCounts } from '../replay/replay.ts';
import { getJob, type JobProblem, type JobState, jobKey, parseJob, type ReplayJob } from './job-items.ts';
import { addCounts, type JobPart, runPart } from './job-part.ts';
import { jobExpiry } from './replay-jobs.ts';

/** The stream of a replay, read anew for each part. */
export interface JobStream extends Pick<JobPart, 'log' | 'limit'>, Pick<Replay, 'readSource'> {
  /** The expiry of records stored now, in seconds since 1970. @throws ServiceError not_found, stream_not_open. */
  readonly expiryNow: () => Promise<number>;
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
  const { log, readSource, time, limit, isEnough } = run;
  const job = jobOf(held);
  if (job.attempts > maxAttempts) return endJob(run, held, 'failed', job.problem ?? problemOf(undefined));
  let part: Awaited<ReturnType<typeof runPart>>;
  try {
    part = await runPart(job, { log, readSource, time, limit, expiresAt: await run.expiryNow() });
  } catch (error) {
    return failPart(run, held, error);
  }
  if (!part) return change(run, held, { set: {}, lease: { restMs: pushRestMs } }, 'waiting');
  const { after } = part;
  const counts = addCounts(job, part.counts);
  const set = {
    ...counts,
    ...{ position: after ?? job.to + 1, part: job.part + 1, updated: log.now() },
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
  const end = await change(
    run,
    held,
    {
      set: { ...ended, ...(problem ? { problem } : {}) },
      remove: problem ? [] : ['problem'],
      lease: 'ended',
    },
    'ended',
  );
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
