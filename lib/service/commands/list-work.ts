/** The work that no request waits for, over all owners: replays that run or have failed, and streams that are forwarded. */

import type { Item, TableAccess } from '../../data/store/table-access.ts';
import { getItems, queryAll } from '../../data/store/table-reads.ts';
import { type JobState, jobKey, parseJob, queryJobs } from '../streams/jobs/job-items.ts';
import { parseRegistered, queryRegistered } from '../streams/leases/forwarded-streams.ts';
import { listWork, type ReplayWork } from '../streams/leases/running-work.ts';
import type { LogName } from '../streams/log/log-head.ts';

/** Milliseconds since 1970, but for what says otherwise. */
export interface ListedReplay extends LogName {
  readonly replay: string;
  /** `none`: a crashed request has left the work without its replay; the schedule deletes it after 20 minutes. */
  readonly state: JobState | 'none';
  /** When it was put, or ended a turn; of one that has failed, when. */
  readonly since: number;
  /** All before it are replayed, up to `to`. */
  readonly position: number | undefined;
  readonly to: number | undefined;
  /** How often its current part has been begun. */
  readonly attempts: number | undefined;
  /** Until then a function holds its lease, or leaves it alone. */
  readonly leaseUntil: number | undefined;
  /** Why it has failed, or why its part is not done yet. */
  readonly problem: string | undefined;
}

export interface ListedForward extends LogName {
  readonly position: number;
  /** How many documents could not be forwarded. */
  readonly missed: number;
  readonly attempts: number;
  readonly leaseUntil: number;
}

export interface ListedWork {
  readonly replays: readonly ListedReplay[];
  /** Streams whose lease is held, whose last attempt has not ended, or that have missed documents. */
  readonly forwards: readonly ListedForward[];
}

/** Reads one partition for what runs, and one of each stream for what has failed: no scan. @throws ServiceError unavailable, timeout. */
export async function listAllWork(table: TableAccess, now = Date.now()): Promise<ListedWork> {
  const [running, registered] = await Promise.all([listRunning(table), queryAll(table, queryRegistered())]);
  const names = registered.flatMap((item) => parseRegistered(item) ?? []);
  const failed = await Promise.all(names.map((name) => listFailed(table, name, now)));
  const forwards = registered.flatMap((item) => toForward(item) ?? []).filter((each) => isActive(each, now));
  return { replays: [...running, ...failed.flat()], forwards };
}

async function listRunning(table: TableAccess): Promise<ListedReplay[]> {
  const work = await listWork(table);
  const items = await getItems(table, work.map(jobKey), { isConsistent: true });
  const byKey = new Map(items.map((item) => [`${item['pk']} ${item['sk']}`, item]));
  const all = work.map((one) => {
    const { pk, sk } = jobKey(one);
    return toReplay(one, byKey.get(`${pk} ${sk}`), one.at);
  });
  // What has ended meanwhile is not running; if it has failed, its stream lists it.
  return all.filter(({ state }) => state === 'running' || state === 'none');
}

async function listFailed(
  table: TableAccess,
  { owner, stream }: LogName,
  now: number,
): Promise<ListedReplay[]> {
  const { Limit: _all, ...request } = queryJobs({ owner, stream }, undefined, 1);
  return (await queryAll(table, request)).flatMap((item) => {
    const job = parseJob(item);
    if (job?.state !== 'failed' || (job.expiresAt ?? Number.POSITIVE_INFINITY) * 1_000 <= now) return [];
    return [toReplay({ owner, stream, id: job.id }, item, job.ended ?? job.updated)];
  });
}

function toReplay(
  { owner, stream, id: replay }: Omit<ReplayWork, 'at'>,
  item: Item | undefined,
  since: number,
): ListedReplay {
  const job = item && parseJob(item);
  const { state = 'none', position, to, attempts, problem } = job ?? {};
  const leaseUntil = state === 'running' ? Number(item?.['until']) : undefined;
  return {
    owner,
    stream,
    replay,
    state,
    since,
    position,
    to,
    attempts,
    leaseUntil,
    problem: problem?.detail,
  };
}

function toForward(item: Item): ListedForward | undefined {
  const parsed = parseRegistered(item);
  if (!parsed) return undefined;
  const { owner, stream, position, missed } = parsed;
  return {
    owner,
    stream,
    position,
    missed,
    attempts: Number(item['attempts']),
    leaseUntil: Number(item['until']),
  };
}

function isActive({ missed, attempts, leaseUntil }: ListedForward, now: number): boolean {
  return missed > 0 || attempts > 0 || leaseUntil > now;
}
