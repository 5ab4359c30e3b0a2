import type { ReadPreconditions } from '../request/preconditions.ts';
import type { ResponseHead } from './http-response.ts';

/**
 * When the handler of a GET or HEAD has set `etag`: the status becomes 304 if the client has this version.
 *
 * @throws ServiceError precondition_failed.
 */
export function applyPreconditions(preconditions: ReadPreconditions, head: ResponseHead): void {
  const { etag } = head.headers;
  if (!preconditions.isRead || etag === undefined || head.status !== 200) return;
  preconditions.check(etag);
  if (preconditions.isNotModified(etag)) head.status = 304;
}
