/**
 * Background replays: of any number of records, in parts (run-job.ts).
 *
 * The item of work is put before the replay, so the runners find each stored replay.
 * The replay itself is put once for each request, under its id. The client gets a
 * response only after both are stored.
 */

import { ServiceError } from 'headwater/errors';
import { getItem, isExpired, putItem, queryItems, updateItem } from 'headwater/table';
import type { Models } from '#generated/models/stream.ts';
import { putWork } from '../leases/running-work.ts';
import { type LogContext, maxPushMs } from '../log/log-types.ts';
import { readState } from '../log/read/log-state.ts';
import { replayInput } from '../replay/replay.ts';
import { checkOpen } from '../stream-states.ts';
import { askToCancel, cancelIdle, getJob, parseJob, putJob, queryJobs, type ReplayJob } from './job-items.ts';

type Job = Models['ReplayJob'];

/** The period for which an ended replay stays visible. */
const keptSeconds = 7 * 24 * 3_600;

/** @param now Milliseconds since 1970. @returns seconds since 1970. */
export function jobExpiry(now: number): number {
  return Math.ceil(now / 1_000) + keptSeconds;
}

interface NewJob {
  /** The same id for each try of one request, so that it creates the replay once. */
  readonly id: string;
  readonly stream: Parameters<typeof checkOpen>[0];
  readonly input: Models['ReplayJobInput'];
}

/** @throws ServiceError invalid_request, stream_not_open unless an earlier try has made it, unavailable, timeout. */
export async function createJob(log: LogContext, { id, stream, input }: NewJob): Promise<Job> {
  const { isOfFailures, range } = replayInput(input);
  const earlier = await findJob(log, id);
  if (earlier) return earlier;
  checkOpen(stream);
  const { next } = await readState(log);
  const created = log.now();
  const { from } = range;
  const to = Math.max(from, Math.min(range.to, next - 1));
  const isEmpty = from >= next;
  const work = { owner: log.owner, stream: log.stream, id, at: created };
  if (!isEmpty) await putWork(log.table, work);
  const isLate = () => log.now() - created > maxPushMs;
  const end = isEmpty
    ? { position: Math.min(to + 1, Number.MAX_SAFE_INTEGER), expiresAt: jobExpiry(created) }
    : { position: from, expiresAt: undefined };
  const state = isEmpty ? 'done' : 'running';
  const job = { id, state, isOfFailures, from, to, created, ...end } as const;
  await putItem(log.table, putJob(log, job), { isLate });
  return readJob(log, id);
}

/** @throws ServiceError not_found, unavailable, timeout. */
export async function readJob(log: LogContext, id: string): Promise<Job> {
  const job = await findJob(log, id);
  if (!job) throw notFound(log, id);
  return job;
}

async function findJob(log: LogContext, id: string): Promise<Job | undefined> {
  const item = await getItem(log.table, getJob({ ...log, id }));
  const job = item && !isExpired(item, log.now()) ? parseJob(item) : undefined;
  return job && toModel(log.stream, job);
}

interface JobListRequest {
  readonly size: number;
  readonly after?: string | undefined;
}

/** Lists replays, newest first. */
export async function listJobs(
  log: LogContext,
  { size, after }: JobListRequest,
): Promise<Models['ReplayJobResults']> {
  const { items } = await queryItems(log.table, queryJobs(log, after, size + 1));
  const page = items.slice(0, size);
  const jobs = page.flatMap((item) => (isExpired(item, log.now()) ? [] : (parseJob(item) ?? [])));
  const last = page.at(-1)?.['sk'];
  return {
    size: jobs.length,
    hits: jobs.map((job) => toModel(log.stream, job)),
    ...(items.length > size && typeof last === 'string' ? { after: last } : {}),
  };
}

/**
 * Ends a replay: at once, or after the current part, so that its counts are exact. A replay that has ended stays unchanged.
 *
 * @throws ServiceError not_found, unavailable, timeout.
 */
export async function cancelJob(log: LogContext, id: string): Promise<void> {
  const name = { owner: log.owner, stream: log.stream, id };
  const now = log.now();
  const isAsked =
    (await updateItem(log.table, cancelIdle(name, now, jobExpiry(now)))) ||
    (await updateItem(log.table, askToCancel(name)));
  if (!isAsked) await readJob(log, id);
}

function toModel(stream: string, job: ReplayJob): Job {
  const { id, state, isOfFailures, from, to, position, stored, failed, dropped, problem, ended } = job;
  return {
    _id: id,
    stream,
    state,
    failures: isOfFailures,
    from,
    to,
    position,
    stored,
    failed_count: failed,
    dropped_count: dropped,
    created: new Date(job.created).toISOString(),
    updated: new Date(job.updated).toISOString(),
    ...(ended === undefined ? {} : { ended: new Date(ended).toISOString() }),
    ...(problem ? { error: problem } : {}),
  };
}

function notFound({ stream }: LogContext, id: string): ServiceError {
  return new ServiceError('not_found', `The stream ${stream} has no replay ${id}.`);
}
