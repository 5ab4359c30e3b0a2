/**
 * Counts of the records in streams, from the heads of their logs, where pushes keep them. No
 * record is read. Reservations left by crashed pushes are settled first, so counts are exact.
 */

import { type Documents, listConsistently } from 'headwater/documents';
import { omitUndefined } from 'headwater/json';
import { numbersOf } from 'headwater/table';
import type { Models } from '#generated/models/stream.ts';
import { countNames, type LogContext } from './log/log-types.ts';
import { type LogState, readStates, settledState } from './log/read/log-state.ts';
import type { StreamRecord } from './stream-record.ts';

type Stats = Models['StreamStats'];
type SourceStats = Models['SourceStats'];

interface StatsRequest {
  readonly source?: string | undefined;
  readonly after?: string | undefined;
}

/** The most streams counted at once. */
const maxStreams = 500;

interface OpenStreams {
  readonly streams: Documents<StreamRecord>;
  readonly logOf: (stream: string) => LogContext;
}

/** @throws ServiceError invalid_request when the cursor is not valid, unavailable, timeout. */
export async function streamStats(
  { streams, logOf }: OpenStreams,
  { source, after }: StatsRequest,
): Promise<Stats> {
  const page = await listConsistently(streams, {
    from: 0,
    size: maxStreams,
    sort: 'created',
    filters: source === undefined ? [] : [{ field: 'source', values: [source] }],
    ...omitUndefined({ after }),
  });
  const logs = page.hits.map(({ _id }) => logOf(_id));
  const states = await readStates(streams.table, logs, { isConsistent: true });
  const settled = await Promise.all(
    logs.map((log, at) => (states[at]?.isUnsettled === false ? states[at] : settledState(log))),
  );
  const bySource = new Map<string, SourceStats>();
  for (const [index, stream] of page.hits.entries()) {
    const before = bySource.get(stream.source) ?? { source: stream.source, ...emptyCounts() };
    bySource.set(stream.source, added(before, countsOf(stream, settled[index])));
  }
  const total = [...bySource.values()].reduce<Counts>(added, emptyCounts());
  return {
    ...total,
    by_source: [...bySource.values()],
    ...omitUndefined({ after: page.after, partial: page.after === undefined ? undefined : true }),
  };
}

type Counts = Omit<SourceStats, 'source'>;

function emptyCounts(): Counts {
  return numbersOf({}, names);
}

function countsOf({ state }: StreamRecord, log: LogState | undefined): Counts {
  return numbersOf({ ...log, streams: 1, [state]: 1 }, names);
}

const names = ['streams', 'open', 'paused', 'closed', ...countNames] as const;

function added<Sum extends Counts>(sum: Sum, more: Counts): Sum {
  return { ...sum, ...Object.fromEntries(names.map((name) => [name, sum[name] + more[name]])) };
}
