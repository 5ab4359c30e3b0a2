/** The context of a handler that no request calls, in addition to the change that it processes. */

import type { Context } from 'aws-lambda';
import type { RuntimeSchedule } from '../../shared/plan/background-plan.ts';
import { type RequestIds, requestIdsOf } from '../http/request/request-ids.ts';
import type { LambdaInvocation } from '../http/steps/chain.ts';

/**
 * The context fits the time limits of the store. It names no owner: the handler finds the owner in its data. `requestId`
 * and `traceparent` name the invocation, for log lines and for requests to other services.
 */
export interface BackgroundContext extends RequestIds {
  /** The id of the function. */
  readonly functionId: string;
  readonly lambda: Context;
  /** Aborted when the invocation's time is about to run out. */
  readonly signal: AbortSignal;
}

export function contextOf({ id }: RuntimeSchedule, { lambda, signal }: LambdaInvocation): BackgroundContext {
  return { functionId: id, lambda, signal, ...requestIdsOf({}, lambda) };
}
