/** Functions in threads, like instances in Lambda: only a thread's end stops a call that never returns. */

import { basename, dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { siblingModule } from '../../../shared/sibling-module.ts';
import type { LambdaHandler, LoadHandler } from './invoke-function.ts';
import { maxInstances, Slots } from './slots.ts';
import { debuggingMs } from './time-limit.ts';

/** "The Init phase is limited to 10 seconds": docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html */
const initMs = 10_000;

export interface ThreadCall {
  readonly event: object;
  readonly awsRequestId: string;
  readonly timeoutMs: number;
}

/** Sent once the module is loaded, and for each call. */
export interface ThreadReply {
  /** The value as JSON; undefined if the function threw. */
  readonly payload?: string;
}

/**
 * A thread serves one call at a time. Calls beyond `maxInstances` wait.
 *
 * @param bundle The path of the module that exports the handler.
 * @returns a loader that takes a thread. Its handler may be called once, and then returns the thread.
 */
export function threadsOf(bundle: string): LoadHandler {
  const slots = new Slots(maxInstances);
  const idle = new Set<Worker>();
  return async () => {
    await slots.take();
    try {
      const [worker = await startThread(bundle, idle)] = idle;
      idle.delete(worker);
      return handlerOf(worker, { giveBack: () => idle.add(worker), end: () => slots.release() });
    } catch (error) {
      slots.release();
      throw error;
    }
  };
}

interface Hold {
  /** Frees the thread for another call. */
  giveBack(): void;
  /** Ends the call, with or without its thread: another call may take its place. */
  end(): void;
}

function handlerOf(worker: Worker, hold: Hold): LambdaHandler {
  return async (event, { awsRequestId, getRemainingTimeInMillis }) => {
    const timeoutMs = getRemainingTimeInMillis();
    try {
      worker.postMessage({ event, awsRequestId, timeoutMs } satisfies ThreadCall);
      const { payload } = await nextReply(worker, timeoutMs);
      hold.giveBack();
      if (payload === undefined) throw new Error('The function threw.');
      return JSON.parse(payload);
    } finally {
      hold.end();
    }
  };
}

/** @throws Error if the module does not load within `initMs`. */
async function startThread(bundle: string, idle: Set<Worker>): Promise<Worker> {
  const name = basename(dirname(bundle));
  const worker = new Worker(siblingModule(import.meta.url, 'function-thread'), {
    name,
    workerData: bundle,
  });
  worker.on('exit', () => idle.delete(worker));
  // Without a listener, an error that nobody catches in the thread ends this process.
  worker.on('error', (error) => console.error(error));
  await nextReply(worker, debuggingMs() ?? initMs);
  return worker;
}

/** Ends the thread after `timeoutMs`. @throws Error if the thread ends before it replies. */
async function nextReply(worker: Worker, timeoutMs: number): Promise<ThreadReply> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadReply>();
  const fail = () => reject(new Error('The thread of the function has ended.'));
  const timer = setTimeout(() => {
    console.error(`${worker.threadName} timed out after ${Math.round(timeoutMs) / 1_000} s.`);
    fail();
    void worker.terminate();
  }, timeoutMs);
  worker.once('message', resolve);
  worker.once('exit', fail);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off('exit', fail);
  }
}
