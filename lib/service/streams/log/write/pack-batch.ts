/** Packs a batch for its items, and puts the rows that do not fit into the first one. */

import type { SentRecord } from '@headwater/ingest/records';
import { ServiceError } from 'headwater/errors';
import { omitUndefined } from 'headwater/json';
import { putItem } from 'headwater/table';
import { type FilterBytes, filterOfPush } from '../batch-filter.ts';
import { type PartKind, partKey, putLogPart, type StoredBatch } from '../batch-items.ts';
import {
  countOutcomes,
  type FailedRecord,
  isOnlyStored,
  type LogBatch,
  type LogContext,
  type LogOutcome,
  recordDocuments,
  type StoredOutcome,
  toStored,
} from '../log-types.ts';
import { maxPackedBytes, type PackedRows, packRows, packText, type Row, rangeOf } from '../pack-rows.ts';
import { storedValue } from '../stored-value.ts';

export interface PackedBatch {
  /** The number of positions that it takes, at least one. */
  readonly span: number;
  /** Its item, but for what the write adds. */
  readonly content: Omit<StoredBatch, 'first' | 'write' | 'at'>;
  /** Rows that are not in the item. */
  readonly parts: readonly PackedRows[];
  readonly failures: readonly PackedRows[];
  readonly filter: FilterBytes | undefined;
}

/**
 * The limit of the rows in an item that a transaction puts, since a transaction costs twice the units: larger ones are
 * parts, which are put before it.
 */
const maxTransactedBytes = 4_096;

/**
 * @param hasKey Whether the batch is put together with the binding of its request.
 * @throws ServiceError content_too_large.
 */
export function packBatch(
  { outcomes: given, bytes, rawText, moved = 0, ...batch }: LogBatch,
  { hasKey }: { readonly hasKey: boolean },
): PackedBatch {
  const { expiresAt, replaces = [], beside = [], after } = batch;
  const { span, records, failures } = rowsOf(given);
  const stored = given.map(toStored);
  const counted = countOutcomes(stored);
  const counts = { ...counted, records: counted.records - moved, failures: failures.length, bytes };
  const outcomes = packOutcomes(stored);
  const packed = packRows(records, records.length === given.length ? rawText : undefined);
  // Then no transaction commits it (commit-batch.ts).
  const isAlone = !hasKey && failures.length === 0 && replaces.length === 0 && beside.length === 0;
  const { data, parts } = placeRows(packed, isAlone ? maxBytesBeside(outcomes) : maxTransactedBytes);
  const failureParts = packRows(failures);
  const documents = given.flatMap((one) => (one.status === 'stored' ? recordDocuments(one) : []));
  const filter = filterOfPush({ documents, packedBytes: sizeOfRows(packed) });
  const isUsual = span === Math.max(1, counts.records + counts.failures);
  const content = {
    expiresAt,
    counts,
    replaces,
    replays: [],
    parts: parts.map(rangeOf),
    failureParts: failureParts.map(rangeOf),
    ...omitUndefined({ data, outcomes, after }),
    ...(isUsual ? {} : { span }),
    ...(filter ? { filtered: true as const } : {}),
  };
  return { span, content, parts, failures: failureParts, filter };
}

/** The rows of what gets a position. */
function rowsOf(outcomes: readonly LogOutcome[]) {
  const records: Row[] = [];
  const failures: Row[] = [];
  let span = 0;
  for (const outcome of outcomes) {
    if (outcome.status !== 'stored' && outcome.status !== 'failed') continue;
    const offset = span++;
    const { raw } = outcome;
    if (outcome.status === 'stored') records.push({ offset, value: storedValue(outcome), raw });
    const failed = outcome.status === 'failed' ? outcome : outcome.failed;
    if (failed && !('isSkipped' in failed && failed.isSkipped))
      failures.push({ offset, value: keptFailureOf(failed), raw });
  }
  return { span: Math.max(1, span), records, failures };
}

/** Packed records: in the item of their batch, or in parts. */
interface PlacedRows {
  readonly data: Uint8Array | undefined;
  readonly parts: readonly PackedRows[];
}

/** @param mostBytes The limit of the packed rows in the item. */
export function placeRows(packed: readonly PackedRows[], mostBytes: number): PlacedRows {
  const [whole, ...others] = packed;
  const isWhole = whole && others.length === 0 && whole.bytes.length <= mostBytes;
  return isWhole ? { data: whole.bytes, parts: [] } : { data: undefined, parts: packed };
}

/** The limit of the packed rows in an item that also has outcomes. */
export function maxBytesBeside(outcomes: Uint8Array | undefined): number {
  return maxPackedBytes - (outcomes?.length ?? 0);
}

export function sizeOfRows(packed: readonly PackedRows[]): number {
  return packed.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function keptFailureOf(failed: FailedRecord & Partial<SentRecord>) {
  const { error, step, failed_parts, claim, raw_encoding } = failed;
  return { error, ...omitUndefined({ step, failed_parts, claim, raw_encoding }) };
}

/** @throws ServiceError content_too_large. */
function packOutcomes(outcomes: readonly StoredOutcome[]): Uint8Array | undefined {
  if (outcomes.every(isOnlyStored)) return undefined;
  const packed = packText(JSON.stringify(outcomes));
  if (packed.length <= maxPackedBytes) return packed;
  const detail = `The errors of the records take ${packed.length} bytes, compressed; at most ${maxPackedBytes} can be stored. Send fewer records.`;
  throw new ServiceError('content_too_large', detail, { members: { max_bytes: maxPackedBytes } });
}

interface PartsToPut {
  readonly kind: PartKind;
  /** The id of the write to which the rows belong. */
  readonly write: string;
  readonly parts: readonly PackedRows[];
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

export async function putParts(
  log: LogContext,
  { kind, write, parts, expiresAt }: PartsToPut,
): Promise<void> {
  const put = ({ bytes }: PackedRows, index: number) =>
    putItem(log.table, putLogPart(partKey(log, write, [kind, index]), bytes, expiresAt));
  await Promise.all(parts.map(put));
}
