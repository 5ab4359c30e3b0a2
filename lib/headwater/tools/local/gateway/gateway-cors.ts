/**
 * CORS of a gateway that is configured for it: preflights never reach a
 * function, and the CORS headers of a function are dropped.
 *
 * docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */

import type { ReceivedRequest } from './gateway-event.ts';

/** The member `provider.httpApi.cors` of serverless.yml. */
export interface GatewayCorsSettings {
  readonly allowedOrigins: readonly string[];
  readonly allowedHeaders?: readonly string[];
  readonly allowedMethods?: readonly string[];
  readonly allowCredentials?: boolean;
  readonly exposedResponseHeaders?: readonly string[];
  readonly maxAge?: number;
}

export type Headers = readonly (readonly [name: string, value: string])[];

/** "For the OPTIONS method, the request must contain an origin header and an Access-Control-Request-Method header." */
export function isPreflight({ method, headers }: ReceivedRequest): boolean {
  const has = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted);
  return method === 'OPTIONS' && has('origin') && has('access-control-request-method');
}

/** Adds CORS headers to the response to a request of this origin. */
export function withCors(headers: Headers, origin: string | undefined, cors: GatewayCorsSettings): Headers {
  const others = headers.filter(([name]) => !name.toLowerCase().startsWith('access-control-'));
  return [...others, ...corsHeaders(origin, cors)];
}

/** Returns no headers without an origin, or for an origin that is not allowed. */
export function corsHeaders(origin: string | undefined, cors: GatewayCorsSettings): Headers {
  const allowed =
    origin === undefined ? undefined : cors.allowedOrigins.find((pattern) => fits(pattern, origin));
  if (origin === undefined || allowed === undefined) return [];
  const listed: readonly (readonly [string, string | undefined])[] = [
    ['access-control-allow-origin', allowed === '*' ? '*' : origin],
    ['access-control-allow-credentials', cors.allowCredentials ? 'true' : undefined],
    ['access-control-allow-methods', cors.allowedMethods?.join(',')],
    ['access-control-allow-headers', cors.allowedHeaders?.join(',')],
    ['access-control-expose-headers', cors.exposedResponseHeaders?.join(',')],
    ['access-control-max-age', cors.maxAge?.toString()],
  ];
  return listed.flatMap(([name, value]): Headers => (value === undefined ? [] : [[name, value]]));
}

/** Matches an origin with `*`, `https://*`, or the origin itself. */
export function fits(pattern: string, origin: string): boolean {
  return pattern.endsWith('*') ? origin.startsWith(pattern.slice(0, -1)) : pattern === origin;
}
