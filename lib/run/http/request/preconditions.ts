/**
 * If-Match and If-None-Match of a request, evaluated in the order of RFC 9110 section 13.2.2, and not before the rest
 * of the request has succeeded (section 13.2.1): a condition that cannot be read is no reason to hide a 404.
 */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../../../shared/errors.ts';
import {
  matchesStrongly,
  matchesWeakly,
  parseTagCondition,
  type TagCondition,
  untagged,
} from './entity-tags.ts';
import { type Issue, invalidRequest, issueOf } from './issue.ts';

type ConditionalRequest = Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>;

export interface Preconditions {
  /**
   * To be called with the tag of what is about to be changed, in the same step
   * as the change, so that nobody can change it in between.
   *
   * @param current undefined when there is nothing yet.
   * @throws ServiceError precondition_failed; invalid_request when a header is not a list of entity tags.
   */
  check(current: string | undefined): void;
}

export interface ReadPreconditions extends Preconditions {
  /** GET and HEAD change nothing: conditions are checked after the handler has read. */
  readonly isRead: boolean;
  /** Whether the client of a GET or HEAD has this version already. */
  isNotModified(current: string): boolean;
}

export function readPreconditions({ headers, requestContext }: ConditionalRequest): ReadPreconditions {
  const isRead = requestContext.http.method === 'GET' || requestContext.http.method === 'HEAD';
  return {
    isRead,
    check(current) {
      const { ifMatch, ifNoneMatch } = readConditions(headers);
      if (ifMatch && !matchesStrongly(ifMatch, current)) throw preconditionFailed('If-Match', current);
      if (ifNoneMatch && !isRead && matchesWeakly(ifNoneMatch, current))
        throw preconditionFailed('If-None-Match', current);
    },
    isNotModified(current) {
      const { ifNoneMatch } = readConditions(headers);
      return isRead && ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, current);
    },
  };
}

function readConditions(headers: ConditionalRequest['headers']) {
  const issues: Issue[] = [];
  const ifMatch = readCondition('If-Match', headers['if-match'], issues);
  const ifNoneMatch = readCondition('If-None-Match', headers['if-none-match'], issues);
  if (issues.length > 0) throw invalidRequest(issues);
  return { ifMatch, ifNoneMatch };
}

function readCondition(name: string, text: string | undefined, issues: Issue[]): TagCondition | undefined {
  if (text === undefined) return undefined;
  const condition = parseTagCondition(text);
  const message = 'must be * or a list of entity tags such as "3" (RFC 9110 section 8.8.3)';
  if (!condition) issues.push(issueOf({ place: 'header', name }, 'not_an_entity_tag', message));
  return condition;
}

function preconditionFailed(header: string, current: string | undefined): ServiceError {
  const isTagged = current !== undefined && current !== untagged;
  const found = isTagged
    ? `its entity tag is ${current}`
    : current === untagged
      ? 'it has no entity tag'
      : 'there is none';
  const detail = `${header} does not allow it: ${found}.`;
  return new ServiceError('precondition_failed', detail, isTagged ? { headers: { etag: current } } : {});
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
