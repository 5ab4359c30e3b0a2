/** Functions as they ship: the emitted bundle, called as Lambda calls it. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import type { HttpResponse } from '../../lib/runtime/operation-context.ts';
import { type ClientRequest, httpApiEvent, lambdaContext } from './event.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed when it is JSON. */
  readonly body: unknown;
}

export type CallFunction = (request: ClientRequest, context?: Partial<Context>) => Promise<Answer>;

let loads = 0;

/** Loads a bundle anew, as a cold start would. */
export async function loadFunction(projectFolder: string, id: string): Promise<CallFunction> {
  const url = pathToFileURL(join(projectFolder, '.generated/bundles', id, 'index.mjs'));
  url.searchParams.set('load', String(++loads));
  const { handler } = await import(url.href);
  return async (request, context) => {
    const response: HttpResponse = await handler(httpApiEvent(request), lambdaContext(context));
    const { statusCode: status, headers, body } = response;
    return { status, headers, body: parse(body) };
  };
}

function parse(body: string | undefined): unknown {
  return body === undefined ? undefined : JSON.parse(body);
}
