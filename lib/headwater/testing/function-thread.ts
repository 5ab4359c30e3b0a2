/**
 * The thread that runs the functions of one service under test. Its globals are its own: the environment, the clock, the
 * console and `fetch`. So services of one process do not meet, and what a function leaves behind ends with the thread.
 */

import { randomUUID } from 'node:crypto';
import { setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { MessageChannel, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { bundlePath } from '../compile/emit/wiring/generated-files.ts';
import { isObject } from '../shared/json/is-object.ts';
import { type LambdaHandler, TookTooLong, within } from '../tools/local/gateway/invoke-function.ts';
import { lambdaContext } from '../tools/local/gateway/lambda-context.ts';
import { maxInstances, Slots } from '../tools/local/gateway/slots.ts';
import type { FromThread, LogLevel, LogLine, ThreadStart, ToThread } from './function-messages.ts';
import { portStream } from './port-stream.ts';
import { VirtualTime } from './virtual-time.ts';

type Call = Extract<ToThread, { kind: 'call' }>;
type FetchReply = Extract<ToThread, { kind: 'response' }>;

const start = workerData as ThreadStart;

function send(message: FromThread, ports: readonly MessagePort[] = []): void {
  parentPort?.postMessage(message, ports);
}

/** Functions have the time of day from `Date` alone. */
function setClock(time: VirtualTime): void {
  const SystemDate = Date;
  SystemDate.now = () => time.now();
  globalThis.Date = new Proxy(SystemDate, {
    construct: (target, values, made) =>
      Reflect.construct(target, values.length === 0 ? [time.now()] : values, made),
    apply: () => new SystemDate(time.now()).toString(),
  });
}

/** Methods of the console, with the level that Lambda gives their lines. */
const levels = {
  trace: 'TRACE',
  debug: 'DEBUG',
  log: 'INFO',
  info: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
} as const satisfies Readonly<Record<string, LogLevel>>;

function captureConsole(): void {
  const captured = Object.entries(levels).map(([method, level]) => [
    method,
    (...parts: unknown[]) => send({ kind: 'log', line: lineOf(level, parts) }),
  ]);
  Object.assign(console, Object.fromEntries(captured));
}

function lineOf(level: LogLevel, parts: readonly unknown[]): LogLine {
  const members = parts.length === 1 ? membersIn(parts[0]) : undefined;
  return members ? { level, ...members } : { level, message: format(...parts) };
}

/** @returns undefined for what is not JSON of an object. */
function membersIn(part: unknown): object | undefined {
  try {
    const read: unknown = JSON.parse(typeof part === 'string' ? part : JSON.stringify(part));
    return isObject(read) && !(part instanceof Error) ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}

/** A connection to the database is a message port of the test's thread, and no socket. Others stay as they are. */
function connectToDatabase(): void {
  // An import in an ES module would load all that Node.js has for HTTP.
  const { prototype } = process.getBuiltinModule('node:http').Agent;
  const { createConnection } = prototype;
  prototype.createConnection = function connect(options, ...others) {
    if (options.host !== start.databaseHost) return createConnection.call(this, options, ...others);
    const { port1, port2 } = new MessageChannel();
    send({ kind: 'connection', port: port2 }, [port2]);
    return portStream(port1);
  };
}

/** @returns what takes the reply to each request that the test answers, by its id. */
function replaceFetch(): ReadonlyMap<number, (reply: FetchReply) => void> {
  const waiting = new Map<number, (reply: FetchReply) => void>();
  const { fetch } = globalThis;
  let requests = 0;
  globalThis.fetch = async (input, init) => {
    if (input === start.jwksUri) return new Response(start.jwks);
    if (!start.answersFetch) return fetch(input, init);
    const request = new Request(input, init);
    const id = ++requests;
    const { url, method, headers, redirect, signal } = request;
    const body = request.body ? { body: await request.arrayBuffer() } : {};
    send({ kind: 'fetch', id, request: { url, method, headers: [...headers], redirect, ...body } });
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    waiting.set(id, ({ response, failure }) => {
      if (response) resolve(responseOf(response));
      // As Node.js reports a request that got no response.
      else reject(new TypeError('fetch failed', { cause: new Error(failure) }));
    });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    return promise.finally(() => waiting.delete(id));
  };
  return waiting;
}

function responseOf({ status, headers, body }: NonNullable<FetchReply['response']>): Response {
  // Some statuses forbid even an empty body.
  return new Response(body.byteLength > 0 ? body : null, {
    status,
    headers: headers.map(([name, value]) => [name, value]),
  });
}

/** Calls as Lambda does: an instance has one call at a time, and is kept for the next one unless it took too long. */
async function answer({ id, functionId, event }: Call): Promise<FromThread> {
  try {
    const value = await withInstance(functionId, async (handler) => {
      send({ kind: 'begun', id });
      const deadline = performance.now() + start.timeoutMs;
      const context = lambdaContext({
        functionName: functionId,
        awsRequestId: randomUUID(),
        getRemainingTimeInMillis: () => deadline - performance.now(),
      });
      return within(Promise.resolve(handler(event, context)), start.timeoutMs);
    });
    return { kind: 'value', id, payload: JSON.stringify(value ?? null) };
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : format(error);
    return { kind: 'failure', id, failure };
  }
}

interface Instances {
  readonly slots: Slots;
  readonly idle: LambdaHandler[];
  loaded: number;
}

const instances = new Map<string, Instances>();

async function withInstance<T>(functionId: string, use: (handler: LambdaHandler) => Promise<T>): Promise<T> {
  const own = instances.get(functionId) ?? { slots: new Slots(maxInstances), idle: [], loaded: 0 };
  instances.set(functionId, own);
  await own.slots.take();
  try {
    const handler = own.idle.pop() ?? (await load(functionId, ++own.loaded));
    const value = await use(handler).catch((error: unknown) => {
      if (!(error instanceof TookTooLong)) own.idle.push(handler);
      throw error;
    });
    own.idle.push(handler);
    return value;
  } finally {
    own.slots.release();
  }
}

/** Node.js keeps one module for each URL. */
async function load(functionId: string, instance: number): Promise<LambdaHandler> {
  const url = pathToFileURL(join(start.generated, bundlePath(functionId)));
  if (instance > 1) url.search = `instance=${instance}`;
  return (await import(url.href)).handler;
}

// If the bundles have maps, stacks name the files of handlers.
setSourceMapsSupport(true);
setClock(new VirtualTime(start.time));
captureConsole();
connectToDatabase();
const replies = replaceFetch();
parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'response') replies.get(message.id)?.(message);
  else void answer(message).then(send);
});
