/** Serves a page and its files, compressed as the build has written them. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../../shared/errors.ts';
import { isPageOn, pageTypes } from '../../../shared/plan/page-files.ts';
import type { ServiceHandle } from '../operation-context.ts';
import { readPreconditions } from '../request/preconditions.ts';
import type { HttpResponse } from '../response/http-response.ts';

export type PageHandle = ServiceHandle<Promise<HttpResponse>>;

/** It loads nothing from elsewhere, sends nothing elsewhere, and runs no script but its own. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface PageOptions {
  readonly isOn: () => boolean;
  /** Further headers of each response. */
  readonly headersOf: (event: APIGatewayProxyEventV2) => Readonly<Record<string, string>>;
}

/**
 * @param folder URL of the files.
 * @returns a handler that throws ServiceError not_found for a file that does not exist, and where the page is off.
 */
export function servePage(folder: URL, { isOn, headersOf }: PageOptions): PageHandle {
  return async (_input, _body, { event }) => {
    const name = event.pathParameters?.['file'] ?? 'index.html';
    const mediaType = typeOf(name);
    const content =
      isOn() && mediaType !== undefined
        ? await readFile(new URL(`${name}.gz`, folder)).catch(onlyMissing)
        : undefined;
    if (!content || mediaType === undefined)
      throw new ServiceError('not_found', 'There is nothing at this path.');
    const isCompressed = acceptsGzip(event.headers['accept-encoding']);
    // Each representation has a tag of its own (RFC 9110 section 8.8.3).
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
    const etag = `"${hash}${isCompressed ? '-gzip' : ''}"`;
    const headers = {
      etag,
      // A page of an earlier deployment could not read the document of a later one.
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      ...headersOf(event),
      // With a 304, too: a worker of the browser has the policy of the last response, and the gateway adds a type where there is none.
      'content-type': mediaType,
      'content-security-policy': pagePolicy,
    };
    if ((await readPreconditions(event)).isNotModified(etag)) return { statusCode: 304, headers };
    return contentFor(event, { content, isCompressed }, headers);
  };
}

/** A page of the service's own. */
export function serveOwnPage(name: string, folder: URL): PageHandle {
  return servePage(folder, { isOn: () => isPageOn(name), headersOf: () => ({}) });
}

/** Undefined for a name that no file of a page has. */
function typeOf(name: string): string | undefined {
  const ending = /^[\w-]+(?:\.[\w-]+)*\.([a-z]+)$/.exec(name)?.[1] ?? '';
  return Object.hasOwn(pageTypes, ending) ? pageTypes[ending] : undefined;
}

function onlyMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function acceptsGzip(accepted = ''): boolean {
  return /(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted);
}

/** Compressed for clients that accept it, as all browsers do. */
async function contentFor(
  { requestContext }: APIGatewayProxyEventV2,
  { content, isCompressed }: { readonly content: Buffer; readonly isCompressed: boolean },
  headers: Readonly<Record<string, string>>,
): Promise<HttpResponse> {
  const bytes = isCompressed ? content : (await import('node:zlib')).gunzipSync(content);
  const all = { ...headers, ...(isCompressed ? { 'content-encoding': 'gzip' } : {}) };
  if (requestContext.http.method === 'HEAD')
    return { statusCode: 200, headers: { ...all, 'content-length': String(bytes.length) }, body: '' };
  return { statusCode: 200, headers: all, body: bytes.toString('base64'), isBase64Encoded: true };
}
