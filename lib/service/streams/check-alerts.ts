/** Which streams exceed the limits that their owners have set. A schedule notes when that begins and ends. */

import { writeLog, writeMetrics } from 'headwater/log';
import {
  accessTable,
  containerDatabase,
  type InvocationTime,
  type RequestNames,
  systemClock,
  type TableAccess,
} from 'headwater/table';
import {
  type AlertName,
  alertNames,
  listWatched,
  noteSince,
  type WatchedStream,
} from './alerts/alert-items.ts';
import { type ExceededLimit, exceededLimits } from './alerts/exceeded-limits.ts';
import { readSinks } from './leases/sink-items.ts';
import type { LogContext, LogName } from './log/log-types.ts';
import { readStates } from './log/read/log-state.ts';
import { logOf } from './logs.ts';

interface CheckAlerts {
  readonly table: TableAccess;
  readonly time: RequestNames;
  readonly openLog: (name: LogName) => LogContext;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The streams of all owners. @param time The context of the handler. */
export function alertChecker(time: InvocationTime): CheckAlerts {
  const { client, tableName } = containerDatabase();
  return {
    table: accessTable(client, tableName, { time }),
    time,
    openLog: ({ owner, stream }) => logOf({ ...time, owner, isBackground: true }, stream),
  };
}

/** What counts the streams for the alarm of each alert. */
const metrics = {
  failure_share: 'FailingStreams',
  silence_minutes: 'SilentStreams',
  lag: 'LaggingStreams',
} as const satisfies Record<AlertName, string>;

/**
 * Reads half a unit for each watched stream, and half a unit more for one with a limit of its lag.
 *
 * @throws ServiceError unavailable, timeout.
 */
export async function checkAlerts(options: CheckAlerts): Promise<void> {
  const { table, time, openLog, now = systemClock.now } = options;
  const watched = await listWatched(table);
  if (watched.length === 0) return;
  const [states, sinks] = await Promise.all([
    readStates(table, watched.map(openLog), { isConsistent: false }),
    readSinks(
      table,
      watched.filter(({ limits }) => limits.lag !== undefined),
    ),
  ]);
  const counts = new Map<string, number>();
  for (const [index, stream] of watched.entries()) {
    const state = states[index];
    if (!state) continue;
    const exceeded = exceededLimits(stream, { state, sink: sinks.get(stream.stream), now: now() });
    for (const { alert } of exceeded) counts.set(metrics[alert], (counts.get(metrics[alert]) ?? 0) + 1);
    await noteChanges({ table, time }, stream, exceeded, now());
  }
  if (counts.size > 0) writeMetrics(Object.fromEntries(counts));
}

/** A line of the log says what has begun and what has ended. */
async function noteChanges(
  { table, time: { requestId, traceparent } }: Pick<CheckAlerts, 'table' | 'time'>,
  { owner, stream, limits, since }: WatchedStream,
  exceeded: readonly ExceededLimit[],
  now: number,
): Promise<void> {
  const values = new Map(exceeded.map((one) => [one.alert, one.value]));
  const changed = alertNames.filter((alert) => (since[alert] === undefined) === values.has(alert));
  if (changed.length === 0) return;
  const next = exceeded.map(({ alert }) => [alert, since[alert] ?? now]);
  await noteSince(table, { owner, stream }, Object.fromEntries(next));
  if (!process.env['AWS_LAMBDA_LOG_FORMAT']) return;
  for (const alert of changed) {
    const numbers = { value: values.get(alert), limit: limits[alert] };
    const state = values.has(alert) ? 'begins' : 'ends';
    writeLog('WARN', { requestId, traceparent, owner, stream, alert, state, ...numbers });
  }
}
