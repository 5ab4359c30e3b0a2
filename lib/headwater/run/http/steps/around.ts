/** What a project runs around its handlers: middlewares of middy. */

import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type {
  DocumentContext,
  FilteredContext,
  IdempotentContext,
  OperationContext,
  TenantContext,
} from '../operation-context.ts';
import type { Handle } from './chain.ts';

/** The operation whose handler is called. */
export interface CalledOperation {
  /** `<resource>-<nickname>`, as in the log. */
  readonly id: string;
  readonly method: string;
  /** Such as `/v1/bookmark/{id}`. */
  readonly path: string;
}

/** `event` of a middleware: what the handler is called with. */
export interface AroundEvent<Own extends object = Record<never, never>> {
  readonly operation: CalledOperation;
  /** Path, query and header parameters, cast and checked. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Parsed and checked; undefined if there is none. */
  readonly body: unknown;
  /** The handler gets the same object: what a middleware puts into `own`, it reads there. */
  readonly context: OperationContext & { readonly own: Own };
}

/**
 * A middleware of middy around the handlers of a service or a resource: `around` of `handlers/around.ts` or of
 * `handlers/<resource>/around.ts`. It runs when the credential and the input have been checked. `before` may throw, as a handler
 * does; `request.response` of `after` is the result of the handler; `onError` sees what the handler has thrown.
 *
 * @example
 * export const around: Around<{ plan: Plan }> = {
 *   before: async ({ event: { context } }) => {
 *     context.own.plan = await planOf(context.owner);
 *   },
 * };
 */
export type Around<Own extends object = Record<never, never>> = MiddlewareObj<
  AroundEvent<Own>,
  unknown,
  Error,
  Context
>;

/** One middleware, or several in their order. */
export type AnyAround = MiddlewareObj<never> | readonly MiddlewareObj<never>[];

/** What the middlewares put into `context.own`. @example OwnOf<typeof around> // { plan: Plan } */
export type OwnOf<Given> = Given extends readonly (infer One)[]
  ? Together<One extends unknown ? (own: OwnOf<One>) => void : never>
  : Given extends MiddlewareObj<infer Event>
    ? Event extends AroundEvent<infer Own>
      ? Own
      : Record<never, never>
    : Record<never, never>;

/** Makes one type of the parameters of several functions. The tuple keeps TypeScript from taking each function by itself. */
type Together<Takers> = [Takers] extends [(own: infer Own) => void] ? Own : never;

/** The context of any operation, whatever it declares. */
type ContextOfAny = IdempotentContext<never> &
  DocumentContext<never> &
  TenantContext<string> &
  FilteredContext<never>;

/** A handler that reads what middlewares have put into `own`: the build checks its types. */
type HandleWithOwn<I, B> = (input: I, body: B, context: ContextOfAny & { readonly own: never }) => unknown;

/**
 * The same handler, with middlewares around it. An early response of a middleware is the result, in place of the handler's.
 *
 * @example .handler(around(operation, [serviceAround, resourceAround], handle satisfies Handle))
 */
export function around<I, B>(
  operation: CalledOperation,
  middlewares: readonly AnyAround[],
  handle: HandleWithOwn<I, B>,
): Handle<I, B, Promise<unknown>> {
  const call = ({ input, body, context }: AroundEvent) => handle(input as I, body as B, context as never);
  // Lambda's time limits the outer chain.
  const chain = middy({ timeoutEarlyInMillis: 0 })
    // The type of each is checked where it is declared.
    .use(middlewares.flat() as MiddlewareObj[])
    .handler((event) => call(event as AroundEvent));
  return (input, body, context) => {
    const event = { operation, input, body, context: { ...context, own: {} } };
    return Promise.resolve(chain(event, context.lambda));
  };
}
