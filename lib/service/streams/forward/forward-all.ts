/** The turns of the streams in one invocation, whatever they are forwarded to. */

import {
  accessTable,
  containerDatabase,
  type InvocationTime,
  splitOwnedKey,
  type TableAccess,
} from 'headwater/table';
import { takeTurns } from '../leases/fair-turns.ts';
import type { LogContext, LogName } from '../log/log-types.ts';
import { logOf } from '../logs.ts';
import { logWork } from '../work-line.ts';
import { type Delivery, forwardStream } from './forward-stream.ts';

/** The invocation of a function that forwards streams. */
export interface ForwardStreams {
  readonly table: TableAccess;
  readonly time: InvocationTime;
  readonly delivery: Delivery;
  readonly openLog: (name: LogName) => LogContext;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** @param time The context of the handler. */
export function forwarderTo(delivery: Delivery, time: InvocationTime): ForwardStreams {
  const { client, tableName } = containerDatabase();
  return {
    table: accessTable(client, tableName, { time }),
    time,
    delivery,
    openLog: ({ owner, stream }) => logOf({ ...time, owner, isBackground: true }, stream),
  };
}

/** The number of streams forwarded at once. Each spends most of the time waiting for the target. */
const maxAtOnce = 8;

/**
 * Begins no stream in the second half of the time.
 *
 * @throws the first error that is not transient, after all streams have had their turn.
 */
export function forwardAll(
  { table, time, delivery, now }: Omit<ForwardStreams, 'openLog'>,
  kind: 'sink' | 'kinesis',
  logs: readonly LogContext[],
): Promise<void> {
  const tasks = logs.map((log) => ({
    owner: log.owner,
    name: log.stream,
    own: log.table,
    run: (isEnough: () => boolean) =>
      forwardStream({ log, delivery, isEnough }).catch((error) => {
        logWork(time, { owner: log.owner, stream: log.stream, end: 'failed' });
        throw error;
      }),
  }));
  return takeTurns({ table, kind, time, atOnce: maxAtOnce, now }, tasks);
}

/** Undefined if the key is not the head of a log: the postings of words that begin with `log` have such sort keys, too. */
export function logNameOfKey(key: { readonly pk: string; readonly sk: string }): LogName | undefined {
  const { owner, key: rest } = splitOwnedKey(key.pk);
  const stream = /^stream\/([0-9a-f]{24})$/.exec(rest)?.[1];
  return key.sk === 'log' && stream !== undefined ? { owner, stream } : undefined;
}
