/** Functions that no request calls: the context of their handlers, and the log of their failures. */

import type { Context } from 'aws-lambda';
import { ServiceError } from '../../shared/errors.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import type { RuntimeSchedule } from '../../shared/plan/function-plan.ts';
import { logFailure } from '../http/log.ts';
import { type RequestIds, requestIdsOf } from '../http/request/request-ids.ts';
import type { LambdaInvocation } from '../http/steps/chain.ts';

/**
 * The context fits the time limits of the store. It names no owner: the handler finds the owner in its data. `requestId`
 * and `traceparent` name the invocation, for log lines and for requests to other services.
 */
export interface BackgroundContext extends RequestIds, LambdaInvocation {
  readonly functionId: string;
}

export function contextOf({ id }: RuntimeSchedule, { lambda, signal }: LambdaInvocation): BackgroundContext {
  return { functionId: id, lambda, signal, ...requestIdsOf({}, lambda) };
}

interface FailedInvocation {
  readonly lambda: Context;
  /** The change that a consumer could not process. */
  readonly change?: object;
}

/** Logs the members of a problem document on one line: the code, and the issues of an invalid change. */
export function logBackgroundFailure(
  error: unknown,
  { id: operation }: RuntimeSchedule,
  { lambda, change }: FailedInvocation,
): void {
  const { members } = error instanceof ServiceError ? error : {};
  const ids = requestIdsOf({}, lambda);
  logFailure(error, { operation, ...ids, ...omitUndefined({ change }), ...members });
}
