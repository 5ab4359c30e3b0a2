/** Calls a function as Lambda does: the event and the value are JSON, and the time is limited. */

import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { maxPayloadBytes } from './gateway-limits.ts';
import { lambdaContext } from './lambda-context.ts';

export type LambdaHandler = (event: object, context: Context) => unknown;

/** Loads a function, as a cold start does, for one call; rejects if it does not exist. */
export type LoadHandler = () => Promise<LambdaHandler>;

/** Returns the value as JSON; undefined for a function error: it threw, took too long, or its value is not JSON. */
export async function invoke(
  load: LoadHandler,
  event: object,
  timeoutMs: number,
): Promise<string | undefined> {
  try {
    const handler = await load();
    const deadline = performance.now() + timeoutMs;
    const context = lambdaContext({
      awsRequestId: randomUUID(),
      getRemainingTimeInMillis: () => deadline - performance.now(),
    });
    const result = Promise.resolve(handler(JSON.parse(JSON.stringify(event)), context));
    const payload = JSON.stringify((await within(result, timeoutMs)) ?? null);
    return Buffer.byteLength(payload) > maxPayloadBytes ? undefined : payload;
  } catch {
    return undefined;
  }
}

/** As Lambda says it. */
export class TookTooLong extends Error {
  constructor(timeoutMs: number) {
    super(`Task timed out after ${(timeoutMs / 1_000).toFixed(2)} seconds`);
  }
}

/** @throws TookTooLong if `promise` does not settle in time. */
export async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(timeoutMs)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
