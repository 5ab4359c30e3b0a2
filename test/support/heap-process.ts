/**
 * Calls a function with distinct requests, and sends its heap after garbage collection: after the first ones, which fill
 * its bounded caches, and after all. Needs `--expose-gc`.
 */

import type { LambdaHandler } from '../../lib/headwater/tools/local/gateway/invoke-function.ts';
import { lambdaContext } from '../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { type ClientRequest, httpApiEvent } from './event.ts';

export interface HeapOrder {
  readonly bundle: string;
  /** Requests before the heap is measured. */
  readonly first: number;
  /** Requests after that. */
  readonly then: number;
  /** The request of a number: a template whose `#` is replaced by it. */
  readonly request: ClientRequest;
}

export interface HeapReport {
  readonly bytes: readonly [before: number, after: number];
  /** How many requests got each status. */
  readonly statuses: Readonly<Record<number, number>>;
}

process.on('message', async (message) => {
  const { bundle, first, then, request } = message as HeapOrder;
  const { handler }: { readonly handler: LambdaHandler } = await import(bundle);
  const template = JSON.stringify(request);
  const context = lambdaContext();
  const statuses: Record<number, number> = {};
  let number = 0;
  const call = async (count: number): Promise<number> => {
    for (const last = number + count; number < last; number++) {
      const event = httpApiEvent(JSON.parse(template.replaceAll('#', String(number))));
      const { statusCode } = (await handler(event, context)) as { readonly statusCode: number };
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const bytes = [await call(first), await call(then)] as const;
  process.send?.({ bytes, statuses } satisfies HeapReport);
  process.disconnect();
});
