/**
 * Headers of every response, problems included. Those that a handler or an error formatter sets take precedence, except
 * for the names of the request: they are those of its log lines.
 */

import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { RequestIds } from '../request/request-ids.ts';
import type { HttpResponse } from './http-response.ts';

/**
 * Those for responses that are not pages, from
 * cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html.
 */
const securityHeaders: Readonly<Record<string, string>> = {
  // For a year, only HTTPS for this host. Other hosts of its domain do not belong to the service.
  'strict-transport-security': 'max-age=31536000',
  // Browsers must not guess another type than Content-Type.
  'x-content-type-options': 'nosniff',
  // A response opened as a page loads nothing and cannot be framed.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Pages of other origins cannot embed a response as a script or image. CORS still lets them read it.
  'cross-origin-resource-policy': 'same-origin',
};

export function withStandardHeaders(
  response: HttpResponse,
  { fixedHeaders, variesByOrigin }: RuntimeOperation,
  { requestId, traceparent }: RequestIds,
): HttpResponse {
  // The formatter of a project can use any letter case, or set no headers.
  const own = Object.entries(response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const headers: Record<string, string> = {
    ...securityHeaders,
    ...fixedHeaders,
    ...Object.fromEntries(own),
    'x-request-id': requestId,
    traceparent,
  };
  headers['cache-control'] ??= defaultCacheControl(response.statusCode, headers);
  if (variesByOrigin) headers['vary'] = headers['vary'] ? `${headers['vary']}, Origin` : 'Origin';
  return { ...response, headers };
}

/** A response with an entity tag may be stored by its client, and is revalidated each time. No other is stored. */
function defaultCacheControl(status: number, { etag }: Readonly<Record<string, string>>): string {
  return status < 400 && etag !== undefined ? 'private, no-cache' : 'no-store';
}
