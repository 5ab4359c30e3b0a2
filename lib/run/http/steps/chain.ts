/** The middy chain of a generated function, with types that follow the state from step to step. */

import middy, { type MiddlewareObj, type MiddyfiedHandler } from '@middy/core';
import { ServiceError } from '../../../shared/errors.ts';
import { callHandler, type Handle, type LambdaInvocation } from './call-handler.ts';
import type { Grown, Ready, Step, StepRequest } from './step.ts';

/** The last half second of a function's time is kept free for the 504: without it Lambda sends no response at all. */
export const reservedMs = 550;

const middyOptions = {
  timeoutEarlyInMillis: reservedMs,
  timeoutEarlyResponse: (): never => {
    throw new ServiceError('timeout', 'The request took longer than the function may run.');
  },
};

class Chain<State> {
  readonly #middy: MiddyfiedHandler;

  constructor(chain: MiddyfiedHandler) {
    this.#middy = chain;
  }

  /** Appends a step. A step that needs what no step before it adds does not type-check. */
  use<Adds extends object>(step: Step<State, Adds>): Chain<Grown<State, Adds>> {
    return new Chain(this.#middy.use(toMiddleware(step)));
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
    return this.#middy.handler((event, lambda, { signal }) => call(event as State, { lambda, signal }));
  }
}

/** @example middyChain().use(receiveEvent(operation)) … .handler(handle) */
export function middyChain(): Chain<unknown> {
  return new Chain(middy(middyOptions));
}

/** middy would send whatever a hook returns, and skip all that follow it: what a step returns goes to the state. */
function toMiddleware<Needs, Adds extends object>({
  before,
  after,
  onError,
}: Step<Needs, Adds>): MiddlewareObj {
  return {
    ...(before && {
      before: async (request) => {
        // `use` has checked that the steps before make this state of the event.
        const added = await before(request as StepRequest<Needs>);
        Object.assign(request, { event: { ...(request.event as Needs), ...added } });
      },
    }),
    ...(after && { after: (request) => after(request as StepRequest<Needs & Adds>) }),
    ...(onError && { onError: (request) => onError(request) }),
  };
}
