/** Pushes records into a stream. */

import type { Models } from '#generated/models/stream.ts';
import type { DataRecord } from '../../preprocessors/base/record.ts';
import type { SourceRecord } from '../../sources/source-record.ts';
import type { InvocationTime } from '../../store/invocation-time.ts';
import type { Append, StoredOutcome } from '../log/log.ts';
import type { StreamRecord } from '../stream-record.ts';
import { processRecords } from './process-records.ts';

export interface Push {
  readonly stream: StreamRecord;
  readonly source: SourceRecord;
  readonly records: readonly DataRecord[];
  readonly append: Append;
  /** The same for each try of one request. */
  readonly key: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly time: InvocationTime;
}

type Results = Models['PushResults'];

const daySeconds = 86_400;

/** @throws ServiceError records_rejected, invalid_preprocessors, and what `append` throws. */
export async function pushRecords({
  stream,
  source,
  records,
  append,
  key,
  now,
  time,
}: Push): Promise<Results> {
  const start = now();
  const outcomes = processRecords(records, { source, policy: stream.on_error, time });
  const bytes = records.reduce((sum, record) => sum + Buffer.byteLength(JSON.stringify(record)), 0);
  const stored = await append({ outcomes, bytes, expiresAt: expiryOf(stream, start), key });
  return toResults(stored.outcomes, now() - start);
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
