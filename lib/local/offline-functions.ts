/**
 * Calls of functions, as serverless-offline makes them, within limits: it starts a
 * thread of 15 MB for each request that waits, so a thousand requests at once took
 * gigabytes. A function that fails gets the response of AWS, without a stack trace.
 */

import Lambda, { type LambdaFunction } from 'serverless-offline/lambda';

/** Instances of one function. Further requests wait for one of them. */
const maxInstances = 4;

/** API Gateway's response if a function throws, or its time runs out. */
const functionFailed = {
  statusCode: 500,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'Internal Server Error' }),
};

/** Changes every Lambda of this process. */
export function limitFunctions(): void {
  const queues = new WeakMap<Lambda, Map<string, Queue>>();
  const { get } = Lambda.prototype;
  Lambda.prototype.get = function limited(this: Lambda, key: string): LambdaFunction {
    const ofLambda = queues.get(this) ?? new Map<string, Queue>();
    queues.set(this, ofLambda);
    const queue = ofLambda.get(key) ?? new Queue();
    ofLambda.set(key, queue);
    return new QueuedCall(queue, () => get.call(this, key));
  };
}

/** At most `maxInstances` calls at a time. */
class Queue {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#running >= maxInstances) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await call();
    } finally {
      // The next one takes this place.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

/** Takes an instance only once it is its turn. */
class QueuedCall implements LambdaFunction {
  readonly #queue: Queue;
  readonly #take: () => LambdaFunction;
  #event: unknown;
  #clientContext: unknown;

  constructor(queue: Queue, take: () => LambdaFunction) {
    this.#queue = queue;
    this.#take = take;
  }

  setEvent(event: unknown): void {
    this.#event = event;
  }

  setClientContext(context: unknown): void {
    this.#clientContext = context;
  }

  async runHandler(): Promise<unknown> {
    try {
      return await this.#queue.run(() => {
        const instance = this.#take();
        instance.setEvent(this.#event);
        if (this.#clientContext !== undefined) instance.setClientContext(this.#clientContext);
        return instance.runHandler();
      });
    } catch (error) {
      if (!isHttp(this.#event)) throw error;
      return functionFailed;
    }
  }
}

/** Payload format 2.0 of an HTTP API. */
function isHttp(event: unknown): boolean {
  const { version, requestContext } = (event ?? {}) as { version?: unknown; requestContext?: unknown };
  return version === '2.0' && typeof requestContext === 'object';
}
