/** The value of a handler -> the response. */

import type { HttpResponse, ResponseHead } from './operation-context.ts';

/** RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5: these have no content. */
const statusesWithoutContent = [204, 205, 304];

/**
 * @throws Error when there should be content and `value` is not JSON (undefined,
 *   a function, a cycle, a BigInt): a mistake of the handler, hence a 500.
 */
export function toResponse(value: unknown, head: ResponseHead, mediaType: string): HttpResponse {
  const { status, headers } = head;
  if (statusesWithoutContent.includes(status)) return { statusCode: status, headers: { ...headers } };
  const body: string | undefined = JSON.stringify(value);
  if (body === undefined)
    throw new Error(`The handler returned ${typeof value} where status ${status} needs content.`);
  return { statusCode: status, headers: { 'content-type': mediaType, ...headers }, body };
}
