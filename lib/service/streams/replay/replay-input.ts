/** Reads the range of a replay request. */

import type { Models } from '#generated/models/stream.ts';
import { invalidBody } from '../../samples/records/invalid-body.ts';
import type { ReplayRange } from './take-records.ts';

export interface ReplayInput {
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
