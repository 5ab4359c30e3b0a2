/** A process with one function: reports its cold start, then a batch of calls for each message. */

import { lambdaContext } from '../../lib/tools/local/gateway/lambda-context.ts';

export interface Batch {
  readonly event: string;
  readonly calls: number;
}

/** Milliseconds, and bytes of the heap after the first request. */
export interface Cold {
  readonly importMs: number;
  readonly firstMs: number;
  readonly heapBytes: number;
  readonly statusCode: number;
}

export interface Warm {
  /** Microseconds of CPU a call. */
  readonly cpuUs: number;
  readonly statusCode: number;
}

type Handler = (event: unknown, context: object) => Promise<{ readonly statusCode: number }>;

const [, , path = '', first = ''] = process.argv;
const context = lambdaContext();
const event = JSON.parse(first);
const start = performance.now();
const { handler }: { readonly handler: Handler } = await import(path);
const imported = performance.now();
const { statusCode } = await handler(event, context);
const answered = performance.now();
process.send?.({
  importMs: imported - start,
  firstMs: answered - imported,
  heapBytes: process.memoryUsage().heapUsed,
  statusCode,
} satisfies Cold);

process.on('message', async (message) => {
  const { event: text, calls } = message as Batch;
  // The gateway's event is a new object each time.
  const events = Array.from({ length: calls }, () => JSON.parse(text));
  let status = 0;
  const before = process.cpuUsage();
  for (const each of events) status = (await handler(each, context)).statusCode;
  const { user, system } = process.cpuUsage(before);
  process.send?.({ cpuUs: (user + system) / calls, statusCode: status } satisfies Warm);
});
