/**
 * The log of a stream: batches of records, each record at a position (docs/service/log.md). Every function that reads or
 * writes it throws ServiceError `unavailable` and `timeout`.
 */

import type { DataRecord, Failure } from '@headwater/ingest';
import type { KnownTerms, Needs } from '@headwater/ingest/conditions';
import type { SentRecord } from '@headwater/ingest/records';
import { omitUndefined } from 'headwater/json';
import type { ItemChange, TableAccess } from 'headwater/table';

export interface LogName {
  readonly owner: string;
  /** The id of the stream. */
  readonly stream: string;
}

/** A log in a table. */
export interface LogTable extends LogName {
  readonly table: TableAccess;
}

export interface LogContext extends LogTable {
  /** Whether documents are delivered to a sink, which gets them again when a replay replaces their batch (redeliveries.ts). */
  readonly hasSink?: boolean;
  readonly now: () => number;
  readonly newId: () => string;
}

/** The limit of a push: the gateway waits 30 s. */
export const maxPushMs = 30_000;

/** The assumed maximum difference between two clocks. */
export const maxSkewMs = 10_000;

/**
 * The age at which a write that was announced never comes: its request has ended, and AWS refuses requests 15 minutes
 * late.
 */
export const maxOrphanMs = 20 * 60_000;

export interface BatchCounts {
  /** The number of documents: each part of a record counts. */
  readonly records: number;
  readonly failures: number;
  readonly skipped: number;
  readonly dropped: number;
  /** The size of the raw records in bytes. */
  readonly bytes: number;
}

export const countNames = ['records', 'failures', 'skipped', 'dropped', 'bytes'] as const;

export interface RecordError {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly value?: string;
  readonly within?: NonNullable<Failure['within']>;
}

/** A document of a record. Only a record that has become several has parts, such as `0` and `2.1`. */
export interface RecordDocument {
  readonly part?: string;
  readonly document: DataRecord;
}

/**
 * Which parts of its record a stored record or a failure has, if they are not all. A part includes the parts within
 * it. The claims of one record never overlap, so a replay stores each part once.
 */
export interface PartClaim {
  /** By default the whole record. */
  readonly only?: readonly string[];
  readonly except?: readonly string[];
}

export interface FailedPart {
  readonly part: string;
  readonly error: RecordError;
  readonly step?: number;
}

/** Why a record failed: by its first part, if only parts did. */
export interface FailedRecord {
  readonly error: RecordError;
  readonly step?: number;
  readonly failed_parts?: readonly FailedPart[];
  readonly claim?: PartClaim | undefined;
}

/** The parts of a record by their outcomes. */
export interface PartCounts {
  readonly stored: number;
  readonly failed: number;
  readonly dropped: number;
  /** How many of the stored records the `on_failure` of the source rescued. */
  readonly rescued?: number;
}

/**
 * The outcome of a pushed record or of a replayed failure. `stored` and `failed` records
 * get a position; a failure that is `left` keeps its own.
 */
export type LogOutcome = { readonly parts?: PartCounts | undefined; readonly origin?: number } & (
  | {
      readonly status: 'stored';
      readonly raw: DataRecord;
      /** At least one. */
      readonly documents: readonly RecordDocument[];
      readonly claim?: PartClaim | undefined;
      /** Its other parts: a failure at the same position, unless they are skipped. */
      readonly failed?: (FailedRecord & { readonly isSkipped: boolean }) | undefined;
      /** Why it failed, or its first such part, if the `on_failure` of its source has rescued it. */
      readonly error?: RecordError;
      readonly step?: number;
    }
  | (SentRecord & FailedRecord & { readonly status: 'failed' })
  | (FailedRecord & { readonly status: 'skipped' })
  | { readonly status: 'dropped'; readonly step: number }
  | (FailedRecord & { readonly status: 'left'; readonly origin: number })
);

/** A batch, which is stored as a whole or not at all. */
export interface LogBatch {
  /** The outcomes, in the order of the request. */
  readonly outcomes: readonly LogOutcome[];
  /** The size of the raw records in bytes. */
  readonly bytes: number;
  /** The JSON of all raw records, in a list: it is long, and written once. */
  readonly rawText?: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** The failures that this batch replaces. They are no longer failures once it is stored. */
  readonly replaces?: readonly FailuresAsRead[] | undefined;
  /** The position at which the next replay begins, which the log remembers for other tries of the request. */
  readonly after?: number | undefined;
  /** The number of stored documents that leave the log with this batch. */
  readonly moved?: number;
  /** Changes of other items: they are made with the batch, or neither is. */
  readonly beside?: readonly ItemChange[] | undefined;
}

export interface AppendResult {
  /** The outcomes, in the order of the request. */
  readonly outcomes: readonly StoredOutcome[];
  readonly after: number | undefined;
}

/** The failures of one item which a batch replaces. */
export interface ReplacedFailures {
  /** The position of the item, which is the position of its first failure. */
  readonly position: number;
  readonly origins: readonly number[];
}

/** They are replaced only if their item has not changed since it was read. */
export interface FailuresAsRead extends ReplacedFailures {
  /** How often the item had changed. */
  readonly revision: number;
}

export interface StoredOutcome {
  readonly status: LogOutcome['status'];
  readonly position?: number;
  /** The position of the failure that was replayed. */
  readonly origin?: number;
  /** Why it failed, or a part of it: also if the part is stored, or rescued. */
  readonly error?: RecordError;
  readonly step?: number;
  /** The first part that failed. */
  readonly part?: string;
  readonly parts?: PartCounts;
  /** The stream leaves out the parts of a stored record that have failed. */
  readonly isSkipped?: true;
}

/** Whether the record has failed, as a whole or in part. */
export function hasFailed({ status, parts }: StoredOutcome): boolean {
  return status === 'failed' || status === 'skipped' || (status === 'stored' && (parts?.failed ?? 0) > 0);
}

type OutcomeCounts = Pick<BatchCounts, 'records' | 'failures' | 'skipped' | 'dropped'>;

/** Records are documents here: each part of a record counts. Failures are records, with any number of parts. */
export function countOutcomes(outcomes: readonly StoredOutcome[]): OutcomeCounts {
  const counts = { records: 0, failures: 0, skipped: 0, dropped: 0 };
  for (const outcome of outcomes) {
    const { status, parts, isSkipped } = outcome;
    counts.records += status === 'stored' ? (parts?.stored ?? 1) : 0;
    counts.dropped += parts?.dropped ?? (status === 'dropped' ? 1 : 0);
    if (status === 'skipped' || isSkipped) counts.skipped++;
    else if (hasFailed(outcome)) counts.failures++;
  }
  return counts;
}

/** What a batch stores of an outcome beside the record, and another try of the request finds. */
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

/** Whether only its position needs to be known. */
export function isOnlyStored(
  outcome: Pick<StoredOutcome, 'status' | 'origin' | 'error'> & Pick<LogOutcome, 'parts'>,
): boolean {
  const { status, origin, parts, error } = outcome;
  return status === 'stored' && origin === undefined && parts === undefined && error === undefined;
}

export interface LogRecord {
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly raw: DataRecord;
  readonly documents: readonly RecordDocument[];
  readonly claim?: PartClaim | undefined;
  /** How often its batch was replaced. */
  readonly revision: number;
}

/** The name of a document within its stream. @example documentName(42, '2.1') // '42-2.1' */
export function documentName(position: number, part: string | undefined): string {
  return part === undefined ? String(position) : `${position}-${part}`;
}

export function recordDocuments({ documents }: Pick<LogRecord, 'documents'>): readonly DataRecord[] {
  return documents.map(({ document }) => document);
}

export interface LogFailure extends SentRecord, FailedRecord {
  readonly position: number;
  readonly at: number;
}

export interface LogRead<One = LogRecord> {
  /** The first position, or with `isNewestFirst` the last one; by default the end of the log at which the read begins. */
  readonly from?: number | undefined;
  readonly isNewestFirst: boolean;
  /** Only records of this time are read. */
  readonly pushed?: PushedRange | undefined;
  /** Batches without a match are passed. By default all are read. */
  readonly batchQuery?: BatchQuery | undefined;
  /** Called with records in the order of the read, until it returns false. */
  readonly take: (read: ItemRecords<One>) => boolean;
}

/** Milliseconds since 1970, from `from` inclusive to `to` exclusive. */
export interface PushedRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface BatchQuery {
  /** What a batch must have so that a record of it may match. */
  readonly needs: Needs;
  /** The read units after which `take` returns false. */
  readonly maxUnits: number;
}

export interface ItemRecords<One> {
  readonly records: readonly One[];
  /** The last position of the item in the order of the read: up to it, there are no more records. */
  readonly through: number;
  /** The number of read units used. */
  readonly units: number;
  /** The terms of batches that were passed, since none of their records matches. */
  readonly passed?: readonly KnownTerms[];
}

export interface LogEnd {
  /** The position of the next record that will be pushed. */
  readonly next: number;
  /** The first position at which records may still appear: a push has reserved it, or will. */
  readonly settled: number;
  /**
   * Why the read has ended: at the end of the log, where all that follows is of another time, because `take` has
   * returned false, or after many positions without records.
   */
  readonly reason: 'end' | 'outside' | 'taken' | { readonly position: number };
  /** Every record before this position has expired, as this read has found. */
  readonly expired: number | undefined;
}
