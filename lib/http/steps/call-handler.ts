import type { Context } from 'aws-lambda';
import type { IdempotentContext } from '../operation-context.ts';
import type { Ready } from './step.ts';

/**
 * The end of the chain: calls the handler with input, body and context.
 *
 * @example .handler(callHandler(handle)) // handle({ id: 7 }, { name: 'a' }, { event, lambda, signal, response, … })
 */
export function callHandler<I, B, R>(handle: (input: I, body: B, context: IdempotentContext) => R) {
  return async (
    state: Ready,
    lambda: Context,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<Awaited<R>> => {
    const { input, body, gatewayEvent: event, head: response, preconditions, claim } = state;
    const context = { event, lambda, signal, response, preconditions, reservedId: claim?.reservedId };
    // checkRequest has checked both against the declarations that I and B are generated from.
    return await handle(input as I, body as B, context);
  };
}
