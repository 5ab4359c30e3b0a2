/**
 * Hides the Origin header from serverless-offline where the gateway of AWS would not
 * add CORS headers. Otherwise serverless-offline allows every origin while CORS is
 * off, and every request but a preflight while it is on. Functions get all original
 * headers.
 */

import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** The relevant part of `provider.httpApi.cors`. `true` allows every origin. */
export type Cors = boolean | { readonly allowedOrigins?: readonly string[] } | undefined;

/** @param corsNow Called for each request. */
export function hideOrigins(corsNow: () => Cors): void {
  // Node.js publishes a request before it passes it to the server.
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    if (!isSeen(request, corsNow())) delete request.headers.origin;
  });
}

function isSeen({ method, headers }: IncomingMessage, cors: Cors): boolean {
  if (!cors) return false;
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  const allowed = cors === true ? ['*'] : (cors.allowedOrigins ?? ['*']);
  return isPreflight || allowed.some((pattern) => fits(pattern, headers.origin ?? ''));
}

/** Matches an origin with `*`, `https://*`, or the origin itself. */
function fits(pattern: string, origin: string): boolean {
  return pattern.endsWith('*') ? origin.startsWith(pattern.slice(0, -1)) : pattern === origin;
}
