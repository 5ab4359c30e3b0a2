import type { Context } from 'aws-lambda';
import type { RuntimeSchedule } from '../../shared/plan/function-plan.ts';
import type { LambdaInvocation } from '../http/steps/chain.ts';
import { type BackgroundContext, contextOf, logBackgroundFailure } from './background-context.ts';

type HandleSchedule = (context: BackgroundContext) => void | Promise<void>;

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

type RunOnce = (event: unknown, lambda: Context) => Promise<unknown>;

/**
 * Runs a schedule. A failure leaves a failure record in the log, and the event in the dead letters; the next run is the
 * next attempt.
 *
 * @throws Error without internal details, since Lambda writes it to the log and to the dead letter.
 * @example export const handler = runSchedule(chain, schedule);
 */
export function runSchedule(chain: RunOnce, schedule: RuntimeSchedule) {
  return async (event: unknown, lambda: Context): Promise<void> => {
    try {
      await chain(event, lambda);
    } catch (error) {
      logBackgroundFailure(error, schedule, { lambda });
      throw new Error(`${schedule.id} has failed; the log line before this one says why.`);
    }
  };
}
