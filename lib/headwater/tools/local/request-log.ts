/** The log in the terminal of `npm start`: a line for each request, with the code of its problem, and for each other call. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { styleText } from 'node:util';
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
    const { method = '', url = '' } = request;
    const startedAt = performance.now();
    const outcome: Outcome = {};
    outcomes.enterWith(outcome);
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const subject = printable(withoutValues(url));
      const { statusCode: status, writableFinished } = response;
      if (writableFinished) logCall({ kind: method, subject, status, ms, note: outcome.code });
      else logCall({ kind: method, subject, ms, note: 'closed by the client' });
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

interface Call {
  /** The method of a request, or a kind of function. */
  readonly kind: string;
  readonly subject: string;
  readonly status?: number;
  readonly ms: number;
  readonly note?: string | undefined;
}

/** @example logCall({ kind: 'GET', subject: '/v1/no', status: 404, ms: 3, note: 'not_found' }) // 23:59:59 GET      /v1/no … 404     3 ms not_found */
export function logCall({ kind, subject, status, ms, note }: Call): void {
  const time = colored('dim', timeOfDay());
  const shown = status === undefined ? '   ' : colored(statusColor(status), String(status));
  const duration = `${String(Math.round(ms)).padStart(5)} ms`;
  const columns = [time, kind.padEnd(8), subject.padEnd(40), shown, duration, note ?? ''];
  console.log(columns.join(' ').trimEnd());
}

function statusColor(status: number) {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

/** Only a terminal gets colours, and none where NO_COLOR is set. */
function colored(color: Parameters<typeof styleText>[0], text: string): string {
  return styleText(color, text, { stream: process.stdout });
}

/** @example '23:59:59' */
export function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}

/** A value may be a secret, such as a token. @example withoutValues('/v1/order?note=a&x') // '/v1/order?note=…&x' */
function withoutValues(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at) + url.slice(at).replaceAll(/=[^&]*/g, '=…');
}

/** A client may send bytes that a terminal takes for commands. */
function printable(url: string): string {
  return url.replaceAll(/[^!-~…]/g, encodeURIComponent);
}
