/** The service, as the page calls it. The credential is kept in memory alone: it is gone with the page. */

import { parseExactly, writeJson } from '../../../shared/json/lossless-json.ts';

import { noteMissed, useRightsOf } from './rights.ts';

/** The base path of the service, below the folder of the page. */
const basePath = 'v1/';

/** A problem that the service has answered (RFC 9457). */
export class ApiProblem extends Error {
  readonly status: number;
  /** The end of `type`, such as `not_found`. */
  readonly code: string;
  /** The members of the problem. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(status: number, members: Readonly<Record<string, unknown>>) {
    super(String(members['detail'] ?? members['title'] ?? `The service answered ${status}.`));
    this.status = status;
    this.code = String(members['type'] ?? '').replace(/^.*:/, '');
    this.members = members;
  }
}

export interface ApiAnswer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if there is none. */
  readonly body: Body;
}

interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** A value of JSON, or a text with a `content-type` among the headers. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

let credential: Readonly<Record<string, string>> = {};

/** Asks a person for a credential. Resolves to undefined when there is none. @param why The words of the service. */
export type AskCredential = (why: string) => Promise<string | undefined>;

let ask: AskCredential = async () => undefined;

export function onCredentialNeeded(asked: AskCredential): void {
  ask = asked;
}

/** A token has the three parts of a JWT; anything else is a key. */
export function useCredential(text: string): void {
  const isToken = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
  credential = isToken ? { authorization: `Bearer ${text}` } : { 'x-api-key': text };
  useRightsOf(isToken ? text : undefined);
}

/**
 * @param path Below the base path, such as `source?limit=10`.
 * @throws ApiProblem for an answer without success; TypeError when the service cannot be reached.
 */
export async function callApi<Body = unknown>(
  path: string,
  request: ApiRequest = {},
): Promise<ApiAnswer<Body>> {
  const answer = await send(path, request);
  if (answer.status !== 401) return read<Body>(answer);
  const problem = await problemOf(answer.clone());
  const given = await ask(problem.message);
  if (given === undefined) throw problem;
  useCredential(given);
  return read<Body>(await send(path, request));
}

function send(path: string, { method = 'GET', headers = {}, body, signal }: ApiRequest): Promise<Response> {
  const isText = typeof body === 'string';
  return fetch(new URL(basePath + path, document.baseURI), {
    method,
    headers: {
      ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
      ...credential,
      ...headers,
    },
    ...(body === undefined ? {} : { body: isText ? body : writeJson(body) }),
    ...(signal ? { signal } : {}),
    cache: 'no-store',
  });
}

async function read<Body>(answer: Response): Promise<ApiAnswer<Body>> {
  if (!answer.ok) {
    const problem = await problemOf(answer);
    if (problem.status === 403) noteMissed(problem.members['scopes']);
    throw problem;
  }
  const { status, headers } = answer;
  const text = await answer.text();
  return { status, headers, body: (text === '' ? undefined : parseExactly(text)) as Body };
}

async function problemOf(answer: Response): Promise<ApiProblem> {
  const members: unknown = await answer.json().catch(() => undefined);
  return new ApiProblem(answer.status, typeof members === 'object' && members !== null ? { ...members } : {});
}
