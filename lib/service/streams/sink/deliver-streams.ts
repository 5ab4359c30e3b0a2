/** Delivers the documents of streams to their indexes in the search engine that the stage names. */

import { writeMetrics } from 'headwater/log';
import { stageEngine } from 'headwater/search-engine';
import { getItem, type InvocationTime, isInDebt, systemClock, type TableAccess } from 'headwater/table';
import { type ForwardStreams, forwardAll, forwarderTo, logNameOfKey } from '../forward/forward-all.ts';
import { forwardStream, hasNews } from '../forward/forward-stream.ts';
import { isDue } from '../forward/is-due.ts';
import { placeIn, watchTurn } from '../leases/fair-turns.ts';
import { listSinks, parseSink, type StoredSink, sinkKey } from '../leases/sink-items.ts';
import { streamsToRedeliver } from '../log/read/find-redelivery.ts';
import { readState, readStates } from '../log/read/log-state.ts';
import { toIndex } from './to-index.ts';

/**
 * @param time The context of the handler.
 * @throws Error if the settings of the engine are wrong.
 */
export function deliverer(time: InvocationTime): ForwardStreams {
  return forwarderTo(toIndex(stageEngine(time), time), time);
}

/** @throws ServiceError unavailable, timeout; the first other error, after all streams have had their turn. */
export async function deliverStreams(options: ForwardStreams): Promise<void> {
  const { table, openLog, now = systemClock.now } = options;
  const [sinks, again] = await Promise.all([listSinks(table), findAgain(table, now)]);
  countFailing(sinks, now());
  const due = sinks.filter((sink) => sink.tries > 0 || again.has(sink.stream) || isDue(sink, now()));
  const logs = due.map(openLog);
  const states = await readStates(table, logs, { isConsistent: false });
  const waiting = due.flatMap((sink, index) => {
    const [log, state] = [logs[index], states[index]];
    return log && state && (again.has(sink.stream) || hasNews(sink, state)) ? [log] : [];
  });
  await forwardAll(options, 'sink', waiting);
}

/** Finds streams with redeliveries. If they are too many for one run, the next one goes on behind them. */
async function findAgain(table: TableAccess, now: () => number): Promise<ReadonlySet<string>> {
  const place = placeIn(table, 'redelivery', now);
  const after = await place.read();
  const { streams, last } = await streamsToRedeliver(table, after);
  if (last !== after) await place.note(last);
  return streams;
}

/** Counts for the alarm: for how long the delivery of a stream has been failing. */
function countFailing(sinks: readonly StoredSink[], now: number): void {
  const since = sinks.flatMap(({ tries, failingSince }) => (tries > 0 ? [failingSince] : []));
  if (since.length === 0) return;
  writeMetrics({ FailingSinks: since.length, SearchDelaySeconds: (now - Math.min(...since)) / 1_000 });
}

/**
 * Gives the delivery of one stream a turn after a change of its log's head. The schedule delivers it
 * if its owner owes read units now.
 *
 * @param key The key of the item. @throws ServiceError unavailable, timeout; what the engine refuses for good.
 */
export async function deliverChanged(
  { table, time, delivery, openLog }: ForwardStreams,
  key: { readonly pk: string; readonly sk: string },
): Promise<void> {
  const name = logNameOfKey(key);
  const item = name && (await getItem(table, { Key: sinkKey(name), ConsistentRead: true }));
  const sink = item && parseSink(item);
  if (!name || !sink) return;
  const log = openLog(name);
  if (isInDebt(log.table) || !hasNews(sink, await readState(log))) return;
  await forwardStream({ log, delivery, isEnough: watchTurn(time, log.table) });
}
