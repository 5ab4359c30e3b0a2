/**
 * Headers of every response, problems included. Those that a handler or an error formatter sets take precedence, except
 * for the names of the request: they are those of its log lines.
 */

import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { constantHeaders, namingHeaders } from '../../../shared/plan/response-headers.ts';
import type { RequestIds } from '../request/request-ids.ts';
import type { HttpResponse } from './http-response.ts';

export function withStandardHeaders(
  response: HttpResponse,
  { fixedHeaders, variesByOrigin }: RuntimeOperation,
  ids: RequestIds,
): HttpResponse {
  // The formatter of a project can use any letter case, or set no headers.
  const own = Object.entries(response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const headers: Record<string, string> = {
    ...constantHeaders,
    ...fixedHeaders,
    ...Object.fromEntries(own),
    ...Object.fromEntries(namingHeaders.map(([name, source]) => [name, ids[source]])),
  };
  headers['cache-control'] ??= defaultCacheControl(response.statusCode, headers);
  if (variesByOrigin) headers['vary'] = headers['vary'] ? `${headers['vary']}, Origin` : 'Origin';
  return { ...response, headers };
}

/** A response with an entity tag may be stored by its client, and is revalidated each time. No other is stored. */
function defaultCacheControl(status: number, { etag }: Readonly<Record<string, string>>): string {
  return status < 400 && etag !== undefined ? 'private, no-cache' : 'no-store';
}
