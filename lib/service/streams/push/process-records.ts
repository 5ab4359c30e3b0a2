/** Runs the preprocessors of a source on records, and decides the outcome of failed ones. */

import {
  type DataRecord,
  type Failure,
  partResults,
  type RecordResult,
  runPipeline,
} from '@headwater/ingest';
import { isReadable, type ReadRecord, runReadable, type SentRecord } from '@headwater/ingest/records';
import { cutText } from '@headwater/ingest/values';
import { ServiceError } from 'headwater/errors';
import type { InvocationTime } from 'headwater/table';
import { recordsRejected } from '#generated/problems.ts';
import type { PipelineReader } from '../../pipelines/pipelines.ts';
import { pipelineOf } from '../../pipelines/stored-pipeline.ts';
import { refuseMalformed } from '../../sources/received-records.ts';
import type { SourceRecord } from '../../sources/source-record.ts';
import type { LogOutcome, PartClaim } from '../log/log-types.ts';
import type { StreamRecord } from '../stream-record.ts';
import { outcomeOfParts } from './part-outcomes.ts';

const maxErrors = 20;
/**
 * The limit of an error message in characters. An author's message may contain a whole record, and one response returns
 * 500 of them.
 */
const maxMessageLength = 1_000;

interface ProcessOptions {
  readonly source: SourceRecord;
  readonly readPipeline: PipelineReader;
  readonly policy: StreamRecord['on_error'];
  readonly time: InvocationTime;
  /** One for each record, if some claim parts. */
  readonly claims?: readonly (PartClaim | undefined)[];
}

/**
 * Returns one outcome per record, in order. Takes at most half of the remaining time; records not reached by then fail.
 *
 * @throws ServiceError malformed_records and records_rejected when a record fails and the policy is `reject`; invalid_preprocessors.
 */
export async function processRecords(
  records: readonly ReadRecord[],
  { source, readPipeline, policy, time, claims }: ProcessOptions,
): Promise<LogOutcome[]> {
  const deadlineMs = time.lambda.getRemainingTimeInMillis() / 2;
  if (policy === 'reject') refuseMalformed(records);
  const pipeline = await pipelineOf(source, readPipeline);
  const run = (readable: readonly DataRecord[]) => {
    const results = runPipeline(pipeline, readable, { deadlineMs });
    if (policy === 'reject') refuseFailures(results);
    const claimed = claims?.filter((_, index) => isReadable(records[index] ?? {}));
    return results.map((result, index) =>
      outcomeOf(result, readable[index] ?? {}, { policy, claim: claimed?.[index] }),
    );
  };
  return runReadable(records, run, ({ result, sent }) => failedOutcome(result, sent, policy));
}

interface OutcomeOptions {
  readonly policy: StreamRecord['on_error'];
  readonly claim: PartClaim | undefined;
}

function outcomeOf(result: RecordResult, raw: DataRecord, options: OutcomeOptions): LogOutcome {
  const { policy, claim } = options;
  if (result.status === 'dropped') return { status: 'dropped', step: result.step };
  if (result.status === 'error') {
    const outcome = failedOutcome(result, { raw }, policy);
    return outcome.status === 'failed' && claim ? { ...outcome, claim } : outcome;
  }
  if (result.status === 'success' && !claim) {
    const { document, rescued } = result;
    return { status: 'stored', raw, documents: [{ document }], ...(rescued ? errorOf(rescued) : {}) };
  }
  return outcomeOfParts(result, raw, options);
}

function failedOutcome(
  result: Extract<RecordResult, { readonly status: 'error' }>,
  sent: SentRecord,
  policy: StreamRecord['on_error'],
): Extract<LogOutcome, { readonly status: 'failed' | 'skipped' }> {
  const failed = errorOf(result);
  return policy === 'skip' ? { status: 'skipped', ...failed } : { status: 'failed', ...sent, ...failed };
}

function errorOf({ failure, step }: { readonly failure: Failure; readonly step?: number }) {
  const error = { ...failure, message: cutText(failure.message, maxMessageLength) };
  return { error, ...(step === undefined ? {} : { step }) };
}

function refuseFailures(results: readonly RecordResult[]): void {
  const failed = results.flatMap((whole, index) => {
    const first = partResults(whole).find(({ result }) => result.status === 'error');
    if (first?.result.status !== 'error') return [];
    const { code, message } = first.result.failure;
    const at = first.part === undefined ? '' : `Part ${first.part}: `;
    const cut = cutText(`${at}${message}`, maxMessageLength);
    return [{ in: 'body', pointer: `/${index}`, code, message: cut }];
  });
  if (failed.length === 0) return;
  const count = failed.length === 1 ? '1 record fails' : `${failed.length} records fail`;
  const detail = `${count}, and the stream rejects batches with failures; nothing is stored.`;
  const members = { failed_count: failed.length, errors: failed.slice(0, maxErrors) };
  throw new ServiceError(recordsRejected, detail, { members });
}
