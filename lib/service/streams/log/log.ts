/**
 * The log of a stream: batches of records, each at a position. It stands behind
 * four functions, so that another one can take its place: `Append`, `Read`,
 * `ReadAt` and `Expire`. append-batch.ts, read-log.ts and expire-log.ts keep the
 * log in DynamoDB (docs/streams.md).
 */

import type { DataRecord } from '../../preprocessors/base/record.ts';
import type { SentRecord } from '../../samples/records/malformed.ts';

/** Why a record failed. */
export interface RecordError {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly value?: string;
}

/**
 * What became of a record that was pushed, or of a failure that was replayed.
 * `stored` and `failed` records get a position; a failure that is `left` keeps its own.
 */
export type LogOutcome =
  | {
      readonly status: 'stored';
      readonly raw: DataRecord;
      readonly document: DataRecord;
      readonly origin?: number;
    }
  | (SentRecord & {
      readonly status: 'failed';
      readonly error: RecordError;
      readonly step?: number;
    })
  | { readonly status: 'skipped'; readonly error: RecordError; readonly step?: number }
  | { readonly status: 'dropped'; readonly step: number; readonly origin?: number }
  | {
      readonly status: 'left';
      readonly error: RecordError;
      readonly step?: number;
      readonly origin: number;
    };

/** Stored as one unit: all of it, or nothing. */
export interface LogBatch {
  /** In the order of the request. */
  readonly outcomes: readonly LogOutcome[];
  /** Of the raw records. */
  readonly bytes: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** Failures that this batch takes the place of: they are failures no longer, once it is stored. */
  readonly replaces?: readonly FailureClaim[] | undefined;
  /** Of a replay: the position of the next one. The log remembers it for other tries of the request. */
  readonly after?: number | undefined;
  /** Of a replay whose failures are all left: it is stored for other tries of the request to find, though it changes nothing. */
  readonly isNoted?: boolean;
}

/** A request that appends. */
export interface Appending {
  /** The same for each try of the request: its batch is stored once. */
  readonly key: string | undefined;
  /** Called unless an earlier try has stored its batch: that is the result, whatever has changed since. */
  readonly makeBatch: () => Promise<LogBatch>;
}

/** What a batch has become. */
export interface Appended {
  /** In the order of the request. */
  readonly outcomes: readonly StoredOutcome[];
  readonly after: number | undefined;
}

/** Failures of one item, as they were read. */
export interface FailureClaim {
  /** Of the item: that of its first failure. */
  readonly position: number;
  /** How often they had been claimed. */
  readonly claims: number;
  readonly origins: readonly number[];
}

/** An outcome as the log remembers it. */
export interface StoredOutcome {
  readonly status: LogOutcome['status'];
  readonly position?: number;
  /** The position of the failure that was replayed. */
  readonly origin?: number;
  readonly error?: RecordError;
  readonly step?: number;
}

export interface LogRecord {
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly raw: DataRecord;
  readonly document: DataRecord;
}

export interface LogFailure extends SentRecord {
  readonly position: number;
  readonly at: number;
  readonly error: RecordError;
  readonly step?: number;
}

export interface LogRead {
  /** The first position, or with `isNewestFirst` the last one; by default the end of the log that is read first. */
  readonly from?: number | undefined;
  readonly isNewestFirst: boolean;
  /** Called with records in the order of the read, until it returns false. */
  readonly take: (read: Taken<LogRecord>) => boolean;
}

/** Records of one item. */
export interface Taken<One> {
  readonly records: readonly One[];
  /** The last position of the item in the order of the read: there are no more records up to it. */
  readonly through: number;
  /** How many read units it has taken. */
  readonly units: number;
}

/** Where a read has ended. */
export interface LogEnd {
  /** The position of the next record that is pushed. */
  readonly next: number;
  /** Records may yet appear at this position and behind it: a push has reserved it, or will. */
  readonly settled: number;
  /** Why it has ended: at the end of the log, since `take` has had enough, or amid many positions without records. */
  readonly at: 'end' | 'taken' | { readonly position: number };
  /** Everything before it has expired, as this read has found: `Expire` may note it. */
  readonly expired: number | undefined;
}

/** @throws ServiceError content_too_large, request_in_progress, write_conflict, unavailable, timeout, and what `makeBatch` throws. */
export type Append = (appending: Appending) => Promise<Appended>;

/** @throws ServiceError unavailable, timeout. */
export type Read = (read: LogRead) => Promise<LogEnd>;

/** @throws ServiceError unavailable, timeout. */
export type ReadAt = (position: number) => Promise<LogRecord | undefined>;

/** Notes that all before a position has expired: reads of the whole log begin there. */
export type Expire = (before: number) => Promise<void>;
