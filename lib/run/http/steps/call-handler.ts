import type { Context } from 'aws-lambda';
import type { IdempotentContext } from '../operation-context.ts';
import { requestIdsOf } from '../request/request-ids.ts';
import type { Ready } from './step.ts';

/** What an operation does: written by hand, against types that the build generates. */
export type Handle<I, B, R> = (input: I, body: B, context: IdempotentContext) => R;

/** What Lambda gives a function besides the event. */
export interface LambdaInvocation {
  readonly lambda: Context;
  readonly signal: AbortSignal;
}

/**
 * The end of every chain.
 *
 * @example await callHandler(handle, state, invocation) // handle({ id: 7 }, { name: 'a' }, { event, lambda, signal, … })
 */
export async function callHandler<I, B, R>(
  handle: Handle<I, B, R>,
  state: Ready,
  { lambda, signal }: LambdaInvocation,
): Promise<Awaited<R>> {
  const { input, body, text, gatewayEvent: event, query, head: response } = state;
  const { mediaType, preconditions, claim } = state;
  // Only a function with `takeReadOnly` can have any.
  const { owner, readOnly = { check: () => undefined } } = state;
  const { requireScope = () => undefined, hasScope = () => true } = state;
  const reservedId = claim?.reservedId;
  const ids = requestIdsOf(event, lambda);
  const handled = {
    event,
    query,
    lambda,
    signal,
    owner,
    requireScope,
    hasScope,
    response,
    mediaType,
    preconditions,
    readOnly,
  };
  const context = { ...handled, reservedId, ...ids };
  // checkRequest has checked both against the declarations that I and B are generated from.
  return await handle(input as I, (text ?? body) as B, context);
}
