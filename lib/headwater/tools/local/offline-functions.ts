/**
 * Limits how serverless-offline calls functions: it starts a thread of 15 MB for each
 * waiting request, so a thousand concurrent requests took gigabytes. A failing function
 * gets the response of AWS, without a stack trace.
 */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import Lambda, { type LambdaFunction } from 'serverless-offline/lambda';
import { decodePath } from './gateway/gateway-event.ts';
import { maxInstances, Slots } from './gateway/slots.ts';
import type { ResponseGuard } from './response-guard.ts';

/** API Gateway's response if a function throws or exceeds its time. */
const functionFailed = {
  statusCode: 500,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'Internal Server Error' }),
};

/** Ends the calls that are running, each as a failure: their threads end, and would never answer. */
export function endCalls(): void {
  for (const end of running) end();
}

/** They end the calls that are running. */
const running = new Set<() => void>();

/**
 * Limits every function of this process.
 *
 * @param guard checks what they return.
 */
export function limitFunctions(guard: ResponseGuard): void {
  const slotsByLambda = new WeakMap<Lambda, Map<string, Slots>>();
  const { get } = Lambda.prototype;
  Lambda.prototype.get = function limited(this: Lambda, key: string): LambdaFunction {
    const ofLambda = slotsByLambda.get(this) ?? new Map<string, Slots>();
    slotsByLambda.set(this, ofLambda);
    const slots = ofLambda.get(key) ?? new Slots(maxInstances);
    ofLambda.set(key, slots);
    return new QueuedCall(slots, {
      id: key,
      take: () => get.call(this, key),
      check: (event, value) => guard(key, event, value),
    });
  };
}

interface LimitedFunction {
  readonly id: string;
  /** Returns an instance. */
  take(): LambdaFunction;
  check(event: unknown, value: unknown): unknown;
}

/** A call that takes an instance only at its turn. */
class QueuedCall implements LambdaFunction {
  readonly #slots: Slots;
  readonly #limited: LimitedFunction;
  #event: unknown;
  #clientContext: unknown;

  constructor(slots: Slots, limited: LimitedFunction) {
    this.#slots = slots;
    this.#limited = limited;
  }

  setEvent(event: unknown): void {
    this.#event = isHttp(event) ? withDecodedPath(event) : event;
  }

  setClientContext(context: unknown): void {
    this.#clientContext = context;
  }

  async runHandler(): Promise<unknown> {
    await this.#slots.take();
    try {
      const instance = this.#limited.take();
      instance.setEvent(this.#event);
      if (this.#clientContext !== undefined) instance.setClientContext(this.#clientContext);
      return this.#limited.check(this.#event, await untilEnded(instance.runHandler()));
    } catch (error) {
      // serverless-offline logs what functions throw, but not that their time has run out.
      if (error instanceof Error && error.constructor.name === 'LambdaTimeoutError')
        console.error(`${this.#limited.id} timed out.`);
      if (!isHttp(this.#event)) throw error;
      return functionFailed;
    } finally {
      this.#slots.release();
    }
  }
}

/** @throws Error after `endCalls`. */
async function untilEnded(call: Promise<unknown>): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(new Error('A new build replaces the function.'));
  running.add(end);
  try {
    return await Promise.race([call, promise]);
  } finally {
    running.delete(end);
  }
}

/** Whether the event has payload format 2.0 of an HTTP API. */
function isHttp(event: unknown): event is APIGatewayProxyEventV2 {
  const { version, requestContext } = (event ?? {}) as { version?: unknown; requestContext?: unknown };
  return version === '2.0' && typeof requestContext === 'object';
}

/** The default route matches the path itself; serverless-offline leaves it encoded, unlike the gateway of AWS. */
function withDecodedPath(event: APIGatewayProxyEventV2): APIGatewayProxyEventV2 {
  const { requestContext } = event;
  const rawPath = decodePath(event.rawPath);
  if (rawPath === undefined || event.routeKey !== '$default') return event;
  return {
    ...event,
    rawPath,
    requestContext: { ...requestContext, http: { ...requestContext.http, path: rawPath } },
  };
}
