import type { RuntimeSchedule } from '../../shared/plan/background-plan.ts';
import type { LambdaInvocation } from '../http/steps/call-handler.ts';
import { type BackgroundContext, contextOf } from './background-context.ts';

/** What a schedule does: written by hand. */
export type HandleSchedule = (context: BackgroundContext) => void | Promise<void>;

/**
 * The end of the chain of a schedule.
 *
 * @example middyChain().end(callSchedule(schedule, handle)) // handle({ functionId, requestId, lambda, signal })
 */
export function callSchedule(schedule: RuntimeSchedule, handle: HandleSchedule) {
  return async (_state: unknown, invocation: LambdaInvocation): Promise<void> => {
    await handle(contextOf(schedule, invocation));
  };
}
