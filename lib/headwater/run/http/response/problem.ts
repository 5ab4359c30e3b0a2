/** Any thrown value -> a problem response (RFC 9457). It never throws. */

import { problemTypes, ServiceError } from '../../../shared/errors.ts';
import { problemInstancePrefix, problemTypePrefix } from '../../../shared/project-names.ts';
import type { HttpResponse } from './http-response.ts';
import { toPlainMembers } from './plain-members.ts';

export const problemMediaType = 'application/problem+json';

interface ProblemParts {
  readonly status: number;
  readonly type: string;
  readonly title: string;
  readonly detail?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** They replace members of the same name, except for the status. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/**
 * What a handler throws on purpose reaches the client: the text of a string,
 * the own members of an object, the message of an Error with a status below
 * 500. An unexpected Error does not: without a status it becomes a 500 with a
 * fixed text, as does a value that carries no information.
 *
 * @param requestId names the request in `instance`, unless a thrown object has one.
 */
export function problemResponse(error: unknown, requestId: string): HttpResponse {
  try {
    return problemOf(describe(error), requestId);
  } catch {
    // A getter or a proxy of the thrown object has thrown: nothing in it can be reported.
    return problemOf(unexpected(), requestId);
  }
}

function problemOf(
  { status, type, title, detail, headers, members }: ProblemParts,
  requestId: string,
): HttpResponse {
  const instance = problemInstancePrefix + requestId;
  const problem = { type, title, status, detail, instance, ...members };
  // The body repeats the status of the response, whatever `status` the thrown object has.
  problem.status = status;
  return {
    statusCode: status,
    headers: { ...headers, 'content-type': problemMediaType },
    body: JSON.stringify(problem),
  };
}

function describe(error: unknown): ProblemParts {
  if (error instanceof ServiceError) return fromServiceError(error);
  if (error instanceof Error) return fromError(error);
  if (typeof error === 'string') return fromServiceError(new ServiceError('internal_error', error));
  if (typeof error === 'object' && error !== null) return fromObject(error);
  return unexpected();
}

function fromServiceError({ code, status, title, headers, members, message }: ServiceError): ProblemParts {
  const type = problemTypePrefix + code;
  return { status, type, title, detail: message, headers, members: toPlainMembers(members) };
}

/** The other members of an Error are not for the client: HTTP libraries keep credentials there. */
function fromError(error: Error): ProblemParts {
  const status = statusOf(error);
  if (status === undefined) return unexpected();
  return { status, ...generic(status), detail: status >= 500 ? failureDetail : error.message };
}

function fromObject(thrown: object): ProblemParts {
  const status = statusOf(thrown) ?? 500;
  return { status, ...generic(status), members: withTextMembers(toPlainMembers(thrown)) };
}

/** RFC 9457 section 3.1: these members are strings, or they are ignored. */
function withTextMembers(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const texts = ['type', 'title', 'detail', 'instance'];
  return Object.fromEntries(
    Object.entries(members).filter(([key, value]) => !texts.includes(key) || typeof value === 'string'),
  );
}

/** RFC 9457 section 4.2.1: no type of its own, and the title of the status. */
function generic(status: number): { type: string; title: string } {
  if (status === 500)
    return { type: `${problemTypePrefix}internal_error`, title: problemTypes.internal_error[1] };
  const phrase = process.getBuiltinModule('node:http').STATUS_CODES[status];
  return { type: 'about:blank', title: phrase ?? `Status ${status}` };
}

const failureDetail = 'The service failed. The failure was logged.';

function unexpected(): ProblemParts {
  return fromServiceError(new ServiceError('internal_error', failureDetail));
}

function statusOf(thrown: object): number | undefined {
  const status = 'status' in thrown ? thrown.status : undefined;
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599
    ? status
    : undefined;
}
