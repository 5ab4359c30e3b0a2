/** What requests for the records of a stream ask for. */

import type { DataRecord, Failure } from '@headwater/ingest';
import { matchWithin, mayMatch, type Needs } from '@headwater/ingest/conditions';
import type { FieldPath } from '@headwater/ingest/values';
import { ServiceError } from 'headwater/errors';
import type { InvocationTime } from 'headwater/table';
import { compileRecordQuery } from '../samples/record-query.ts';
import type { PushedRange } from './log/log-types.ts';

export interface PushedTimes {
  /** Times of ISO 8601: from the first one, and before the second one. */
  readonly pushed_from?: string | undefined;
  readonly pushed_to?: string | undefined;
}

/** @throws ServiceError invalid_request. */
export function pushedRange({ pushed_from, pushed_to }: PushedTimes): PushedRange {
  const pushed = { from: timeOf(pushed_from), to: timeOf(pushed_to) };
  if (pushed.from !== undefined && pushed.to !== undefined && pushed.from >= pushed.to)
    throw invalidParameter('pushed_to', `must be later than pushed_from, ${pushed_from}`);
  return pushed;
}

/** A parameter of the query string that is not possible beside the others. */
export function invalidParameter(name: string, message: string): ServiceError {
  const errors = [{ in: 'query', name, code: 'not_allowed', message }];
  return new ServiceError('invalid_request', '1 value is invalid.', { members: { errors } });
}

/** A leap second, which RFC 3339 allows and JavaScript does not know, is the one before it. */
function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text.replace(/(T\d\d:\d\d):60/i, '$1:59'));
}

export interface RecordQuery {
  readonly match: (records: readonly DataRecord[], budgetMs: number) => readonly (boolean | Failure)[];
  readonly needs: Needs;
  /** Whether `needs` tells of some records that none matches. */
  readonly isSelective: boolean;
  readonly fields: readonly FieldPath[];
}

/** Undefined if every record matches. @throws ServiceError invalid_query. */
export function recordQuery(query: string | undefined, { lambda }: InvocationTime): RecordQuery | undefined {
  if (query === undefined || query.trim() === '') return undefined;
  const { matches, ...compiled } = compileRecordQuery(query);
  const match: RecordQuery['match'] = (records, budgetMs) =>
    matchWithin(matches, records, { budgetMs, deadlineMs: lambda.getRemainingTimeInMillis() / 2 });
  const isSelective = !mayMatch(compiled.needs, { hasTerm: () => false, hasPath: () => false });
  return { match, isSelective, ...compiled };
}
