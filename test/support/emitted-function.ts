/** Deployed functions: emitted bundles, called as Lambda calls them. */

import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import type { HttpResponse } from '../../lib/headwater/run/http/response/http-response.ts';
import type { LambdaHandler } from '../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { lambdaContext } from '../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { cleanUp } from './clean-up.ts';
import { checkDocumented, checkOf } from './documented.ts';
import { type ClientRequest, httpApiEvent } from './event.ts';
import { checkProblem } from './problem-schema.ts';
import { otherHeaders } from './standard-headers.ts';
import { withWatchedLog } from './watched-log.ts';

export interface Answer {
  readonly status: number;
  /** Response headers without the ones that every response has. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed if the body is JSON; of a problem without `instance`, which names the request. */
  readonly body: unknown;
}

export type CallFunction = (request: ClientRequest, context?: Partial<Context>) => Promise<Answer>;

/** Far more than an answer takes: on a busy machine a short share of it for one command ends in a 503. */
const remainingMs = 60_000;

declare global {
  /** How often this process has loaded each bundle. */
  var bundleLoads: Map<string, number> | undefined;
}
globalThis.bundleLoads ??= new Map();
// `vi.resetModules()` of any file would reset a variable of this module, but Node.js keeps the instance of each URL,
// with the database and the access of the file that loaded it.
const loads = globalThis.bundleLoads;

interface LoadOptions {
  /** False if responses may differ from the document: handlers of a test that return anything, documents of an earlier version. */
  readonly isDescribed?: boolean;
}

/**
 * Loads a new instance of the bundle, as a cold start does. A response that the project's OpenAPI document does not
 * describe is an error.
 */
export async function loadFunction(
  projectFolder: string,
  id: string,
  { isDescribed = true }: LoadOptions = {},
): Promise<CallFunction> {
  const handler = await loadHandler(projectFolder, id);
  const check = isDescribed ? checkOf(projectFolder) : undefined;
  return async (request, overrides) => {
    const context = lambdaContext({ getRemainingTimeInMillis: () => remainingMs, ...overrides });
    // The functions of this project return nothing else.
    const response = (await handler(httpApiEvent(request), context)) as HttpResponse;
    const { statusCode: status, headers, body } = response;
    const isJson = /[/+]json/.test(headers['content-type'] ?? '');
    const parsed = isJson || body === undefined ? parse(body) : body;
    if (check) checkDocumented(check, { id, method: request.method }, response);
    const answer = { status, headers: otherHeaders(headers), body: parsed };
    if (status < 400 || request.method === 'HEAD') return answer;
    checkProblem({ status, headers, body: parsed });
    const { instance: _named, ...others } = Object(parsed);
    return { ...answer, body: others };
  };
}

/** Its own bundle, and those that it loads later. */
const ofDefaultRoute = /^(?:default-route(?:-authenticator)?$|headwater~run~access~)/;

/**
 * Loads a new instance of the default route, and of the separate module that checks its credentials, which Node.js
 * keeps for all files of a worker.
 */
export async function loadDefaultRoute(projectFolder: string): Promise<CallFunction> {
  const copy = await mkdtemp(join(tmpdir(), 'headwater-default-route-'));
  cleanUp(() => rm(copy, { recursive: true, force: true }));
  const bundles = '.generated/bundles';
  const ids = (await readdir(join(projectFolder, bundles))).filter((id) => ofDefaultRoute.test(id));
  for (const id of ids)
    await cp(join(projectFolder, bundles, id), join(copy, bundles, id), { recursive: true });
  return loadFunction(copy, 'default-route', { isDescribed: false });
}

/** The exported handler of the bundle. @throws Error, when it is called, if it logs a line that does not name its request. */
export async function loadHandler(projectFolder: string, id: string): Promise<LambdaHandler> {
  const url = pathToFileURL(join(projectFolder, '.generated/bundles', id, 'index.mjs'));
  const load = (loads.get(url.href) ?? 0) + 1;
  loads.set(url.href, load);
  // Not a random id: the compile cache of Node.js has an entry for each URL.
  url.search = `load=${load}`;
  const { handler } = await import(url.href);
  return (event, context) => withWatchedLog(async () => handler(event, context));
}

function parse(body: string | undefined): unknown {
  return body === undefined ? undefined : JSON.parse(body);
}
