/** The value of a handler -> the response. */

import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { HttpResponse, ResponseHead } from './http-response.ts';

/** RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5: these have no content. */
const statusesWithoutContent = [204, 205, 304];

interface ResponseParts {
  readonly head: ResponseHead;
  /** The negotiated one. */
  readonly mediaType: string;
  readonly operation: RuntimeOperation;
  readonly write: WriteJson;
}

/** `JSON.stringify`, or what also writes bigints. */
export type WriteJson = (value: unknown) => string | undefined;

/**
 * @throws Error when the status needs content and `value` is not JSON (undefined, a function, a cycle, a BigInt
 *   that `write` does not know): a mistake of the handler, so it becomes a 500.
 */
export function contentResponse(value: unknown, parts: ResponseParts): HttpResponse {
  const { head, mediaType, operation, write } = parts;
  const empty = emptyResponse(head, operation);
  const { status } = head;
  if (statusesWithoutContent.includes(status)) return empty;
  const representation = representationOf(value, mediaType, operation);
  // A text of a media type that is not JSON is sent as it is.
  const isText = typeof representation === 'string' && !/\bjson$/.test(mediaType);
  const body = isText ? representation : write(representation);
  if (body === undefined)
    throw new Error(`The handler returned ${typeof value} where status ${status} needs content.`);
  return { ...empty, headers: { 'content-type': mediaType, ...empty.headers }, body };
}

/** Where there are several versions or forms, the handler returns a function for each. */
function representationOf(value: unknown, mediaType: string, { versions }: RuntimeOperation): unknown {
  if (!versions) return value;
  const version = versions.find((each) => each.mediaType === mediaType)?.version ?? 1;
  // The type check of the build has seen the handler.
  return (value as Readonly<Record<number | string, () => unknown>>)[version]?.();
}

/**
 * The response to HEAD (RFC 9110 section 9.3.2): the response to GET without its content. The length is set here: the gateway
 * would set 0, which section 8.6 forbids.
 */
export function withoutContent({ body, ...head }: HttpResponse): HttpResponse {
  if (body === undefined) return head;
  return { ...head, headers: { 'content-length': String(Buffer.byteLength(body)), ...head.headers } };
}

/** A response without content. */
export function emptyResponse(
  { status, headers }: ResponseHead,
  { cacheControl, produces }: RuntimeOperation,
): HttpResponse {
  // A cache may reuse the response only for the same Accept (RFC 9110 section 12.5.5).
  const described = {
    ...(cacheControl ? { 'cache-control': cacheControl } : {}),
    ...(produces.length > 0 ? { vary: 'Accept' } : {}),
    ...headers,
  };
  return { statusCode: status, headers: described };
}
