import { getItem, type InvocationTime, isInDebt, systemClock } from 'headwater/table';
import { watchTurn } from '../leases/fair-turns.ts';
import { listRegistered, parseRegistered, registerStream } from '../leases/forwarded-streams.ts';
import { readState, readStates } from '../log/read/log-state.ts';
import { forwardedKey } from '../log/write/begin-log.ts';
import { type ForwardStreams, forwardAll, forwarderTo, logNameOfKey } from './forward-all.ts';
import { forwardStream, hasNews } from './forward-stream.ts';
import { isDue } from './is-due.ts';
import { kinesisTarget, toKinesis } from './kinesis.ts';

/**
 * The forwarder to Kinesis of the table that the settings name.
 *
 * @param time The context of the handler.
 * @throws Error when KINESIS_STREAM is not the ARN of a data stream.
 */
export function forwarder(time: InvocationTime): ForwardStreams {
  const target = kinesisTarget(process.env['KINESIS_STREAM'], time);
  return forwarderTo(toKinesis(target), time);
}

/**
 * Begins no stream in the second half of the time.
 *
 * @throws ServiceError unavailable, timeout; the first other error, after all streams have had their turn.
 */
export async function forwardStreams(options: ForwardStreams): Promise<void> {
  const { table, openLog, now = systemClock.now } = options;
  const registered = await listRegistered(table);
  const states = registered.filter((state) => isDue(state, now()));
  const logs = states.map(openLog);
  const found = await readStates(table, logs, { isConsistent: false });
  const waiting = states.flatMap((state, index) => {
    const [log, logState] = [logs[index], found[index]];
    return log && logState && hasNews(state, logState) ? [log] : [];
  });
  await forwardAll(options, 'kinesis', waiting);
}

/**
 * Gives one stream a turn after a change of its log's head. Registers a stream that is older than this code first.
 * The schedule forwards it if its owner owes read units now.
 *
 * @param key The key of the item. @throws ServiceError unavailable, timeout; errors with which Kinesis refuses for good.
 */
export async function forwardChanged(
  { table, time, delivery, openLog }: ForwardStreams,
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
  if (isInDebt(log.table) || (state && !hasNews(state, logState))) return;
  await forwardStream({ log, delivery, isEnough: watchTurn(time, log.table) });
}
