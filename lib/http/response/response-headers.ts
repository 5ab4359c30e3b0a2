/** Headers of every answer, errors too. What a handler or an error formatter says itself stands. */

import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import type { HttpResponse } from './http-response.ts';

/**
 * What concerns answers that no page is made of, of those in
 * cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html.
 */
const securityHeaders: Readonly<Record<string, string>> = {
  // For a year, nothing goes to this host unencrypted. Other hosts below its domain are not the service's to bind.
  'strict-transport-security': 'max-age=31536000',
  // Content is what Content-Type says, however much it looks like a page or a script.
  'x-content-type-options': 'nosniff',
  // Opened as a page, an answer loads nothing, and it stands in no frame.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Pages of other origins cannot embed an answer, as a script or an image; what CORS allows, they can read.
  'cross-origin-resource-policy': 'same-origin',
};

export function withStandardHeaders(
  response: HttpResponse,
  { fixedHeaders, variesByOrigin }: RuntimeOperation,
): HttpResponse {
  // A formatter of the project's own may have other letter case, or none.
  const own = Object.entries(response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const headers: Record<string, string> = {
    ...securityHeaders,
    ...fixedHeaders,
    ...Object.fromEntries(own),
  };
  headers['cache-control'] ??= defaultCacheControl(response.statusCode, headers);
  if (variesByOrigin) headers['vary'] = headers['vary'] ? `${headers['vary']}, Origin` : 'Origin';
  return { ...response, headers };
}

/** What has an entity tag may be kept by its client alone, and is asked for again each time; nothing else is kept. */
function defaultCacheControl(status: number, { etag }: Readonly<Record<string, string>>): string {
  return status < 400 && etag !== undefined ? 'private, no-cache' : 'no-store';
}
