/**
 * Documents that are refused after they were stored become failures: they leave their batch, and the log gets a batch of
 * failures, in one transaction. A replay of failures tries them again, as those that preprocessors have refused.
 */

import { ServiceError } from 'headwater/errors';
import { isTransient } from 'headwater/table';
import { parseBatch, type StoredBatch } from '../batch-items.ts';
import { recordsOf } from '../batch-records.ts';
import type { LogContext, LogOutcome, LogRecord, PartClaim, RecordError } from '../log-types.ts';
import { findContaining } from '../segment-walk.ts';
import { appendBatch } from '../write/append-batch.ts';
import { prepareReplacement } from '../write/replace-records.ts';

export interface RefusedDocument extends Pick<LogRecord, 'position' | 'revision'> {
  readonly part?: string | undefined;
  readonly error: RecordError;
}

/** @throws ServiceError unavailable if a replay has replaced one of them since it was read; timeout, content_too_large. */
export async function failDocuments(log: LogContext, refused: readonly RefusedDocument[]): Promise<void> {
  const left = new Map(Map.groupBy(refused, ({ position }) => position));
  for (let [position] = left.keys(); position !== undefined; [position] = left.keys()) {
    const item = await findContaining(log, 'log', position);
    const batch = item && parseBatch(item);
    const records = batch ? await recordsOf(log, batch) : [];
    const own = records.filter((record) => left.has(record.position));
    const isSame = own.every(({ position: at, revision }) => left.get(at)?.[0]?.revision === revision);
    if (!batch || !isSame || !own.some((record) => record.position === position)) throw changed();
    await moveRecords(
      log,
      { batch, records },
      own.map((record) => ({ record, refused: left.get(record.position) ?? [] })),
    );
    for (const record of own) left.delete(record.position);
  }
}

interface ReadBatch {
  readonly batch: StoredBatch;
  readonly records: readonly LogRecord[];
}

interface RefusedRecord {
  readonly record: LogRecord;
  readonly refused: readonly RefusedDocument[];
}

async function moveRecords(
  log: LogContext,
  { batch, records }: ReadBatch,
  refused: readonly RefusedRecord[],
): Promise<void> {
  const documents = new Map(refused.map((one) => [one.record.position, documentsLeft(one)]));
  const claims = new Map(
    refused.flatMap((one) => {
      const left = claimLeft(one);
      return left ? [[one.record.position, left] as const] : [];
    }),
  );
  // The sink may have earlier documents of these records, which the redelivery of the batch deletes.
  const replacement = { batch, records, documents, claims };
  const ready = await prepareReplacement({ ...log, hasSink: true }, replacement);
  if (!ready) throw changed();
  const moved = refused.reduce((sum, one) => sum + one.refused.length, 0);
  const outcomes = refused.map(failureOf);
  const { expiresAt } = batch;
  const beside = [{ Put: ready.put }];
  await appendBatch(log, { outcomes, bytes: 0, expiresAt, moved, beside }).catch((error) => {
    throw isTransient(error) || error?.code !== 'write_conflict' ? error : changed();
  });
}

function isWhole({ record, refused }: RefusedRecord): boolean {
  return record.documents.length === refused.length;
}

function documentsLeft({ record, refused }: RefusedRecord): LogRecord['documents'] {
  const parts = new Set(refused.map(({ part }) => part));
  return record.documents.filter(({ part }) => !parts.has(part));
}

function refusedParts({ refused }: RefusedRecord): string[] {
  return refused.flatMap(({ part }) => part ?? []);
}

/** The claim of the other parts. */
function claimLeft(one: RefusedRecord): PartClaim | undefined {
  if (isWhole(one)) return undefined;
  const { claim } = one.record;
  return { ...claim, except: [...(claim?.except ?? []), ...refusedParts(one)] };
}

function failureOf(one: RefusedRecord): LogOutcome {
  const { record, refused } = one;
  const [first] = refused;
  if (!first) throw changed();
  const parts = refused.flatMap(({ part, error }) => (part === undefined ? [] : [{ part, error }]));
  return {
    status: 'failed',
    raw: record.raw,
    error: first.error,
    ...(parts.length > 0 ? { failed_parts: parts } : {}),
    claim: isWhole(one) ? record.claim : { only: refusedParts(one) },
  };
}

function changed(): ServiceError {
  return new ServiceError(
    'unavailable',
    'A replay has replaced the documents meanwhile; they are delivered again.',
  );
}
