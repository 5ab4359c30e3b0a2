import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

/** The response in the making. A handler may change both; the defaults come from its descriptor. */
export interface ResponseHead {
  status: number;
  /** Lower-case names. */
  readonly headers: Record<string, string>;
}

/** What a handler gets beside its input and its body. */
export interface OperationContext {
  /** The event as the gateway sent it: every raw string is still there. */
  readonly event: APIGatewayProxyEventV2;
  readonly lambda: Context;
  /** Aborted when the time of the invocation is about to run out. */
  readonly signal: AbortSignal;
  readonly response: ResponseHead;
}

/** What a function answers to the gateway, payload format 2.0. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
