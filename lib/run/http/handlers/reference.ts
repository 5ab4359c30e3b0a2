/** Serves the reference page and its files, compressed as the build has written them. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../../shared/errors.ts';
import { isReferenceOn, referencePath, referenceTypes } from '../../../shared/plan/reference-files.ts';
import type { ServiceHandle } from '../operation-context.ts';
import { readPreconditions } from '../request/preconditions.ts';
import type { HttpResponse } from '../response/http-response.ts';

export type ReferenceHandle = ServiceHandle<Promise<HttpResponse>>;

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

/**
 * @param documentPath of the OpenAPI document, to which responses link (RFC 8631 section 4.1).
 * @param folder URL of the files.
 * @returns a handler that throws ServiceError not_found for a file that does not exist, and where the page is off.
 */
export function serveReference(documentPath: string, folder: URL): ReferenceHandle {
  return async (_input, _body, { event }) => {
    const name = event.pathParameters?.['file'] ?? 'index.html';
    const mediaType = Object.hasOwn(referenceTypes, name) ? referenceTypes[name] : undefined;
    if (!isReferenceOn() || mediaType === undefined)
      throw new ServiceError('not_found', 'There is nothing at this path.');
    const content = await readFile(new URL(`${name}.gz`, folder));
    const isCompressed = acceptsGzip(event.headers['accept-encoding']);
    // Each representation has a tag of its own (RFC 9110 section 8.8.3).
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
    const etag = `"${hash}${isCompressed ? '-gzip' : ''}"`;
    const headers = {
      etag,
      // A page of an earlier deployment could not read the document of a later one.
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      link: linksOf(event, documentPath),
    };
    if (readPreconditions(event).isNotModified(etag)) return { statusCode: 304, headers };
    const typed = { ...headers, 'content-type': mediaType, 'content-security-policy': pagePolicy };
    return contentFor(event, { content, isCompressed }, typed);
  };
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

function linksOf({ rawPath }: APIGatewayProxyEventV2, documentPath: string): string {
  const prefix = encodeURI(rawPath.slice(0, Math.max(rawPath.lastIndexOf(referencePath), 0)));
  const page = `<${prefix}${referencePath}>; rel="service-doc"; type="text/html"`;
  return `<${prefix}${documentPath}>; rel="service-desc"; type="application/json", ${page}`;
}
