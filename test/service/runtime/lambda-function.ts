/**
 * A function as Lambda runs it: its archive, unpacked, in AWS's own runtime client (npm aws-lambda-ric), in a process of
 * its own. The client asks a server on 127.0.0.1 for events
 * (docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html).
 */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { unzipSync } from 'fflate';

const client = join(import.meta.dirname, 'node_modules/aws-lambda-ric/index.mjs');
const prefix = '/2018-06-01/runtime';
/** Far more than a function takes, also one that starts on a busy machine. */
export const timeoutMs = 60_000;

export interface FunctionSource {
  /** Has been built. */
  readonly projectFolder: string;
  /** A key of functions.json. */
  readonly id: string;
  /** What the function finds beside the variables of Lambda itself, or instead of them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface LambdaFunction {
  readonly pid: number;
  /** Resolves when the function has started: it waits for an event. Rejects if its start fails. */
  untilIdle(): Promise<void>;
  /** @returns the result of the handler. @throws FunctionError if it throws, or if its process ends. */
  invoke(event: object): Promise<unknown>;
  /** What it has written: lines of the log. */
  log(): string;
  stop(): Promise<void>;
}

/** The error that the runtime client reports, and the report that Lambda writes only to the log. */
export class FunctionError extends Error {}

export function hasRuntimeClient(): Promise<boolean> {
  const addOn = join(dirname(client), 'rapid-client.node');
  return readFile(addOn).then(
    () => true,
    () => false,
  );
}

/** Unpacks the archive, and starts the process. */
export async function startFunction({
  projectFolder,
  id,
  environment,
}: FunctionSource): Promise<LambdaFunction> {
  const functions = JSON.parse(await readFile(join(projectFolder, '.generated/functions.json'), 'utf8'));
  const taskRoot = await mkdtemp(join(tmpdir(), 'headwater-task-'));
  await unpack(join(projectFolder, functions[id].package.artifact), taskRoot);
  const api = new RuntimeApi(id);
  const port = await api.start();
  const child = spawn(process.execPath, [client, functions[id].handler], {
    cwd: taskRoot,
    env: { ...lambdaVariables(id, taskRoot, functions[id].handler, port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const ended = once(child, 'close').then(([code]) => api.fail(`The process ended with ${code}: ${output}`));
  return {
    pid: child.pid ?? 0,
    untilIdle: () => api.untilIdle(),
    invoke: (event) => api.invoke(event),
    log: () => output,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      api.close();
      await rm(taskRoot, { recursive: true, force: true });
    },
  };
}

async function unpack(archive: string, folder: string): Promise<void> {
  for (const [path, content] of Object.entries(unzipSync(await readFile(archive)))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html */
function lambdaVariables(id: string, taskRoot: string, handler: string, port: number) {
  const name = `headwater-dev-${id}`;
  return {
    PATH: process.env['PATH'],
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: '2026/01/01/[$LATEST]0123456789abcdef',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    // As serverless.yml sets them (`provider.logs.lambda`).
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
    AWS_LAMBDA_LOG_LEVEL: 'INFO',
    AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
    LAMBDA_TASK_ROOT: taskRoot,
    _HANDLER: handler,
  };
}

/** The server of one function. Only its client talks to it. */
class RuntimeApi {
  readonly #functionId: string;
  readonly #server: Server;
  /** The request of the client for an event, while no event waits. */
  #next: ServerResponse | undefined;
  #idle = promiseToWaitFor<void>();
  #running: { readonly id: string; readonly result: PromiseWithResolvers<unknown> } | undefined;
  /** A function handles one event at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(functionId: string) {
    this.#functionId = functionId;
    this.#server = createServer((request, response) => {
      if (request.url !== `${prefix}/invocation/next`) return void this.#receive(request, response);
      this.#next = response;
      this.#idle.resolve();
    });
    // A function may wait for long between two events.
    this.#server.keepAliveTimeout = 0;
  }

  /** @returns the port. */
  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  untilIdle(): Promise<void> {
    return this.#idle.promise;
  }

  invoke(event: object): Promise<unknown> {
    const result = this.#last.then(() => this.#send(event));
    this.#last = result.catch(() => undefined);
    return result;
  }

  fail(reason: string): void {
    const error = new FunctionError(reason);
    this.#idle.reject(error);
    this.#running?.result.reject(error);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #send(event: object): Promise<unknown> {
    await this.#idle.promise;
    this.#idle = promiseToWaitFor();
    const running = { id: randomUUID(), result: promiseToWaitFor<unknown>() };
    this.#running = running;
    this.#next?.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': running.id,
      'lambda-runtime-deadline-ms': String(Date.now() + timeoutMs),
      'lambda-runtime-invoked-function-arn': `arn:aws:lambda:us-east-1:123456789012:function:headwater-dev-${this.#functionId}`,
      'lambda-runtime-trace-id': 'Root=1-6a5145a9-1bae89e2512ec92d5d9438a0;Parent=53995c3f42cd8ad8;Sampled=0',
    });
    this.#next?.end(JSON.stringify(event));
    return running.result.promise;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"OK"}');
    const { id, result } = this.#running ?? {};
    if (request.url === `${prefix}/invocation/${id}/response`) result?.resolve(JSON.parse(body));
    else if (request.url === `${prefix}/invocation/${id}/error`) result?.reject(new FunctionError(body));
    else this.fail(body);
  }
}

/** A promise whose rejection only waiting callers see. */
function promiseToWaitFor<T>(): PromiseWithResolvers<T> {
  const made = Promise.withResolvers<T>();
  made.promise.catch(() => undefined);
  return made;
}
