/** If-Match and If-None-Match of a request, evaluated in the order of RFC 9110 section 13.2.2. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../errors.ts';
import { matchesStrongly, matchesWeakly, parseTagCondition, type TagCondition } from './entity-tags.ts';
import { type Issue, invalidRequest, issueOf } from './issue.ts';

export type ConditionalRequest = Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>;

export interface Preconditions {
  /**
   * To be called with the tag of what is about to be changed, in the same step
   * as the change, so that nobody can change it in between.
   *
   * @param current undefined when there is nothing yet.
   * @throws ServiceError precondition_failed.
   */
  check(current: string | undefined): void;
}

export interface ReadPreconditions extends Preconditions {
  /** GET and HEAD change nothing: conditions are checked after the handler has read. */
  readonly isRead: boolean;
  /** Whether the client of a GET or HEAD has this version already. */
  isNotModified(current: string): boolean;
}

/** @throws ServiceError invalid_request when a header is not a list of entity tags. */
export function readPreconditions({ headers, requestContext }: ConditionalRequest): ReadPreconditions {
  const issues: Issue[] = [];
  const ifMatch = readCondition('If-Match', headers['if-match'], issues);
  const ifNoneMatch = readCondition('If-None-Match', headers['if-none-match'], issues);
  if (issues.length > 0) throw invalidRequest(issues);
  const isRead = requestContext.http.method === 'GET' || requestContext.http.method === 'HEAD';
  return {
    isRead,
    check(current) {
      if (ifMatch && !matchesStrongly(ifMatch, current)) throw preconditionFailed('If-Match', current);
      if (ifNoneMatch && !isRead && matchesWeakly(ifNoneMatch, current))
        throw preconditionFailed('If-None-Match', current);
    },
    isNotModified: (current) => isRead && ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, current),
  };
}

function readCondition(name: string, text: string | undefined, issues: Issue[]): TagCondition | undefined {
  if (text === undefined) return undefined;
  const condition = parseTagCondition(text);
  const message = 'must be * or a list of entity tags such as "3" (RFC 9110 section 8.8.3)';
  if (!condition) issues.push(issueOf({ place: 'header', name }, 'not_an_entity_tag', message));
  return condition;
}

function preconditionFailed(header: string, current: string | undefined): ServiceError {
  const found = current === undefined ? 'there is none' : `its entity tag is ${current}`;
  const detail = `${header} does not allow it: ${found}.`;
  return new ServiceError(
    'precondition_failed',
    detail,
    current === undefined ? {} : { headers: { etag: current } },
  );
}

/**
 * Requires a condition, so a client can only change a version that it has seen.
 *
 * @throws ServiceError precondition_required (RFC 6585 section 3).
 */
export function requireCondition({ headers }: ConditionalRequest): void {
  if (headers['if-match'] !== undefined) return;
  // `*` only allows creation, so nothing existing is changed. A list of tags would allow changes.
  if (headers['if-none-match']?.trim() === '*') return;
  const detail = 'Send If-Match with the entity tag that a GET of the same resource has in ETag.';
  throw new ServiceError('precondition_required', detail);
}
