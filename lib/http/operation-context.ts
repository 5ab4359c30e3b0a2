import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Preconditions } from './request/preconditions.ts';

/** Which part of a list an answer is. */
export interface Page {
  /** As they were asked for. */
  readonly from: number;
  readonly size: number;
  /** How many there are in all; at least that many where they were not counted to the end. */
  readonly total: number;
  /** Where the next page begins, of a list that can be followed beyond `from` and `size`; there is one then. */
  readonly after?: string;
  /** How deep `from` and `size` reach into the list; without it they reach to its end. */
  readonly maxDepth?: number;
}

/** The response in the making. A handler may change it; the defaults come from its descriptor. */
export interface ResponseHead {
  status: number;
  /** Lower-case names. */
  readonly headers: Record<string, string>;
  /** To be set for a page of a list: it is linked to those beside it. */
  page?: Page;
}

/** What a handler gets beside its input and its body. */
export interface OperationContext {
  /** The event as the gateway sent it: every raw string is still there. */
  readonly event: APIGatewayProxyEventV2;
  readonly lambda: Context;
  /** Aborted when the time of the invocation is about to run out. */
  readonly signal: AbortSignal;
  readonly response: ResponseHead;
  /** What If-Match and If-None-Match ask for, to be checked with a change; a GET needs only set `etag`. */
  readonly preconditions: Preconditions;
}

/** What a handler gets where its operation is `x-idempotent`. */
export interface IdempotentContext extends OperationContext {
  /**
   * The identifier for what the request creates, where it has an Idempotency-Key: the same each time that it is tried.
   * A handler that creates under this identifier, and takes what is there already for its own, creates once, whatever
   * came of a first try.
   */
  readonly reservedId: string | undefined;
}

/** What a function answers to the gateway, payload format 2.0. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
