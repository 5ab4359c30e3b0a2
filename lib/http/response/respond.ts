/** The value of a handler -> the response. */

import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import type { HttpResponse, ResponseHead } from '../operation-context.ts';

/** RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5: these have no content. */
const statusesWithoutContent = [204, 205, 304];

interface ResponseParts {
  readonly head: ResponseHead;
  /** That was negotiated. */
  readonly mediaType: string;
  readonly operation: RuntimeOperation;
}

/**
 * @throws Error when there should be content and `value` is not JSON (undefined,
 *   a function, a cycle, a BigInt): a mistake of the handler, hence a 500.
 */
export function toResponse(value: unknown, { head, mediaType, operation }: ResponseParts): HttpResponse {
  const empty = emptyResponse(head, operation);
  const { status } = head;
  if (statusesWithoutContent.includes(status)) return empty;
  const body: string | undefined = JSON.stringify(representationOf(value, mediaType, operation));
  if (body === undefined)
    throw new Error(`The handler returned ${typeof value} where status ${status} needs content.`);
  return { ...empty, headers: { 'content-type': mediaType, ...empty.headers }, body };
}

/** Of several versions, the handler has said how each is made. */
function representationOf(value: unknown, mediaType: string, { versions }: RuntimeOperation): unknown {
  if (!versions) return value;
  const version = versions.find((each) => each.mediaType === mediaType)?.version ?? 1;
  // The type check of the build has seen the handler.
  return (value as Readonly<Record<number, () => unknown>>)[version]?.();
}

/** A function may be invoked with anything, and is to answer all the same. */
type DoubtfulEvent = { readonly requestContext?: { readonly http?: { readonly method?: string } } } | null;

export function toMethod(response: HttpResponse, event: DoubtfulEvent): HttpResponse {
  return event?.requestContext?.http?.method === 'HEAD' ? withoutContent(response) : response;
}

/**
 * To HEAD (RFC 9110 section 9.3.2): what GET would answer, without the content. Its
 * length is said here, since what frames an empty body would call it 0, which section 8.6
 * forbids.
 */
export function withoutContent({ body, ...head }: HttpResponse): HttpResponse {
  if (body === undefined) return head;
  return { ...head, headers: { 'content-length': String(Buffer.byteLength(body)), ...head.headers } };
}

/** An answer without content. */
export function emptyResponse(
  { status, headers }: ResponseHead,
  { cacheControl, produces }: RuntimeOperation,
): HttpResponse {
  // A cache may hand the answer to others only when they ask for the same type (RFC 9110 section 12.5.5).
  const described = {
    ...(cacheControl ? { 'cache-control': cacheControl } : {}),
    ...(produces.length > 0 ? { vary: 'Accept' } : {}),
    ...headers,
  };
  return { statusCode: status, headers: described };
}
