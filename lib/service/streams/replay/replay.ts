/** A replay: runs raw records of a stream through the current preprocessors of its source. */

import { type ReadRecord, readAgain } from '@headwater/ingest/records';
import { omitUndefined } from 'headwater/json';
import type { InvocationTime } from 'headwater/table';
import type { Models } from '#generated/models/stream.ts';
import type { PipelineReader } from '../../pipelines/pipelines.ts';
import { invalidBody } from '../../sources/invalid-body.ts';
import type { SourceRecord } from '../../sources/source-record.ts';
import type {
  FailedRecord,
  LogContext,
  LogOutcome,
  PartClaim,
  PartCounts,
  RecordError,
} from '../log/log-types.ts';
import type { ReplayRange } from '../log/write/take-records.ts';
import { processRecords } from '../push/process-records.ts';

export interface Replay {
  readonly log: LogContext;
  /**
   * Reads the source, after the records have been read. A record is replaced only if it is unchanged since then, so
   * records that another replay has replaced never get documents of older preprocessors.
   */
  readonly readSource: () => Promise<SourceRecord>;
  readonly readPipeline: PipelineReader;
  readonly range: ReplayRange;
  /** The position of the next replay when the range is done; undefined if there is none. */
  readonly next?: number | undefined;
  readonly time: InvocationTime;
}

export interface ReplayedRecord {
  /** The original position. */
  readonly origin: number;
  /** A record that is `left` stays unchanged. */
  readonly status: 'stored' | 'dropped' | 'left';
  /** The current position, if the record is stored, or has parts that are and others that still fail. */
  readonly position?: number;
  readonly error?: RecordError;
  readonly step?: number;
  /** The first part that failed. */
  readonly part?: string;
  readonly parts?: PartCounts;
}

export interface ReplayCounts {
  readonly stored: number;
  readonly failed: number;
  readonly dropped: number;
  /** The number of failed records that took too long or were not reached in time. */
  readonly late: number;
}

const lateCodes: readonly string[] = ['record_timeout', 'deadline_exceeded'];

export function countReplayed(replayed: readonly ReplayedRecord[]): ReplayCounts {
  const count = (status: ReplayedRecord['status']) => replayed.filter((one) => one.status === status).length;
  const late = replayed.filter(({ error }) => error && lateCodes.includes(error.code)).length;
  return { stored: count('stored'), failed: count('left'), dropped: count('dropped'), late };
}

export interface ReplayEnd {
  /** The outcomes, in the order of their original positions. */
  readonly replayed: readonly ReplayedRecord[];
  /** The position of the next replay; undefined at the end of the range. */
  readonly after: number | undefined;
}

export type ReplayOutcome = Extract<LogOutcome, { readonly status: ReplayedRecord['status'] }> & {
  readonly origin: number;
};

interface ReplayInputRecord {
  readonly position: number;
  readonly record: ReadRecord;
  readonly claim?: PartClaim | undefined;
}

/** Returns one outcome per record, in order. @throws ServiceError invalid_preprocessors, and the errors of `readSource`. */
export async function processAgain(
  records: readonly ReplayInputRecord[],
  { readSource, readPipeline, time }: Pick<Replay, 'readSource' | 'readPipeline' | 'time'>,
): Promise<ReplayOutcome[]> {
  const source = await readSource();
  const again = records.map(({ record }) => readAgain(record, source));
  // A failed record stays where it is, whatever the policy for pushed records.
  const claims = records.map(({ claim }) => claim);
  const outcomes = await processRecords(again, { source, readPipeline, policy: 'quarantine', time, claims });
  return records.flatMap(({ position: origin }, index) => outcomeAt(outcomes[index], origin) ?? []);
}

function outcomeAt(outcome: LogOutcome | undefined, origin: number): ReplayOutcome | undefined {
  if (outcome?.status === 'stored' || outcome?.status === 'dropped') return { ...outcome, origin };
  return outcome?.status === 'failed' ? leftOutcome(outcome, origin) : undefined;
}

/** The outcome of a record that stays as it was. */
export function leftOutcome(
  { error, step, failed_parts, parts }: FailedRecord & Pick<LogOutcome, 'parts'>,
  origin: number,
): ReplayOutcome {
  return { status: 'left', error, ...omitUndefined({ step, failed_parts, parts }), origin };
}

interface ReplayInput {
  readonly isOfFailures: boolean;
  readonly range: ReplayRange;
}

const maxRecords = 500;

/** @throws ServiceError invalid_request if a range of records lacks an end, or its ends are in the wrong order. */
export function replayInput({
  failures = false,
  from,
  to,
  limit = maxRecords,
}: Models['ReplayInput']): ReplayInput {
  if (!failures && from === undefined)
    throw invalidBody('/from', 'required', 'must be present unless failures is true');
  if (!failures && to === undefined)
    throw invalidBody('/to', 'required', 'must be present unless failures is true');
  const range = { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER, limit };
  if (range.to < range.from) throw invalidBody('/to', 'minimum', 'must not be less than from');
  return { isOfFailures: failures, range };
}

/** @param took Milliseconds. */
export function replayResults({ replayed, after }: ReplayEnd, took: number): Models['ReplayResults'] {
  const { stored, failed, dropped } = countReplayed(replayed);
  return {
    took,
    errors: failed > 0,
    size: replayed.length,
    stored,
    failed_count: failed,
    dropped_count: dropped,
    items: replayed.map(itemOf),
    ...omitUndefined({ after }),
  };
}

function itemOf({ status, ...replayed }: ReplayedRecord): Models['ReplayItem'] {
  return { ...replayed, status: status === 'left' ? 'failed' : status };
}
