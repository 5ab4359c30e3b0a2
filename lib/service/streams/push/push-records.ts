import { type ReadRecord, sentOf, type TypedText } from '@headwater/ingest/records';
import { omitUndefined, writeJson } from 'headwater/json';
import type { InvocationTime } from 'headwater/table';
import type { Models } from '#generated/models/stream.ts';
import type { PipelineReader } from '../../pipelines/pipelines.ts';
import { invalidBody } from '../../sources/invalid-body.ts';
import { receiveRecords } from '../../sources/received-records.ts';
import type { SourceRecord } from '../../sources/source-record.ts';
import {
  countOutcomes,
  hasFailed,
  isOnlyStored,
  type LogBatch,
  type LogContext,
  type StoredOutcome,
} from '../log/log-types.ts';
import { appendBatch } from '../log/write/append-batch.ts';
import { findAppended } from '../log/write/request-bindings.ts';
import type { StreamRecord } from '../stream-record.ts';
import { checkOpen } from '../stream-states.ts';
import { processRecords } from './process-records.ts';

interface Push {
  readonly stream: StreamRecord;
  readonly readSource: () => Promise<SourceRecord>;
  readonly readPipeline: PipelineReader;
  /** A JSON array, or a text in the format of the source. */
  readonly body: TypedText;
  /** The same for each try of one request: the id that its Idempotency-Key reserves. Undefined without one. */
  readonly key: string | undefined;
  readonly time: InvocationTime;
  readonly items: 'all' | 'failed';
}

type Results = Models['PushResults'];

const daySeconds = 86_400;
const maxRecords = 500;

/**
 * @throws ServiceError stream_not_open, records_rejected, invalid_preprocessors, invalid_request, and what `receiveRecords`,
 * `appendBatch` and `readSource` throw.
 */
export async function pushRecords(log: LogContext, push: Push): Promise<Results> {
  const start = log.now();
  const { outcomes } =
    (await findAppended(log, push.key)) ?? (await appendBatch(log, await toBatch(push, start), push.key));
  return toResults(outcomes, push.items, log.now() - start);
}

async function toBatch(
  { stream, readSource, readPipeline, body, time }: Push,
  start: number,
): Promise<LogBatch> {
  checkOpen(stream);
  const source = await readSource();
  const records = pushedRecords(body, source);
  const outcomes = await processRecords(records, { source, readPipeline, policy: stream.on_error, time });
  const rawText = writeJson(records.map((record) => sentOf(record).raw));
  // Without the brackets and commas of the list.
  const bytes = Buffer.byteLength(rawText) - records.length - 1;
  return { outcomes, bytes, rawText, expiresAt: expiryOf(stream, start) };
}

function pushedRecords(body: TypedText, source: SourceRecord): readonly ReadRecord[] {
  const records = receiveRecords(body, { ...source, limit: maxRecords + 1 });
  if (records.length === 0) throw invalidBody('', 'min_items', 'must have at least 1 record');
  if (records.length > maxRecords)
    throw invalidBody('', 'max_items', `must have at most ${maxRecords} records`);
  return records;
}

/** The expiry of records stored now, in seconds since 1970. @param now Milliseconds since 1970. */
export function expiryOf(
  { retention_days: days }: Pick<StreamRecord, 'retention_days'>,
  now: number,
): number {
  return Math.ceil(now / 1_000) + days * daySeconds;
}

function toResults(outcomes: readonly StoredOutcome[], items: Push['items'], took: number): Results {
  const counts = countOutcomes(outcomes);
  const failed = outcomes.flatMap((one, index) => (hasFailed(one) ? [{ index, ...itemOf(one) }] : []));
  const all = items === 'all' && !outcomes.every(isOnlyStored) ? outcomes.map(itemOf) : failed;
  const rescued = outcomes.reduce((sum, one) => sum + rescuedIn(one), 0);
  const kept = outcomes.flatMap(({ position }) => (position === undefined ? [] : [position]));
  const [first, last] = [kept[0], kept.at(-1)];
  return {
    errors: failed.length > 0,
    stored: counts.records,
    failed_count: failed.length,
    dropped_count: counts.dropped,
    ...(rescued > 0 ? { rescued_count: rescued } : {}),
    ...(first === undefined || last === undefined ? {} : { first, last }),
    ...(all.length > 0 ? { items: all } : {}),
    took,
  };
}

function rescuedIn({ status, error, parts }: StoredOutcome): number {
  return parts ? (parts.rescued ?? 0) : Number(status === 'stored' && error !== undefined);
}

function itemOf(outcome: StoredOutcome): Models['PushItem'] {
  const { position, error, step, part, parts } = outcome;
  return {
    ...omitUndefined({ position }),
    status: statusOf(outcome),
    ...omitUndefined({ error, step, part, parts }),
  };
}

/** Of a record that is stored in part, the status of the parts that failed. */
function statusOf(outcome: StoredOutcome): Models['PushItem']['status'] {
  const { status, isSkipped } = outcome;
  if (isSkipped || status === 'skipped') return 'skipped';
  if (status === 'left' || status === 'failed' || hasFailed(outcome)) return 'quarantined';
  return status;
}
