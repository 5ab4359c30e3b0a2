/** What a step of a generated function is to middy, and what steps leave for each other. */

import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { ResponseHead } from '../operation-context.ts';
import type { Form } from '../request/form.ts';
import type { Issue } from '../request/issue.ts';
import type { Preconditions, ReadPreconditions } from '../request/preconditions.ts';
import type { Input } from '../request/read-input.ts';
import type { Attempt } from './idempotency.ts';

/** What the steps of one request leave for each other, in middy's `internal`. */
export type RequestState = {
  rawEvent: APIGatewayProxyEventV2;
  head: ResponseHead;
  mediaType: string;
  input: Input;
  body: unknown;
  form: Form;
  issues: readonly Issue[];
  preconditions: ReadPreconditions;
  /** Where the request has an idempotency key. */
  attempt?: Attempt;
};

/** Until `respond`, `event` is the gateway's own. */
export type StepRequest = Request<unknown, unknown, unknown, Context, RequestState>;
export type Step = MiddlewareObj<unknown, unknown, unknown, Context, RequestState>;

/** A middleware of @middy that runs within a step of ours, on an event made for it. */
export interface Inner {
  readonly before?: ((request: never) => unknown) | undefined;
}

/** What the innermost function gets in place of the event. */
export interface Invocation {
  readonly input: Input;
  readonly body: unknown;
  readonly event: APIGatewayProxyEventV2;
  readonly response: ResponseHead;
  readonly preconditions: Preconditions;
  readonly reservedId: string | undefined;
}

/** Runs a middleware on an event and a context of its own, so that the request stays as it is. */
export function runInner(inner: Inner, request: StepRequest, event: unknown, context: object): void {
  // The middlewares used here are synchronous and look at nothing but event and context.
  inner.before?.({ ...request, event, context } as never);
}
