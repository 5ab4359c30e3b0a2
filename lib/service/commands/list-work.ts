/** The background work of all owners: replays that run or have failed, and streams that are forwarded. */

import type { Item, TableAccess } from '../../data/store/table-access.ts';
import { getItems, queryAll } from '../../data/store/table-reads.ts';
import { type JobState, jobKey, parseJob, queryJobs } from '../streams/jobs/job-items.ts';
import { type ForwardedStream, listRegistered } from '../streams/leases/forwarded-streams.ts';
import { listWork, type ReplayWork } from '../streams/leases/running-work.ts';
import type { LogName } from '../streams/log/log-head.ts';

/** A replay in the list. Times are in milliseconds since 1970. */
export interface ListedReplay extends LogName {
  readonly replay: string;
  /** `none`: a crashed request has left the work without its replay; the schedule deletes it after 20 minutes. */
  readonly state: JobState | 'none';
  /** The time at which it was put or ended a turn, or, if it has failed, failed. */
  readonly since: number;
  /** All records before it are replayed, up to `to`. */
  readonly position: number | undefined;
  readonly to: number | undefined;
  /** The number of times that its current part has been started. */
  readonly attempts: number | undefined;
  /** The end of the lease, or of the pause before the next attempt. */
  readonly leaseUntil: number | undefined;
  /** Why it has failed, or why its current part has been postponed. */
  readonly problem: string | undefined;
}

export interface ListedWork {
  readonly replays: readonly ListedReplay[];
  /** Streams with a current lease, with an attempt that has not ended, or with missed documents. */
  readonly forwards: readonly ForwardedStream[];
}

/**
 * Lists the work without a scan: running work from one partition, and failed replays from one partition per stream.
 *
 * @throws ServiceError unavailable, timeout.
 */
export async function listAllWork(table: TableAccess, now = Date.now()): Promise<ListedWork> {
  const [running, registered] = await Promise.all([listRunning(table), listRegistered(table)]);
  const failed = await Promise.all(registered.map((name) => listFailed(table, name, now)));
  const forwards = registered.filter(
    ({ missed, attempts, until }) => missed > 0 || attempts > 0 || until > now,
  );
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
  // Work that has ended meanwhile is dropped; if it has failed, its stream lists it.
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
