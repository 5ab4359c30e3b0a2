/** The log of requests in the terminal of `npm start`: a line for each, with the code of its problem. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { membersOf } from '../../shared/json/is-object.ts';
import type { ResponseGuard } from './response-guard.ts';

/** What the function of a request has returned. */
interface Outcome {
  code?: string | undefined;
}

const outcomes = new AsyncLocalStorage<Outcome>();

/** Logs the requests to all servers of this process, also those that reach no function. */
export function logRequests(): void {
  // Node.js publishes a request before it passes it to the server, which may change its URL.
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as {
      readonly request: IncomingMessage;
      readonly response: ServerResponse;
    };
    const { method, url = '' } = request;
    const startedAt = performance.now();
    const outcome: Outcome = {};
    outcomes.enterWith(outcome);
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : 'closed by the client';
      const ms = `${Math.round(performance.now() - startedAt)} ms`;
      const parts = [timeOfDay(), method, printable(url), status, outcome.code, ms];
      console.log(parts.filter((part) => part !== undefined).join(' '));
    });
  });
}

/** @returns the same guard, which also notes for the log what problem the function of a request returns. */
export function noteProblems(guard: ResponseGuard): ResponseGuard {
  return (...call) => {
    const response = guard(...call);
    const outcome = outcomes.getStore();
    if (outcome) outcome.code = codeOf(response);
    return response;
  };
}

/** @example codeOf({ …, body: '{"type":"urn:problem-type:headwater:not_found", …}' }) // 'not_found' */
function codeOf(response: unknown): string | undefined {
  const { headers, body } = membersOf(response);
  if (membersOf(headers)['content-type'] !== 'application/problem+json') return undefined;
  try {
    const { type } = membersOf(JSON.parse(String(body)));
    // A project's own problems may have another prefix, such as the address of a page. RFC 9457: "about:blank" is no code.
    return type === 'about:blank' ? undefined : /[\w.-]+$/.exec(String(type))?.[0];
  } catch {
    return undefined;
  }
}

/** @example '23:59:59' */
export function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}

/** A client may send bytes that a terminal takes for commands. */
function printable(url: string): string {
  return url.replaceAll(/[^!-~]/g, encodeURIComponent);
}
