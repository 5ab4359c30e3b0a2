/**
 * Counts of the records in streams, from the heads of their logs, where pushes keep them. No
 * record is read. Reservations left by crashed pushes are settled first, so counts are exact.
 */

import type { Models } from '#generated/models/stream.ts';
import type { Documents } from '../../data/documents.ts';
import { getItems } from '../../data/store/table-reads.ts';
import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import { countNames, headKey, type LogHead, numbersOf, parseHead } from './log/log-head.ts';
import { hasOld, type LogContext, readHead, settleOld } from './log/settle-batch.ts';
import type { StreamRecord } from './stream-record.ts';
import { listStreams } from './stream-repository.ts';

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
  const position = omitUndefined({ after });
  const page = await listStreams(streams, {
    from: 0,
    size: maxStreams,
    sort: 'created',
    source,
    ...position,
  });
  const logs = page.hits.map(({ _id }) => logOf(_id));
  const items = await getItems(streams.table, logs.map(headKey), { isConsistent: true });
  const found = new Map(items.map((item) => [item['pk'], item]));
  const heads = await Promise.all(logs.map((log) => settled(log, parseHead(found.get(headKey(log)['pk'])))));
  const bySource = new Map<string, SourceStats>();
  for (const [index, stream] of page.hits.entries()) {
    const before = bySource.get(stream.source) ?? { source: stream.source, ...emptyCounts() };
    bySource.set(stream.source, added(before, countsOf(stream, heads[index] ?? parseHead())));
  }
  const total = [...bySource.values()].reduce<Counts>(added, emptyCounts());
  return {
    ...total,
    by_source: [...bySource.values()],
    ...omitUndefined({ after: page.after, partial: page.after === undefined ? undefined : true }),
  };
}

/** Settles in turns, since many pushes may have crashed at once. */
async function settled(log: LogContext, head: LogHead): Promise<LogHead> {
  if (!hasOld(log, head)) return head;
  await settleOld(log, head.open);
  return settled(log, await readHead(log));
}

type Counts = Omit<SourceStats, 'source'>;

function emptyCounts(): Counts {
  return numbersOf({}, names);
}

function countsOf({ state }: StreamRecord, head: LogHead): Counts {
  return numbersOf({ ...head, streams: 1, [state]: 1 }, names);
}

const names = ['streams', 'open', 'paused', 'closed', ...countNames] as const;

function added<Sum extends Counts>(sum: Sum, more: Counts): Sum {
  return { ...sum, ...Object.fromEntries(names.map((name) => [name, sum[name] + more[name]])) };
}
