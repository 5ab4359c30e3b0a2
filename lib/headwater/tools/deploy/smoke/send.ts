/** Sends the requests of the smoke test, and prints what each is answered. */

import { setTimeout as sleep } from 'node:timers/promises';
import { carry, credentialTexts } from './credentials.ts';
import type { SmokeRequest } from './requests.ts';
import type { SmokeKeys } from './smoke-keys.ts';

export interface SmokeTarget {
  /** The address of the API, without a slash at its end. */
  readonly url: string;
  /** Undefined where no operation takes keys. */
  readonly keys: SmokeKeys | undefined;
  /** Aborted when the command is stopped. */
  readonly signal?: AbortSignal | undefined;
}

export interface SmokeResult {
  readonly request: SmokeRequest;
  /** 0 without a response. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const tries = 5;
const pauseMs = 500;

/** @throws Error for all requests whose status is not expected. */
export async function sendAll(
  target: SmokeTarget,
  requests: readonly SmokeRequest[],
): Promise<SmokeResult[]> {
  const results: SmokeResult[] = [];
  for (const request of requests) results.push(await send(target, request));
  const wrong = results.filter(({ request, status }) => !request.expected.includes(status));
  if (wrong.length === 0) return results;
  const lines = wrong.map(
    ({ request, status }) => `${shown(request)}: ${status} instead of ${request.expected.join(' or ')}`,
  );
  throw new Error(`The service does not answer as it should:\n${lines.join('\n')}`);
}

/** @throws Error if its status is not expected. */
export async function sendOne(target: SmokeTarget, request: SmokeRequest): Promise<SmokeResult> {
  const [result] = await sendAll(target, [request]);
  return result as SmokeResult;
}

/** A route, a key and the settings of a function may take a second until all parts of AWS know them. */
async function send(target: SmokeTarget, request: SmokeRequest): Promise<SmokeResult> {
  for (let left = request.body ? 0 : tries - 1; ; left--) {
    const answer = await fetchOnce(target, request).catch(() => noAnswer);
    target.signal?.throwIfAborted();
    if (request.expected.includes(answer.status) || left === 0) {
      process.stdout.write(`${answer.status} ${shown(request)}\n`);
      return { request, ...answer };
    }
    await sleep(pauseMs);
  }
}

const noAnswer = { status: 0, headers: new Headers(), text: '' };

async function fetchOnce(
  { url, keys, signal }: SmokeTarget,
  request: SmokeRequest,
): Promise<typeof noAnswer> {
  const { method, path, credential, body } = request;
  // No document has this text as its id.
  const address = new URL(`${url}${path.replaceAll(/\{[^}]*\}/g, 'smoke-test')}`);
  const carried = carry(credential, keys);
  for (const [name, value] of Object.entries(carried.query)) address.searchParams.set(name, value);
  const type = body ? { 'content-type': 'application/json' } : {};
  const response = await fetch(address, {
    method,
    headers: { ...request.headers, ...carried.headers, ...type },
    redirect: 'manual',
    signal: signal ?? null,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // A response that is not read to its end would keep the connection, and this process.
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function shown({ method, path, credential }: SmokeRequest): string {
  return `${method} ${path}, ${credentialTexts[credential.kind]}`;
}
