/** What becomes of the parts of a record: of those that a stored record or a failure claims (`PartClaim`). */

import { type DataRecord, failure, type PartResult, partResults, type RecordResult } from '@headwater/ingest';
import { cutText } from '@headwater/ingest/values';
import { omitUndefined } from 'headwater/json';
import type { FailedPart, LogOutcome, PartClaim, RecordDocument } from '../log/log-types.ts';
import type { StreamRecord } from '../stream-record.ts';

/** The limit of the message of a part in characters: a record has up to 1,000 of them. */
const maxPartMessage = 200;

interface PartsOptions {
  readonly claim: PartClaim | undefined;
  readonly policy: StreamRecord['on_error'];
}

/** The result says nothing about the record as a whole, and there may be a claim. */
export function outcomeOfParts(
  result: RecordResult,
  raw: DataRecord,
  { claim, policy }: PartsOptions,
): LogOutcome {
  const all = partResults(result);
  const own = all.filter(({ part }) => isClaimed(part, claim));
  const documents = own.flatMap(documentOf);
  const failed = [...own.flatMap(failureOf), ...failuresOfLost(all, own, claim)];
  const dropped = own.flatMap((one) => (one.result.status === 'dropped' ? [one.result.step] : []));
  const rescued = own.flatMap(({ result }) => (result.status === 'success' && result.rescued) || []);
  const parts = {
    stored: documents.length,
    failed: failed.length,
    dropped: dropped.length,
    ...(rescued.length > 0 ? { rescued: rescued.length } : {}),
  };
  const [first] = failed;
  if (!first)
    return documents.length > 0
      ? { status: 'stored', raw, documents, claim, parts, ...(rescued[0] ? errorOf(rescued[0]) : {}) }
      : { status: 'dropped', step: dropped.at(-1) ?? 0, parts };
  const { error, step } = first;
  const why = { error, ...omitUndefined({ step }), failed_parts: failed };
  if (documents.length === 0)
    return policy === 'skip'
      ? { status: 'skipped', ...why, parts }
      : { status: 'failed', raw, ...why, claim, parts };
  const only = failed.map(({ part }) => part);
  if (policy === 'skip')
    return { status: 'stored', raw, documents, claim, failed: { ...why, isSkipped: true }, parts };
  return {
    status: 'stored',
    raw,
    documents,
    claim: { ...claim, except: [...(claim?.except ?? []), ...only] },
    failed: { ...why, claim: { only }, isSkipped: false },
    parts,
  };
}

/** A record without parts belongs to the claim that is not of single parts. */
function isClaimed(part: string | undefined, { only, except = [] }: PartClaim = {}): boolean {
  const isIn = (outer: string) => isWithin(part, outer);
  return (only === undefined || only.some(isIn)) && !except.some(isIn);
}

/** @example isWithin('2.1', '2') // true */
function isWithin(part: string | undefined, outer: string): boolean {
  return part !== undefined && (part === outer || part.startsWith(`${outer}.`));
}

function documentOf({ part, result }: PartResult): readonly RecordDocument[] {
  return result.status === 'success' ? [{ ...omitUndefined({ part }), document: result.document }] : [];
}

function failureOf({ part = '', result }: PartResult): readonly FailedPart[] {
  return result.status === 'error' ? [failedPart(part, result)] : [];
}

type ErrorResult = Pick<Extract<PartResult['result'], { readonly status: 'error' }>, 'failure' | 'step'>;

function failedPart(part: string, result: ErrorResult): FailedPart {
  return { part, ...errorOf(result) };
}

function errorOf({ failure: error, step }: ErrorResult) {
  const message = cutText(error.message, maxPartMessage);
  return { error: { ...error, message }, ...omitUndefined({ step }) };
}

/** Claimed parts that the preprocessors do not make any more fail, so that nothing is lost. */
function failuresOfLost(
  all: readonly PartResult[],
  own: readonly PartResult[],
  { only = [], except = [] }: PartClaim = {},
): readonly FailedPart[] {
  const lost = only.filter(
    (claimed) =>
      !except.some((outer) => isWithin(claimed, outer)) && !own.some(({ part }) => isWithin(part, claimed)),
  );
  return lost.flatMap((claimed) => {
    // It may have failed or been dropped before it became several.
    const outer = all.find(({ part }) => part !== undefined && isWithin(claimed, part))?.result;
    if (outer?.status === 'dropped') return [];
    if (outer?.status === 'error') return [failedPart(claimed, outer)];
    const message = `The preprocessors do not make part ${claimed} of the record any more.`;
    return [failedPart(claimed, { failure: failure('missing_field', message) })];
  });
}
