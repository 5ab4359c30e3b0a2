import { containerDatabase } from '../../../data/store/client.ts';
import { systemClock } from '../../../data/store/clock.ts';
import { type InvocationTime, watchHalfTime } from '../../../data/store/invocation-time.ts';
import { splitOwnedKey } from '../../../data/store/layout.ts';
import { accessTable, type TableAccess } from '../../../data/store/table-access.ts';
import { getItem } from '../../../data/store/table-reads.ts';
import {
  type ForwardedStream,
  listRegistered,
  parseRegistered,
  registerStream,
} from '../leases/forwarded-streams.ts';
import { forwardedKey } from '../log/begin-log.ts';
import { readState, readStates } from '../log/log-state.ts';
import type { LogContext, LogName } from '../log/log-types.ts';
import { logOf } from '../logs.ts';
import { logWork } from '../work-line.ts';
import { forwardStream, hasNews, type Target } from './forward-stream.ts';
import { kinesisTarget } from './kinesis.ts';

interface ForwardStreams {
  readonly table: TableAccess;
  readonly time: InvocationTime;
  readonly target: Target;
  readonly openLog: (name: LogName) => LogContext;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * The forwarder of the table that the settings name.
 *
 * @param time The context of the handler.
 * @throws Error when KINESIS_STREAM is not the ARN of a data stream.
 */
export function forwarder(time: InvocationTime): ForwardStreams {
  const { client, tableName } = containerDatabase();
  return {
    table: accessTable(client, tableName, { time }),
    time,
    target: kinesisTarget(process.env['KINESIS_STREAM'], time),
    openLog: ({ owner, stream }) => logOf({ ...time, owner }, stream),
  };
}

/** A run looks at one in so many of the streams, since each costs half a read unit, and the table's stream tells of changes. */
const runsForAll = 10;

/**
 * Whether this run looks at the stream: it is its turn, or its last attempt has not ended.
 *
 * @param now Milliseconds since 1970. The turn changes with each run, whether runs are a minute apart or, locally, a second.
 */
function isDue({ stream, attempts }: ForwardedStream, now: number): boolean {
  const run = (Math.floor(now / 60_000) + Math.floor(now / 1_000)) % runsForAll;
  return attempts > 0 || Number.parseInt(stream.slice(-6), 16) % runsForAll === run;
}

/** The number of streams forwarded at once. Each spends most of the time waiting for Kinesis. */
const maxAtOnce = 8;

/**
 * Begins no stream in the second half of the time.
 *
 * @throws ServiceError unavailable, timeout; the first other error, after all streams have had their turn.
 */
export async function forwardStreams({
  table,
  time,
  target,
  openLog,
  now = systemClock.now,
}: ForwardStreams): Promise<void> {
  const isTimeUp = watchHalfTime(time);
  const registered = await listRegistered(table);
  const states = registered.filter((state) => isDue(state, now()));
  const logs = states.map(openLog);
  const found = await readStates(table, logs, { isConsistent: false });
  const waiting = states.flatMap((state, index) => {
    const [log, logState] = [logs[index], found[index]];
    return log && logState && hasNews(state, logState) ? [log] : [];
  });
  const errors: unknown[] = [];
  const work = async () => {
    for (let log = waiting.shift(); log && !isTimeUp(); log = waiting.shift())
      await forwardStream({ log, target, isEnough: isTimeUp }).catch((error) => {
        logWork(time, { owner: log.owner, stream: log.stream, end: 'failed' });
        errors.push(error);
      });
  };
  await Promise.all(Array.from({ length: maxAtOnce }, work));
  if (errors.length > 0) throw errors[0];
}

/**
 * Forwards one stream after a change of its log's head. Registers a stream that is older than this code first.
 *
 * @param key The key of the item. @throws ServiceError unavailable, timeout; errors with which Kinesis refuses for good.
 */
export async function forwardChanged(
  { table, time, target, openLog }: ForwardStreams,
  key: { readonly pk: string; readonly sk: string },
): Promise<void> {
  const name = logNameOfKey(key);
  if (!name) return;
  const log = openLog(name);
  const [item, logState] = await Promise.all([
    getItem(table, { Key: forwardedKey(name), ConsistentRead: true }),
    readState(log),
  ]);
  const state = item && parseRegistered(item);
  if (!state) await registerStream(table, name, log.now());
  if (!state || hasNews(state, logState)) await forwardStream({ log, target, isEnough: watchHalfTime(time) });
}

/** Undefined if the key is not the head of a log: the postings of words that begin with `log` have such sort keys, too. */
function logNameOfKey(key: { readonly pk: string; readonly sk: string }): LogName | undefined {
  const { owner, key: rest } = splitOwnedKey(key.pk);
  const stream = /^stream\/([0-9a-f]{24})$/.exec(rest)?.[1];
  return key.sk === 'log' && stream !== undefined ? { owner, stream } : undefined;
}
