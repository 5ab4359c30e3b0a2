/** The gateway of a service under test, for requests of `fetch`. It refuses responses that the descriptors do not declare. */

import { readEmitted } from '../tools/local/gateway/emitted-functions.ts';
import type { ReceivedRequest } from '../tools/local/gateway/gateway-event.ts';
import type { Reply } from '../tools/local/gateway/gateway-reply.ts';
import { answerRequest } from '../tools/local/gateway/gateway-server.ts';
import type { LoadHandler } from '../tools/local/gateway/invoke-function.ts';
import { readResponseJudge } from '../tools/local/response-guard.ts';
import type { Send } from './callers.ts';
import { closedError, type TestFunctions } from './test-functions.ts';

interface GatewayParts {
  readonly functions: TestFunctions;
  /** In milliseconds: far more than the functions have. */
  readonly limitMs: number;
  readonly now: () => number;
}

interface TestGateway {
  /** Of all functions, also of those without a route. */
  readonly functionIds: readonly string[];
  /** @throws Error if a function returns what its descriptor does not declare. */
  readonly send: Send;
}

export async function openGateway(
  projectFolder: string,
  { functions, limitMs, now }: GatewayParts,
): Promise<TestGateway> {
  const [{ routes, cors, settings }, judge] = await Promise.all([
    readEmitted(projectFolder),
    readResponseJudge(projectFolder),
  ]);
  const functionIds = Object.keys(settings);
  const timeoutsMs = new Map(functionIds.map((id) => [id, limitMs]));
  const handlersOf = (differences: string[]) => {
    const loaderOf = (functionId: string): LoadHandler => {
      return async () => async (event) => {
        const value: unknown = JSON.parse(await functions.call({ functionId, event }));
        differences.push(...(judge(functionId, event, value)?.lines ?? []));
        return value;
      };
    };
    return new Map(functionIds.map((id) => [id, loaderOf(id)]));
  };
  const send: Send = async (request) => {
    const { signal } = request;
    signal.throwIfAborted();
    if (functions.isClosed) throw closedError();
    const differences: string[] = [];
    const known = functions.logs.length;
    const received = await receivedRequest(request, now());
    const options = { routes, functions: handlersOf(differences), timeoutsMs, timeoutMs: limitMs };
    const reply = await unlessAborted(
      answerRequest(received, { ...options, ...(cors ? { cors } : {}) }),
      signal,
    );
    // Its call was in progress.
    if (functions.isClosed && reply.status === 500) throw closedError();
    if (differences.length > 0) throw new Error(differences.join('\n'));
    if (reply.status === 500) showErrors(functions.logs.slice(known));
    return responseOf(reply);
  };
  return { functionIds, send };
}

/** @throws the reason of the signal. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Nobody expects an unexpected error, so its cause is shown at once. */
function showErrors(lines: TestFunctions['logs']): void {
  for (const line of lines) if (line.level === 'ERROR') console.error(line);
}

async function receivedRequest(request: Request, received: number): Promise<ReceivedRequest> {
  const { host, pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: `${pathname}${search}`,
    headers: [['host', host], ...request.headers],
    body: new Uint8Array(await request.arrayBuffer()),
    received,
  };
}

/** Statuses whose response has no content (RFC 9110). */
const withoutContent = new Set([204, 205, 304]);

function responseOf({ status, headers, body }: Reply): Response {
  const response = new Response(
    withoutContent.has(status) || body.length === 0 ? null : new Uint8Array(body),
    {
      status,
    },
  );
  for (const [name, value] of headers) response.headers.append(name, value);
  return response;
}
