/** The middy chain of a generated function, with types that follow the state from step to step. */

import middy, { type MiddlewareObj, type MiddyfiedHandler } from '@middy/core';
import type { Context } from 'aws-lambda';
import { ServiceError } from '../../errors.ts';
import type { Grown, Step, StepRequest } from './step.ts';

/** The last half second of a function's time is kept free for the 504: without it Lambda sends no response at all. */
export const reservedMs = 550;

const middyOptions = {
  timeoutEarlyInMillis: reservedMs,
  timeoutEarlyResponse: (): never => {
    throw new ServiceError('timeout', 'The request took longer than the function may run.');
  },
};

/** Calls the handler of the project with what the steps have made of the request. */
type Innermost<State> = (
  state: State,
  lambda: Context,
  options: { readonly signal: AbortSignal },
) => Promise<unknown>;

class Chain<State> {
  readonly #middy: MiddyfiedHandler;

  constructor(chain: MiddyfiedHandler) {
    this.#middy = chain;
  }

  /** Appends a step. A step that needs what no step before it adds does not type-check. */
  use<Adds extends object>(step: Step<State, Adds>): Chain<Grown<State, Adds>> {
    return new Chain(this.#middy.use(toMiddleware(step)));
  }

  /** Ends the chain. @returns the function that Lambda calls. */
  handler(innermost: Innermost<State>): MiddyfiedHandler {
    // `use` has checked that the steps before make this state of the event.
    return this.#middy.handler((event, lambda, options) => innermost(event as State, lambda, options));
  }
}

/** @example middyChain().use(receiveEvent(operation)) … .handler(callHandler(handle)) */
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
