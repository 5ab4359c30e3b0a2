/** `npx headwater work`: replays that run or have failed, streams that are forwarded or alert, and sinks, over all owners. */

import { type CommandLine, type CommandResult, count, cut, table as tableOf } from 'headwater/command-line';
import { openTable } from 'headwater/operations';
import { accessTable, getItems, type Item, queryAll, type TableAccess } from 'headwater/table';
import { alertNames, listWatched } from '../streams/alerts/alert-items.ts';
import { jobKey, parseJob, queryJobs } from '../streams/jobs/job-items.ts';
import { listRegistered } from '../streams/leases/forwarded-streams.ts';
import { listWork, type ReplayWork } from '../streams/leases/running-work.ts';
import { listSinks } from '../streams/leases/sink-items.ts';
import type { LogName } from '../streams/log/log-types.ts';
import type { workCommand } from './service-commands.ts';

/** In characters. */
const maxProblem = 80;

export async function work({ json, ...choice }: CommandLine<typeof workCommand>): Promise<CommandResult> {
  const { client, tableName, close } = await openTable(choice);
  try {
    const found = await listAllWork(accessTable(client, tableName), Date.now());
    return { output: json ? JSON.stringify(found, null, 2) : describe(found), exitCode: 0 };
  } finally {
    await close();
  }
}

type ListedReplay = ReturnType<typeof toReplay>;
type ListedWork = Awaited<ReturnType<typeof listAllWork>>;

/** A lease that is free has the time 0. */
function timeOf(ms: number | undefined): string | null {
  return ms ? new Date(ms).toISOString() : null;
}

function describe({ replays, forwards, sinks, alerts }: ListedWork): string {
  const replayRows = replays.map(({ owner, stream, replay, state, since, attempts, leaseUntil, ...more }) => [
    ...[owner, stream, replay, state, since ?? '', placeOf(more), String(attempts ?? '')],
    ...[leaseUntil ?? '', cut(more.problem ?? '', maxProblem)],
  ]);
  const forwardRows = forwards.map(({ owner, stream, position, missed, attempts, leaseUntil }) => [
    ...[owner, stream, String(position), String(missed), String(attempts), leaseUntil ?? ''],
  ]);
  return [
    ...withHead(
      ['OWNER', 'STREAM', 'REPLAY', 'STATE', 'SINCE', 'POSITION', 'ATTEMPTS', 'LEASE', 'PROBLEM'],
      replayRows,
    ),
    ...withHead(['OWNER', 'STREAM', 'FORWARDED TO', 'MISSED', 'ATTEMPTS', 'LEASE'], forwardRows),
    ...withHead(
      ['OWNER', 'STREAM', 'INDEX', 'DELIVERED TO', 'REFUSED', 'MISSED', 'TRIES', 'ERROR'],
      sinks.map(({ owner, stream, index, position, refused, missed, tries, error }) => [
        ...[owner, stream, index, ...[position, refused, missed, tries].map(String)],
        cut(error?.message ?? '', maxProblem),
      ]),
    ),
    ...withHead(
      ['OWNER', 'STREAM', 'ALERT', 'LIMIT', 'SINCE'],
      alerts.map(({ owner, stream, alert, limit, since }) => [
        ...[owner, stream, alert, String(limit), since ?? ''],
      ]),
    ),
    summaryOf({ replays, forwards, sinks, alerts }),
  ].join('\n');
}

function withHead(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : [...tableOf([head, ...rows]), ''];
}

function placeOf({ position, to }: Pick<ListedReplay, 'position' | 'to'>): string {
  return position === undefined ? '' : `${position} of ${to}`;
}

function summaryOf({ replays, forwards, sinks, alerts }: ListedWork): string {
  const failed = replays.filter(({ state }) => state === 'failed').length;
  const failing = sinks.filter(({ tries }) => tries > 0).length;
  const running = count(replays.length - failed, 'replay');
  return `${running} running, ${failed} failed; ${count(forwards.length, 'stream')} being forwarded or with missed documents; ${count(sinks.length, 'sink')}, ${failing} failing; ${count(alerts.length, 'alert')}.`;
}

/**
 * Lists the work without a scan: running work from one partition, and failed replays from one partition per stream. The
 * forwarded streams are those with a current lease, with an attempt that has not ended, or with missed documents.
 */
async function listAllWork(table: TableAccess, now: number) {
  const [running, registered, sinks, watched] = await Promise.all([
    listRunning(table),
    listRegistered(table),
    listSinks(table),
    listWatched(table),
  ]);
  const failed = await Promise.all(registered.map((name) => listFailed(table, name, now)));
  const forwards = registered.filter(
    ({ missed, attempts, until }) => missed > 0 || attempts > 0 || until > now,
  );
  return {
    sinks: sinks.map(({ owner, stream, kind, index, position, refused, missed, tries, error }) => ({
      owner,
      stream,
      kind,
      index,
      position,
      refused,
      missed,
      tries,
      ...(error ? { error: { ...error, at: timeOf(error.at) } } : {}),
    })),
    alerts: watched.flatMap(({ owner, stream, limits, since }) =>
      alertNames.flatMap((alert) =>
        since[alert] === undefined
          ? []
          : [{ owner, stream, alert, limit: limits[alert], since: timeOf(since[alert]) }],
      ),
    ),
    replays: [...running, ...failed.flat()],
    forwards: forwards.map(({ owner, stream, position, missed, attempts, until }) => ({
      owner,
      stream,
      position,
      missed,
      attempts,
      leaseUntil: timeOf(until),
    })),
  };
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

/**
 * A replay in the list. Its state is `none` if a crashed request has left the work without its replay: the schedule
 * deletes it after 20 minutes.
 *
 * @param since When it was put or ended a turn, or, if it has failed, failed: in milliseconds since 1970.
 */
function toReplay(
  { owner, stream, id: replay }: Omit<ReplayWork, 'at'>,
  item: Item | undefined,
  since: number,
) {
  const job = item && parseJob(item);
  const { state = 'none', position, to, attempts, problem } = job ?? {};
  return {
    owner,
    stream,
    replay,
    state,
    position,
    to,
    attempts,
    problem: problem?.detail,
    since: timeOf(since),
    leaseUntil: timeOf(state === 'running' ? Number(item?.['until']) : undefined),
  };
}
