import type { RuntimeSchedule } from '../../shared/plan/background-plan.ts';
import type { LambdaInvocation } from '../http/steps/chain.ts';
import { type BackgroundContext, contextOf } from './background-context.ts';

/** The handwritten handler of a schedule. */
export type HandleSchedule = (context: BackgroundContext) => void | Promise<void>;

/**
 * Ends the chain of a schedule with a call of its handler.
 *
 * @example middyChain().end(callSchedule(schedule, handle)) // handle({ functionId, requestId, lambda, signal })
 */
export function callSchedule(schedule: RuntimeSchedule, handle: HandleSchedule) {
  return async (_state: unknown, invocation: LambdaInvocation): Promise<void> => {
    await handle(contextOf(schedule, invocation));
  };
}
