/** Runs all pending replays of the table in turns, over all owners; a schedule calls it. */

import { getDocument } from 'headwater/documents';
import { writeMetrics } from 'headwater/log';
import {
  accessTable,
  containerDatabase,
  getItem,
  type InvocationTime,
  isInDebt,
  numberOf,
  type TableAccess,
} from 'headwater/table';
import { pipelineReader } from '../../pipelines/pipelines.ts';
import { sources } from '../../sources/sources.ts';
import { takeTurns, watchTurn } from '../leases/fair-turns.ts';
import { listWork, parseWork, type ReplayWork, workKey } from '../leases/running-work.ts';
import type { LogName } from '../log/log-types.ts';
import { logOf } from '../logs.ts';
import { expiryOf } from '../push/push-records.ts';
import { checkOpen } from '../stream-states.ts';
import { streams } from '../streams.ts';
import { logWork } from '../work-line.ts';
import { getJob } from './job-items.ts';
import { type JobEnd, type JobRun, type JobStream, runJob } from './run-job.ts';

interface RunJobs {
  readonly table: TableAccess;
  readonly time: InvocationTime;
  readonly openStream: (name: LogName) => JobStream;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Background replays in the table that the settings name.
 *
 * @param time The context of the handler. The items name the owners of the replays.
 */
export function jobRunner(time: InvocationTime): RunJobs {
  const { client, tableName } = containerDatabase();
  const openStream: RunJobs['openStream'] = ({ owner, stream }) => {
    const invocation = { ...time, owner, isBackground: true };
    const log = logOf(invocation, stream);
    const read = () => getDocument(streams(invocation), stream);
    const readNow = async () => {
      const found = await read();
      checkOpen(found);
      return { expiresAt: expiryOf(found, log.now()), hasSink: found.sink !== undefined };
    };
    const readSource = async () => getDocument(sources(invocation), (await read()).source);
    return { log, readSource, readPipeline: pipelineReader(invocation), readNow };
  };
  return { table: accessTable(client, tableName, { time }), time, openStream };
}

/**
 * Begins no part in the second half of the time.
 *
 * @throws ServiceError unavailable, timeout; the first unexpected error, after all replays have had their turn.
 */
export async function runJobs({ table, time, openStream, now }: RunJobs): Promise<void> {
  const waiting = await listWork(table);
  countRunning(waiting);
  const tasks = waiting.map((work) => {
    const opened = openStream(work);
    return {
      owner: work.owner,
      name: `${work.stream}/${work.id}`,
      own: opened.log.table,
      run: (isEnough: () => boolean) => runLogged({ ...opened, work, time, isEnough }),
    };
  });
  // Steps keep the processor busy: replays side by side would not be faster.
  await takeTurns({ table, kind: 'replay', time, atOnce: 1, now }, tasks);
}

/** Counts for the alarm of stalled replays: how many run, and how long ago one was put or has ended a turn. */
function countRunning(all: readonly ReplayWork[]): void {
  if (all.length === 0) return;
  const oldest = Math.min(...all.map(({ at }) => at));
  writeMetrics({ RunningReplays: all.length, ReplayWaitSeconds: (Date.now() - oldest) / 1_000 });
}

async function runLogged(run: JobRun): Promise<JobEnd> {
  const { owner, stream, id: replay } = run.work;
  const log = (end: 'ended' | 'more' | 'failed') => logWork(run.time, { owner, stream, replay, end });
  try {
    const end = await runJob(run);
    if (end !== 'waiting') log(end);
    return end;
  } catch (error) {
    log('failed');
    throw error;
  }
}

/**
 * Gives one replay a turn after a change of its item of work. If parts remain, the item changes again, behind the changes of
 * others. Only the schedule runs it while its owner owes read units, or if a part was begun and has not ended: such a part may end
 * each function that runs it.
 *
 * @param key The key of the item. @throws unexpected errors; ServiceError unavailable, timeout.
 */
export async function runChangedJob(
  { table, time, openStream }: RunJobs,
  key: { readonly pk: string; readonly sk: string },
): Promise<void> {
  const named = parseWork(key);
  const item = named && (await getItem(table, { Key: workKey(named), ConsistentRead: true }));
  const work = item && parseWork(item);
  const job = work && (await getItem(table, getJob(work)));
  if (!work || numberOf(job?.['attempts']) > 0) return;
  const opened = openStream(work);
  const { table: own } = opened.log;
  if (!isInDebt(own)) await runLogged({ ...opened, work, time, isEnough: watchTurn(time, own) });
}
