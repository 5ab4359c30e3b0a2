/** The names of a request: its id, and its place in a trace (W3C Trace Context level 1). */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

export interface RequestIds {
  readonly requestId: string;
  readonly traceparent: string;
}

/** Characters that stand in a URI as they are. The gateway joins repeated headers with a comma, which is none. */
const idPattern = /^[\w.~:@+/=-]{1,128}$/;

/** `version "-" trace-id "-" parent-id "-" trace-flags`; later versions than 00 may have more. No id is all zero. */
const tracePattern =
  /^(?!ff|00-.{53})[\da-f]{2}-(?!0+-)[\da-f]{32}-(?!0+-)[\da-f]{16}-[\da-f]{2}(?:-[\x21-\x2b\x2d-\x7e]{0,64})?$/;

/**
 * Returns the client's ids of a request, from X-Request-Id and traceparent. If one is absent or malformed, the UUID that
 * Lambda gives each invocation replaces it.
 *
 * @example requestIdsOf({ headers: { 'x-request-id': 'a-1' } }, lambda).requestId // 'a-1'
 */
export function requestIdsOf(
  { headers }: Partial<Pick<APIGatewayProxyEventV2, 'headers'>>,
  // Outside of Lambda there may be no context.
  { awsRequestId = crypto.randomUUID() }: Partial<Context>,
): RequestIds {
  const hex = awsRequestId.replaceAll('-', '');
  return {
    requestId: wellFormed(headers?.['x-request-id'], idPattern) ?? awsRequestId,
    traceparent: wellFormed(headers?.['traceparent'], tracePattern) ?? `00-${hex}-${hex.slice(0, 16)}-00`,
  };
}

/** A direct invocation can bring anything for a header. */
function wellFormed(text: unknown, pattern: RegExp): string | undefined {
  return typeof text === 'string' && pattern.test(text) ? text : undefined;
}
