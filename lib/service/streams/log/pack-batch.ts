/** Packs a batch for its items, and puts the rows that do not fit into the first one. */

import { putItem } from '../../../data/store/table-writes.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import type { SentRecord } from '../../samples/records/malformed.ts';
import { type FilterBytes, filterOfPush } from './batch-filter.ts';
import { type PartKind, partKey, putLogPart } from './batch-items.ts';
import {
  type BatchCounts,
  countOutcomes,
  type FailedRecord,
  type FailureClaim,
  isOnlyStored,
  type LogBatch,
  type LogContext,
  type LogOutcome,
  recordDocuments,
  type StoredOutcome,
} from './log-types.ts';
import { maxPackedBytes, type PackedRows, packRows, packText, type Row } from './pack-rows.ts';
import { storedValue } from './stored-value.ts';

export interface PackedBatch extends PlacedRows {
  /** The number of positions that it takes, at least one. */
  readonly span: number;
  readonly counts: BatchCounts;
  readonly failures: readonly PackedRows[];
  readonly outcomes: readonly StoredOutcome[];
  /** Undefined if every pushed record was stored. */
  readonly packedOutcomes: Uint8Array | undefined;
  readonly filter: FilterBytes | undefined;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly replaces: readonly FailureClaim[];
  readonly after: number | undefined;
}

/** Packed records: in the item of their batch, or in parts. */
interface PlacedRows {
  readonly data: Uint8Array | undefined;
  readonly parts: readonly PackedRows[];
}

/** @throws ServiceError content_too_large. */
export function packBatch({ outcomes: given, bytes, rawText, moved = 0, ...batch }: LogBatch): PackedBatch {
  const { expiresAt, replaces = [], after } = batch;
  const records: Row[] = [];
  const failures: Row[] = [];
  let span = 0;
  for (const outcome of given) {
    if (outcome.status !== 'stored' && outcome.status !== 'failed') continue;
    const offset = span++;
    const { raw } = outcome;
    if (outcome.status === 'stored') records.push({ offset, value: storedValue(outcome), raw });
    const failed = outcome.status === 'failed' ? outcome : outcome.failed;
    if (failed && !('isSkipped' in failed && failed.isSkipped))
      failures.push({ offset, value: keptFailureOf(failed), raw });
  }
  const outcomes = given.map(toStored);
  const counts = countOutcomes(outcomes);
  const packedOutcomes = packOutcomes(outcomes);
  const packed = packRows(records, records.length === given.length ? rawText : undefined);
  const documents = given.flatMap((one) => (one.status === 'stored' ? recordDocuments(one) : []));
  return {
    span: Math.max(1, span),
    counts: { ...counts, records: counts.records - moved, failures: failures.length, bytes },
    ...placeRows(packed, packedOutcomes?.length),
    filter: filterOfPush({ documents, packedBytes: sizeOfRows(packed) }),
    failures: packRows(failures),
    outcomes,
    packedOutcomes,
    expiresAt,
    replaces,
    after,
  };
}

/** @param besideBytes The packed bytes of other members of the same item. */
export function placeRows(packed: readonly PackedRows[], besideBytes = 0): PlacedRows {
  const [whole, ...others] = packed;
  const isWhole = whole && others.length === 0 && whole.bytes.length + besideBytes <= maxPackedBytes;
  return isWhole ? { data: whole.bytes, parts: [] } : { data: undefined, parts: packed };
}

export function sizeOfRows(packed: readonly PackedRows[]): number {
  return packed.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

export function toStored(outcome: LogOutcome): StoredOutcome {
  const { status, parts, origin } = outcome;
  // Nearly every record of a push.
  if (status === 'stored' && !outcome.failed && isOnlyStored(outcome)) return { status };
  const isSkipped = status === 'stored' && outcome.failed?.isSkipped ? { isSkipped: true as const } : {};
  return { status, ...failureOf(outcome), ...omitUndefined({ parts, origin }), ...isSkipped };
}

function failureOf(outcome: LogOutcome): Pick<StoredOutcome, 'error' | 'step' | 'part'> {
  if (outcome.status === 'dropped') return { step: outcome.step };
  const failed: Partial<FailedRecord> = (outcome.status === 'stored' && outcome.failed) || outcome;
  const { error, step, failed_parts: [first] = [] } = failed;
  return omitUndefined({ error, step, part: first?.part });
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
