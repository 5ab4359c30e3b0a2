/** What is wrong with one value of a request, told so that a program and a person can both act on it. */

import { ServiceError } from '../errors.ts';
import type { InputPlace } from '../plan/operation-plan.ts';

export interface Issue {
  readonly in: InputPlace | 'body';
  /** The parameter; absent for the body. */
  readonly name?: string;
  /** RFC 6901, within the body or within a parameter that holds several values. */
  readonly pointer?: string;
  readonly code: string;
  /** A predicate that says what would be accepted; the value itself is never repeated. */
  readonly message: string;
}

/** An answer lists no more than this many; the rest would mostly repeat them. */
const maxIssues = 20;

/** The one answer to a request with anything wrong in path, query, headers or body. */
export function invalidRequest(issues: readonly Issue[]): ServiceError {
  const listed = issues.slice(0, maxIssues);
  const count = issues.length === 1 ? '1 value is' : `${issues.length} values are`;
  const more = listed.length < issues.length ? `; the first ${maxIssues} are listed` : '';
  return new ServiceError('invalid_request', `${count} not as declared${more}.`, {
    members: { errors: listed },
  });
}
