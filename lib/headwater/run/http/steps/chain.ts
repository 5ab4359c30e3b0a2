/** The middy chain of a generated function, with types that follow the state from step to step. */

import middy, { type MiddlewareObj, type MiddyfiedHandler, type Request as MiddyRequest } from '@middy/core';
import type { Context } from 'aws-lambda';
import { ServiceError } from '../../../shared/errors.ts';
import type {
  Caller,
  DocumentContext,
  FilteredContext,
  IdempotentContext,
  TenantContext,
} from '../operation-context.ts';
import type { PreparedClaim, Ready, Refusal, Step, StepRequest } from './step.ts';

/** The last half second of a function's time is kept free for the 504: without it Lambda sends no response at all. */
const reservedMs = 550;

/** The context of any operation: the type of its own says who calls, and whether there is a tenant. */
type AnyContext = IdempotentContext<never> &
  DocumentContext<never> &
  TenantContext<never> &
  FilteredContext<never>;

/** What an operation does: written by hand, against types that the build generates. */
export type Handle<I, B, R> = (input: I, body: B, context: AnyContext) => R;

/** What Lambda gives a function besides the event. */
export interface LambdaInvocation {
  readonly lambda: Context;
  /** Aborted when the function must respond. */
  readonly signal: AbortSignal;
}

/** For what a step itself waits for: middy limits the time of the handler only. */
export function invocationOf(lambda: Context): LambdaInvocation {
  const leftMs = lambda.getRemainingTimeInMillis() - reservedMs;
  return { lambda, signal: AbortSignal.timeout(Math.max(0, Math.floor(leftMs))) };
}

class Chain<State> {
  readonly #middlewares: MiddlewareObj[] = [];
  readonly #errorHooks: ErrorHook[] = [];

  /**
   * Appends a step. What it adds replaces members of the same name. A step that needs what no step before it adds does not
   * type-check.
   */
  use<Adds extends object>(step: Step<State, Adds>): Chain<Omit<State, keyof Adds> & Adds> {
    if (step.onError) this.#errorHooks.unshift(step.onError);
    this.#middlewares.push(toMiddleware(step, this.#errorHooks));
    return this as Chain<unknown> as Chain<Omit<State, keyof Adds> & Adds>;
  }

  /**
   * Ends the chain. `handle` is called with what the steps have made of the request; without those that it needs, this
   * does not type-check.
   *
   * @returns the function that Lambda calls.
   */
  handler<I, B, R>(handle: State extends Ready ? Handle<I, B, R> : never): MiddyfiedHandler {
    // `use` has checked that the steps before make this state of the event.
    return this.end((state: unknown, invocation) => callHandler(handle, state as Ready, invocation));
  }

  /**
   * Ends a chain that no request begins. What `call` needs, the steps must have made.
   *
   * @returns the function that Lambda calls.
   */
  end(call: (state: State, invocation: LambdaInvocation) => unknown): MiddyfiedHandler {
    return middy({ timeoutEarlyInMillis: reservedMs, timeoutEarlyResponse })
      .use(this.#middlewares)
      .handler((event, lambda, { signal }) => call(event as State, { lambda, signal }));
  }
}

function timeoutEarlyResponse(): never {
  throw new ServiceError('timeout', 'The request took longer than the function may run.');
}

/** @example middyChain().use(receiveEvent(operation)) … .handler(handle) */
export function middyChain(): Chain<unknown> {
  return new Chain();
}

type ErrorHook = NonNullable<Step<unknown>['onError']>;

/**
 * middy would send whatever a hook returns, and skip all that follow it: what a step returns goes to the state.
 *
 * @param errorHooks of all steps of the chain, in the order in which middy calls them.
 */
function toMiddleware<Needs, Adds extends object>(
  { before, check, after, onError }: Step<Needs, Adds>,
  errorHooks: readonly ErrorHook[],
): MiddlewareObj {
  return {
    ...(before && {
      // A step that waits for nothing is not waited for.
      before: (request) => {
        // `use` has checked that the steps before make this state of the event.
        const added = before(request as StepRequest<Needs>);
        return added instanceof Promise
          ? added.then((members) => addTo(request, members))
          : addTo(request, added);
      },
    }),
    ...(check && {
      before: (request) => {
        const refusal = check(request as StepRequest<Needs>);
        return refusal instanceof Promise
          ? refusal.then((error) => refuse(request, error, errorHooks))
          : refuse(request, refusal, errorHooks);
      },
    }),
    ...(after && { after: (request) => after(request as StepRequest<Needs & Adds>) }),
    ...(onError && { onError: (request) => onError(request) }),
  };
}

/** Calls what middy calls for an error that is thrown, and ends the request with the response. */
function refuse(
  request: MiddyRequest,
  error: Refusal,
  errorHooks: readonly ErrorHook[],
  from = 0,
): void | Promise<void> {
  if (!error) return undefined;
  request.error = error;
  for (let at = from; at < errorHooks.length; at++) {
    const waiting = errorHooks[at]?.(request);
    if (waiting instanceof Promise) return waiting.then(() => refuse(request, error, errorHooks, at + 1));
  }
  // Nothing has made a response: a change of the table, for example, has none.
  if (request.response === undefined) throw error;
  request.earlyResponse = request.response;
  return undefined;
}

/** The first step has made the state, so it belongs to this request alone. */
function addTo(request: { readonly event: unknown }, members: object): void {
  Object.assign(request.event as object, members);
}

/** Only `x-idempotent: document` prepares one. */
function preparedClaim(claim: Ready['claim']): PreparedClaim | undefined {
  // `idempotency` makes no other claim with a change.
  return claim && 'change' in claim ? (claim as PreparedClaim) : undefined;
}

function callerOf({ identity, claims = {} }: Ready): Caller | undefined {
  if (!identity) return undefined;
  const { subject, issuer, scopes, credential } = identity;
  return { subject, issuer, scopes, claims, credential };
}

/** @example await callHandler(handle, state, invocation) // handle({ id: 7 }, { name: 'a' }, { event, lambda, signal, … }) */
export function callHandler<I, B, R>(
  handle: Handle<I, B, R>,
  state: Ready,
  { lambda, signal }: LambdaInvocation,
): R {
  const { input, body, text, gatewayEvent: event, query, head: response, mediaType, preconditions } = state;
  const context = {
    event,
    query,
    lambda,
    signal,
    owner: state.owner,
    // `authorize` and `checkClaims` have made what the build derives the type of the context from.
    caller: callerOf(state) as never,
    tenant: state.tenant as never,
    requireScope: state.requireScope ?? (() => undefined),
    hasScope: state.hasScope ?? (() => true),
    response,
    mediaType,
    preconditions,
    // Only a function with `takeReadOnly` can have any.
    readOnly: state.readOnly ?? { check: () => undefined },
    // Only a function with `readFilters` has any, of the fields that its handler expects.
    filters: (state.filters ?? []) as readonly never[],
    declaredFilters: (state.declaredFilters ?? []) as readonly never[],
    reservedId: state.claim?.reservedId,
    claim: preparedClaim(state.claim),
    requestId: state.requestId,
    traceparent: state.traceparent,
  };
  // checkRequest has checked both against the declarations that I and B are generated from.
  return handle(input as I, (text ?? body) as B, context);
}
