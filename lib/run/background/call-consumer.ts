import type { RuntimeConsumer } from '../../shared/plan/background-plan.ts';
import type { LambdaInvocation } from '../http/steps/chain.ts';
import { type BackgroundContext, contextOf } from './background-context.ts';
import type { CheckedChange } from './receive-change.ts';

/** The handwritten handler of one change, whose types the build generates. */
export type HandleChange<Change> = (change: Change, context: BackgroundContext) => void | Promise<void>;

/**
 * Ends the chain of a consumer with a call of its handler.
 *
 * @example middyChain().use(receiveChange()) … .end(callConsumer(consumer, handle)) // handle({ pk, sk }, context)
 */
export function callConsumer<Change>(consumer: RuntimeConsumer, handle: HandleChange<Change>) {
  return async ({ body }: CheckedChange, invocation: LambdaInvocation): Promise<void> => {
    // checkRequest has checked it against the declaration that Change is generated from.
    await handle(body as Change, contextOf(consumer, invocation));
  };
}
