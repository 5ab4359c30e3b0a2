import { untagged } from '../request/entity-tags.ts';
import type { ReadPreconditions } from '../request/preconditions.ts';
import type { ResponseHead } from './http-response.ts';

/**
 * After the handler of a GET or HEAD: the status becomes 304 if the client has this version. A result without an entity
 * tag exists, too: it matches `*`.
 *
 * @throws ServiceError precondition_failed, invalid_request.
 */
export function applyPreconditions(preconditions: ReadPreconditions, head: ResponseHead): void {
  if (!preconditions.isRead || head.status !== 200) return;
  const { etag = untagged } = head.headers;
  preconditions.check(etag);
  if (preconditions.isNotModified(etag)) head.status = 304;
}
