/** Packs a batch for its items, and puts the rows that do not fit into the first one. */

import { putItem } from '../../../data/store/table-writes.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import { type FilterBytes, filterOfPush } from './batch-filter.ts';
import { type PartKind, partKey, putLogPart, spanOf } from './batch-items.ts';
import type {
  BatchCounts,
  FailureClaim,
  LogBatch,
  LogContext,
  LogOutcome,
  StoredOutcome,
} from './log-types.ts';
import { maxPackedBytes, type PackedRows, packRows, packText, type Row } from './pack-rows.ts';

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
export function packBatch({ outcomes: given, bytes, ...batch }: LogBatch): PackedBatch {
  const { expiresAt, replaces = [], after } = batch;
  const records: Row[] = [];
  const failures: Row[] = [];
  for (const outcome of given) {
    const offset = records.length + failures.length;
    if (outcome.status === 'stored') records.push({ offset, value: outcome.document, raw: outcome.raw });
    if (outcome.status === 'failed')
      failures.push({ offset, value: keptFailureOf(outcome), raw: outcome.raw });
  }
  const countOf = (status: LogOutcome['status']) => given.filter((one) => one.status === status).length;
  const outcomes = given.map(toStored);
  const packedOutcomes = packOutcomes(outcomes);
  const packed = packRows(records);
  const documents = given.flatMap((one) => (one.status === 'stored' ? [one.document] : []));
  return {
    span: spanOf({ records: records.length, failures: failures.length }),
    counts: {
      records: records.length,
      failures: failures.length,
      skipped: countOf('skipped'),
      dropped: countOf('dropped'),
      bytes,
    },
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

function toStored(outcome: LogOutcome): StoredOutcome {
  const origin = 'origin' in outcome ? { origin: outcome.origin } : {};
  return { status: outcome.status, ...failureOf(outcome), ...origin };
}

function failureOf(outcome: LogOutcome): Pick<StoredOutcome, 'error' | 'step'> {
  const { step } = outcome;
  return omitUndefined({ error: 'error' in outcome ? outcome.error : undefined, step });
}

function keptFailureOf(outcome: Extract<LogOutcome, { readonly status: 'failed' }>) {
  const { raw_encoding } = outcome;
  return { ...failureOf(outcome), ...omitUndefined({ raw_encoding }) };
}

/** @throws ServiceError content_too_large. */
function packOutcomes(outcomes: readonly StoredOutcome[]): Uint8Array | undefined {
  const isPlain = ({ status, origin, error }: StoredOutcome) =>
    status === 'stored' && origin === undefined && error === undefined;
  if (outcomes.every(isPlain)) return undefined;
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
