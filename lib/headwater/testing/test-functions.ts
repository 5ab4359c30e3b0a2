/** The functions of one service under test, seen from the test: their thread, their calls and their log. */

import { type MessagePort, Worker } from 'node:worker_threads';
import { siblingModule } from '../shared/sibling-module.ts';
import { TookTooLong } from '../tools/local/gateway/invoke-function.ts';
import type {
  FromThread,
  FunctionCall,
  LogLine,
  ReceivedResponse,
  SentRequest,
  ThreadStart,
  ToThread,
} from './function-messages.ts';

interface FunctionOptions {
  readonly start: ThreadStart;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Connects the database. */
  readonly connect: (port: MessagePort) => void;
  /** Answers what functions fetch. */
  readonly fetch: ((request: Request) => Response | Promise<Response>) | undefined;
}

interface Waiting {
  readonly functionId: string;
  /** Set once the call has begun. */
  limit?: NodeJS.Timeout;
  readonly resolve: (payload: string) => void;
  readonly reject: (error: Error) => void;
}

export function closedError(): Error {
  return new Error('The service of this test is closed.');
}

/** A thread ends its calls in time, unless one of them blocks it. In milliseconds; a busy machine is late. */
const blockedMs = 5_000;

export class TestFunctions {
  readonly logs: LogLine[] = [];
  readonly #options: FunctionOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #calls = 0;
  #isClosed = false;

  constructor(options: FunctionOptions) {
    this.#options = options;
    this.#worker = this.#start();
  }

  /**
   * @returns the value as JSON.
   * @throws Error if the function throws, or ends its thread.
   */
  call(call: FunctionCall): Promise<string> {
    if (this.#isClosed) return Promise.reject(closedError());
    // As Lambda starts another instance.
    this.#worker ??= this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const id = ++this.#calls;
    this.#waiting.set(id, { functionId: call.functionId, resolve, reject });
    // A process that nothing else keeps waits for its calls.
    this.#worker.ref();
    this.#worker.postMessage({ kind: 'call', id, ...call } satisfies ToThread);
    return promise;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { start, environment } = this.#options;
    const worker = new Worker(siblingModule(import.meta.url, 'function-thread'), {
      name: 'functions',
      env: environment,
      workerData: start,
      // Not those of the test runner.
      execArgv: [],
    });
    worker.on('message', (message: FromThread) => this.#receive(message));
    worker.on('error', (error: Error) => this.#end(worker, error));
    worker.on('exit', (code) =>
      this.#end(worker, new Error(`A function has ended its process, with exit code ${code}.`)),
    );
    // After the listeners, which keep the process: a test may forget to close its service.
    worker.unref();
    return worker;
  }

  #receive(message: FromThread): void {
    if (message.kind === 'log') this.logs.push(message.line);
    else if (message.kind === 'begun') this.#limit(message.id);
    else if (message.kind === 'connection') this.#options.connect(message.port);
    else if (message.kind === 'fetch') void this.#answerFetch(message.id, message.request);
    else if (message.kind === 'value') this.#settle(message.id)?.resolve(message.payload);
    else this.#settle(message.id)?.reject(this.#failed(message.failure));
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    clearTimeout(waiting?.limit);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker?.unref();
    return waiting;
  }

  /** Ends a thread that a call blocks, such as one in an endless loop: its timers stand still, too. */
  #limit(id: number): void {
    const waiting = this.#waiting.get(id);
    const worker = this.#worker;
    if (!waiting || !worker) return;
    const { timeoutMs } = this.#options.start;
    waiting.limit = setTimeout(() => {
      const late = new TookTooLong(timeoutMs);
      late.message = `${waiting.functionId}: ${late.message}, and blocked its thread.`;
      this.#end(worker, late);
      void worker.terminate();
    }, timeoutMs + blockedMs);
    waiting.limit.unref();
  }

  /** Lambda logs what a function throws, too. */
  #failed(failure: string): Error {
    this.logs.push({ level: 'ERROR', message: failure });
    return new Error(`The function has thrown: ${failure}`);
  }

  /** The thread has ended: because of an error that nobody handled, by `process.exit()`, or by `close`. */
  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    if (!this.#isClosed) this.logs.push({ level: 'ERROR', message: error.stack ?? error.message });
    for (const { reject, limit } of this.#waiting.values()) {
      clearTimeout(limit);
      reject(this.#isClosed ? closedError() : error);
    }
    this.#waiting.clear();
  }

  async #answerFetch(id: number, request: SentRequest): Promise<void> {
    const answered = await this.#responseTo(request).then(
      (response) => ({ response }),
      (error: unknown) => ({ failure: String(error) }),
    );
    this.#worker?.postMessage({ kind: 'response', id, ...answered } satisfies ToThread);
  }

  async #responseTo({ url, method, headers, body, redirect }: SentRequest): Promise<ReceivedResponse> {
    const pairs = headers.map(([name, value]): [string, string] => [name, value]);
    const request = new Request(url, { method, headers: pairs, redirect, ...(body ? { body } : {}) });
    const response = await this.#options.fetch?.(request);
    if (!response) throw new Error('The option "fetch" of testService has returned no response.');
    return { status: response.status, headers: [...response.headers], body: await response.arrayBuffer() };
  }
}
