/** Those who call a service under test: a `fetch` each, with their credential. */

import type { ClientOptions } from '../client/answers.ts';
import type { AccessScheme } from '../shared/plan/operation-plan.ts';

/** The address of every service under test, which only its own `fetch` reaches. */
const baseUrl = 'https://api.example.com';

/** @typeParam Client The type `Client` of `#generated/client.ts`. */
export interface TestCaller<Client> {
  /** The typed client of the service: a function for each operation, by resource and nickname. It tries once. */
  readonly client: Client;
  /** As the global `fetch`, for this service alone. A text may be a path. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** Somebody with a credential. */
export interface SignedInCaller<Client> extends TestCaller<Client> {
  /** Whose data the requests read and write: the first part of the keys in the table. */
  readonly owner: string;
  /** The token, or the key. */
  readonly credential: string;
}

/** Puts a credential into a request. */
type Attach = (request: Request) => Request;

export type Send = (request: Request) => Promise<Response>;

/** What `#generated/client.ts` exports. */
export type CreateClient<Client> = (options: ClientOptions) => Client;

export interface CalledService<Client> {
  readonly send: Send;
  readonly createClient: CreateClient<Client>;
}

export function callerOf<Client>(
  { send, createClient }: CalledService<Client>,
  attach: Attach = (request) => request,
): TestCaller<Client> {
  const fetch: TestCaller<Client>['fetch'] = (input, init) => send(attach(requestOf(input, init)));
  return { client: createClient({ baseUrl, fetch, maxAttempts: 1 }), fetch };
}

function requestOf(input: string | URL | Request, init: RequestInit | undefined): Request {
  return new Request(typeof input === 'string' ? new URL(input, baseUrl) : input, init);
}

/** RFC 6750 section 2.1. A request that brings its own credential keeps it. */
export function withToken(token: string): Attach {
  return (request) => {
    if (!request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${token}`);
    return request;
  };
}

/** @param places How operations take a key. */
export function withKey(key: string, places: readonly AccessScheme[]): Attach {
  return (request) => places.reduce((made, place) => withKeyAt(made, key, place), request);
}

function withKeyAt(request: Request, key: string, { scheme, place, name }: AccessScheme): Request {
  if (place === 'query') {
    const url = new URL(request.url);
    url.searchParams.set(name, key);
    return new Request(url, request);
  }
  if (place === 'cookie') request.headers.append('cookie', `${name}=${key}`);
  else request.headers.set(name, scheme === 'basic' ? `Basic ${btoa(`key:${key}`)}` : key);
  return request;
}
