/** Streams at a glance: what they hold, what came in the last hour, and what waits. From the heads of their logs, without a record. */

import type { Documents } from 'headwater/documents';
import { omitUndefined } from 'headwater/json';
import type { Models } from '#generated/models/stream.ts';
import { readWatched, type WatchedStream, watchedLimits } from './alerts/alert-items.ts';
import { exceededLimits } from './alerts/exceeded-limits.ts';
import { readSinks, type StoredSink } from './leases/sink-items.ts';
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
  const { table } = streams;
  const logsWith = (has: (stream: StreamRecord) => boolean) =>
    logs.filter((_, index) => hits[index] && has(hits[index]));
  const [states, sinks, watched] = await Promise.all([
    readStates(table, logs, { isConsistent: false }),
    readSinks(
      table,
      logsWith(({ sink }) => sink !== undefined),
    ),
    readWatched(
      table,
      logsWith((stream) => watchedLimits(stream) !== undefined),
    ),
  ]);
  const now = streams.now();
  return {
    ...page,
    interval: recentSeconds,
    times: recentTimes(now).map((time) => new Date(time).toISOString()),
    hits: hits.flatMap((stream, index) => {
      const [id, state] = [stream._id, states[index]];
      return state ? [overviewOf(stream, { state, sink: sinks.get(id), watched: watched.get(id), now })] : [];
    }),
  };
}

interface Known {
  readonly state: LogState;
  readonly sink: StoredSink | undefined;
  readonly watched: WatchedStream | undefined;
  readonly now: number;
}

function overviewOf(
  { _id, name, source, state, tags, created }: StreamRecord,
  { state: log, sink, watched, now }: Known,
): Overview['hits'][number] {
  const { records, failures, skipped, dropped, bytes, next, at, batches, recent } = log;
  // Earlier code has counted, and not by time.
  const isKnown = at !== undefined || batches === 0;
  const countsOf = (kind: 'stored' | 'failed') =>
    recentTimes(now).map((time) => recent.get(time)?.[kind] ?? 0);
  return {
    ...{ _id, source, state, tags, created },
    ...omitUndefined({ name }),
    ...{ records, failures, skipped, dropped, bytes, next },
    ...(at === undefined ? {} : { pushed: new Date(at).toISOString() }),
    ...(isKnown ? { stored: countsOf('stored'), failed: countsOf('failed') } : {}),
    ...(sink ? { lag: Math.max(0, next - sink.position) } : {}),
    alerting: watched ? alertsOf(watched, { state: log, sink, now }) : [],
  };
}

/** What the schedule has noted, with the numbers of now. */
function alertsOf(
  watched: WatchedStream,
  known: Omit<Known, 'watched'>,
): Overview['hits'][number]['alerting'] {
  return exceededLimits(watched, known).flatMap(({ alert, value, limit }) => {
    const since = watched.since[alert];
    return since === undefined ? [] : [{ alert, since: new Date(since).toISOString(), value, limit }];
  });
}
