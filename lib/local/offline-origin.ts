/**
 * Lets serverless-offline see the origin of a request only where the gateway of
 * AWS would say something of CORS: by itself it allows every origin while CORS
 * is off, and while it is on all that is no preflight. Functions get their
 * headers as they were sent.
 */

import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** The part of `provider.httpApi.cors` that counts; `true` is CORS for all. */
export type Cors = boolean | { readonly allowedOrigins?: readonly string[] } | undefined;

/** @param corsNow is asked for each request. */
export function hideOrigins(corsNow: () => Cors): void {
  // Node.js tells of a request before it hands it to the server.
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

/** `*`, `https://*`, or the origin itself. */
function fits(pattern: string, origin: string): boolean {
  return pattern.endsWith('*') ? origin.startsWith(pattern.slice(0, -1)) : pattern === origin;
}
