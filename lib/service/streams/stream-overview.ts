/** Streams at a glance: what they hold, what came in the last hour, and what waits. From the heads of their logs, without a record. */

import type { Documents } from 'headwater/documents';
import { omitUndefined } from 'headwater/json';
import { getItems } from 'headwater/table';
import type { Models } from '#generated/models/stream.ts';
import { parseSink, type StoredSink, sinkKey } from './leases/sink-items.ts';
import type { LogContext } from './log/log-types.ts';
import { type LogState, readStates, recentSeconds, recentTimes } from './log/read/log-state.ts';
import type { StreamRecord } from './stream-record.ts';
import { listStreams } from './stream-repository.ts';

type Overview = Models['StreamOverviews'];
type Request = Omit<Parameters<typeof listStreams>[1], 'sort' | 'from'>;

interface OpenStreams {
  readonly streams: Documents<StreamRecord>;
  readonly logOf: (stream: string) => LogContext;
}

/** @throws ServiceError invalid_query, and invalid_request when the cursor is not valid, unavailable, timeout. */
export async function streamOverview({ streams, logOf }: OpenStreams, request: Request): Promise<Overview> {
  const {
    hits,
    from: _from,
    ...page
  } = await listStreams(streams, { ...request, from: 0, sort: '-created' });
  const logs = hits.map(({ _id }) => logOf(_id));
  const [states, sinks] = await Promise.all([
    readStates(streams.table, logs, { isConsistent: false }),
    readSinks(
      streams,
      logs.filter((_, index) => hits[index]?.sink),
    ),
  ]);
  const times = recentTimes(streams.now());
  return {
    ...page,
    interval: recentSeconds,
    times: times.map((time) => new Date(time).toISOString()),
    hits: hits.flatMap((stream, index) => {
      const state = states[index];
      return state ? [overviewOf(stream, { state, sink: sinks.get(stream._id), times })] : [];
    }),
  };
}

async function readSinks(
  { table }: Documents<StreamRecord>,
  logs: readonly LogContext[],
): Promise<ReadonlyMap<string, StoredSink>> {
  const items = await getItems(table, logs.map(sinkKey), { isConsistent: false });
  const sinks = items.flatMap((item) => parseSink(item) ?? []);
  return new Map(sinks.map((sink) => [sink.stream, sink]));
}

interface Known {
  readonly state: LogState;
  readonly sink: StoredSink | undefined;
  readonly times: readonly number[];
}

function overviewOf(
  { _id, name, source, state, tags, created }: StreamRecord,
  { state: log, sink, times }: Known,
): Overview['hits'][number] {
  const { records, failures, skipped, dropped, bytes, next, at, batches, recent } = log;
  // Earlier code has counted, and not by time.
  const isKnown = at !== undefined || batches === 0;
  const countsOf = (kind: 'stored' | 'failed') => times.map((time) => recent.get(time)?.[kind] ?? 0);
  return {
    ...{ _id, source, state, tags, created },
    ...omitUndefined({ name }),
    ...{ records, failures, skipped, dropped, bytes, next },
    ...(at === undefined ? {} : { pushed: new Date(at).toISOString() }),
    ...(isKnown ? { stored: countsOf('stored'), failed: countsOf('failed') } : {}),
    ...(sink ? { lag: Math.max(0, next - sink.position) } : {}),
  };
}
