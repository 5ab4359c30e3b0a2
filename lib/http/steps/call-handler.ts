import type { Context } from 'aws-lambda';
import type { IdempotentContext } from '../operation-context.ts';
import { requestIdsOf } from '../request/request-ids.ts';
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
    const { input, body, text, gatewayEvent: event, head: response, mediaType, preconditions, claim } = state;
    // Only a function with `takeReadOnly` can have any.
    const { owner, readOnly = { check: () => undefined } } = state;
    const reservedId = claim?.reservedId;
    const ids = requestIdsOf(event, lambda);
    const handled = { event, lambda, signal, owner, response, mediaType, preconditions, readOnly };
    const context = { ...handled, reservedId, ...ids };
    // checkRequest has checked both against the declarations that I and B are generated from.
    return await handle(input as I, (text ?? body) as B, context);
  };
}
