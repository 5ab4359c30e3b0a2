/** Pushes records into a stream. */

import type { Models } from '#generated/models/stream.ts';
import type { InvocationTime } from '../../../data/store/invocation-time.ts';
import { writeJson } from '../../../shared/json/lossless-json.ts';
import { type ReadRecord, sentOf } from '../../samples/records/malformed.ts';
import type { SourceRecord } from '../../sources/source-record.ts';
import type { Append, LogBatch, StoredOutcome } from '../log/log.ts';
import type { StreamRecord } from '../stream-record.ts';
import { checkOpen } from '../stream-states.ts';
import { processRecords } from './process-records.ts';

export interface Push {
  readonly append: Append;
  readonly stream: StreamRecord;
  readonly readSource: () => Promise<SourceRecord>;
  readonly recordsOf: (source: SourceRecord) => readonly ReadRecord[];
  /** The same key for each try of one request. */
  readonly key: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly time: InvocationTime;
}

type Results = Models['PushResults'];

const daySeconds = 86_400;

/** @throws ServiceError stream_not_open, records_rejected, invalid_preprocessors, and what `append` and the callbacks throw. */
export async function pushRecords(push: Push): Promise<Results> {
  const { append, key, now } = push;
  const start = now();
  const { outcomes } = await append({ key, makeBatch: () => toBatch(push, start) });
  return toResults(outcomes, now() - start);
}

async function toBatch({ stream, readSource, recordsOf, time }: Push, start: number): Promise<LogBatch> {
  checkOpen(stream);
  const source = await readSource();
  const records = recordsOf(source);
  const outcomes = processRecords(records, { source, policy: stream.on_error, time });
  const bytes = records.reduce((sum, record) => sum + Buffer.byteLength(writeJson(sentOf(record).raw)), 0);
  return { outcomes, bytes, expiresAt: expiryOf(stream, start) };
}

/** The expiry of records stored now, in seconds since 1970. @param now Milliseconds since 1970. */
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
