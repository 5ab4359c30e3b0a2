/** If-Match and If-None-Match of a request. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export type ConditionalRequest = Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>;

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

const unconditional = { check: () => undefined, isNotModified: () => false };
const read: ReadPreconditions = { ...unconditional, isRead: true };
const change: ReadPreconditions = { ...unconditional, isRead: false };

let conditionsOf: typeof import('./conditional-headers.ts').conditionsOf | undefined;

/** @returns a promise for the first request of the container that has a condition. */
export function readPreconditions(
  request: ConditionalRequest,
): ReadPreconditions | Promise<ReadPreconditions> {
  const { method } = request.requestContext.http;
  const isRead = method === 'GET' || method === 'HEAD';
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers ?? {};
  if (ifMatch === undefined && ifNoneMatch === undefined) return isRead ? read : change;
  if (conditionsOf) return conditionsOf(request, isRead);
  return import('./conditional-headers.ts').then((loaded) => {
    conditionsOf = loaded.conditionsOf;
    return conditionsOf(request, isRead);
  });
}

/** In place of the tag of something that exists and has none, such as a list: it matches `*` alone. */
export const untagged = '';
