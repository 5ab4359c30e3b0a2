/** Pushes records into a stream. */

import type { Models } from '#generated/models/stream.ts';
import type { DataRecord } from '../../preprocessors/base/record.ts';
import type { SourceRecord } from '../../sources/source-record.ts';
import type { InvocationTime } from '../../store/invocation-time.ts';
import { appendBatch, findAppended } from '../log/append-batch.ts';
import type { Appended, LogBatch, StoredOutcome } from '../log/log.ts';
import type { LogContext } from '../log/settle-batch.ts';
import type { StreamRecord } from '../stream-record.ts';
import { checkOpen } from '../stream-states.ts';
import { processRecords } from './process-records.ts';

export interface Push {
  readonly log: LogContext;
  readonly stream: StreamRecord;
  readonly readSource: () => Promise<SourceRecord>;
  readonly recordsOf: (source: SourceRecord) => readonly DataRecord[];
  /** The same for each try of one request. */
  readonly key: string | undefined;
  readonly time: InvocationTime;
}

type Results = Models['PushResults'];

const daySeconds = 86_400;

/**
 * What is refused now may have been stored by an earlier try of the request, whose response was lost: its results are
 * the response then.
 *
 * @throws ServiceError stream_not_open, records_rejected, invalid_preprocessors, and what the callbacks and `appendBatch` throw.
 */
export async function pushRecords(push: Push): Promise<Results> {
  const { log, key } = push;
  const start = log.now();
  const stored = await toBatch(push, start).then(
    (batch) => appendBatch(log, batch),
    (refusal) => earlierOr(refusal, log, key),
  );
  return toResults(stored.outcomes, log.now() - start);
}

async function toBatch({ stream, readSource, recordsOf, key, time }: Push, start: number): Promise<LogBatch> {
  checkOpen(stream);
  const source = await readSource();
  const records = recordsOf(source);
  const outcomes = processRecords(records, { source, policy: stream.on_error, time });
  const bytes = records.reduce((sum, record) => sum + Buffer.byteLength(JSON.stringify(record)), 0);
  return { outcomes, bytes, expiresAt: expiryOf(stream, start), key };
}

async function earlierOr(refusal: unknown, log: LogContext, key: string | undefined): Promise<Appended> {
  const earlier = key === undefined ? undefined : await findAppended(log, key);
  if (earlier) return earlier;
  throw refusal;
}

/** When records expire that are stored now: seconds since 1970. @param now Milliseconds since 1970. */
export function expiryOf(
  { retention_days: days }: Pick<StreamRecord, 'retention_days'>,
  now: number,
): number {
  return Math.ceil(now / 1_000) + days * daySeconds;
}

function toResults(outcomes: readonly StoredOutcome[], took: number): Results {
  const count = (status: StoredOutcome['status']) => outcomes.filter((one) => one.status === status).length;
  const failed = count('failed') + count('skipped');
  const kept = outcomes.flatMap(({ position }) => (position === undefined ? [] : [position]));
  const [first, last] = [kept[0], kept.at(-1)];
  return {
    ...{ errors: failed > 0, stored: count('stored'), failed_count: failed },
    dropped_count: count('dropped'),
    ...(first === undefined || last === undefined ? {} : { first, last }),
    ...(count('stored') === outcomes.length ? {} : { items: outcomes.map(itemOf) }),
    took,
  };
}

function itemOf({ status, position, error, step }: StoredOutcome): Models['PushItem'] {
  return {
    ...(position === undefined ? {} : { position }),
    status: status === 'failed' || status === 'left' ? 'quarantined' : status,
    ...(error ? { error } : {}),
    ...(step === undefined ? {} : { step }),
  };
}
