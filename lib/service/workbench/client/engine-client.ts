/** The engine in its worker. A browser cannot interrupt a regular expression, so a worker that is silent for too long is ended. */

import type { EngineMessage, EngineRequest, RequestKind, Requests, RunLimits } from '../engine/protocol.ts';

/** A piece of records takes milliseconds; a slow machine or a first load may need longer. */
const patienceMs = 2_000;
const firstPatienceMs = 15_000;
/** After so many records that take too long, the others are not run. */
const maxRefused = 3;

type Asked<K extends RequestKind> = Requests[K]['asked'];
type Answer<K extends RequestKind> = Requests[K]['answer'];

interface Pending {
  readonly kind: RequestKind;
  readonly asked: object;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  /** The records that the worker has last announced. */
  place?: { readonly at: number; readonly until: number };
  /** It was asked before: the machine may have been busy, and no record was to blame. */
  readonly isSecond?: true;
}

/** A newer request of the same kind has taken its place. */
export class Superseded extends Error {}

export class EngineClient {
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #isLoaded = false;
  #lastId = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @throws Superseded; Error with a sentence for people. */
  ask<K extends RequestKind>(kind: K, asked: Asked<K>): Promise<Answer<K>> {
    for (const [id, pending] of this.#pending)
      if (pending.kind === kind) {
        this.#pending.delete(id);
        pending.reject(new Superseded());
      }
    return new Promise((resolve, reject) => this.#send({ kind, asked, resolve, reject }));
  }

  #send(pending: Pending): void {
    const id = ++this.#lastId;
    this.#pending.set(id, pending);
    this.#open().postMessage({ ...pending.asked, kind: pending.kind, id } as EngineRequest);
    this.#watch();
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('workbench/worker.js', document.baseURI), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<EngineMessage>) => this.#receive(data));
    worker.addEventListener('error', ({ message }) => this.#fail(message || 'The engine cannot be loaded.'));
    this.#worker = worker;
    this.#isLoaded = false;
    return worker;
  }

  #receive(message: EngineMessage): void {
    this.#isLoaded = true;
    const pending = this.#pending.get(message.id);
    if (pending && 'at' in message) pending.place = message;
    else if (pending && 'answer' in message) {
      this.#pending.delete(message.id);
      pending.resolve(message.answer as never);
    } else if (pending && 'fault' in message) {
      this.#pending.delete(message.id);
      pending.reject(new Error(message.fault));
    }
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#pending.size === 0) return;
    this.#timer = setTimeout(() => this.#restart(), this.#isLoaded ? patienceMs : firstPatienceMs);
  }

  /** Asks once more without what takes too long: first the records in question one by one, then all but the one. */
  #restart(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of waiting) {
      const limits = 'limits' in pending.asked ? narrowed(pending) : undefined;
      if (limits) this.#send({ ...pending, asked: { ...pending.asked, limits } });
      else if (!pending.isSecond) this.#send({ ...pending, isSecond: true });
      else pending.reject(new Error('The engine was ended: it took more than 2 seconds.'));
    }
  }

  #fail(message: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#pending.values()) reject(new Error(message));
    this.#pending.clear();
    clearTimeout(this.#timer);
  }
}

/** @returns undefined when no record is to blame. */
function narrowed({ asked, place }: Pending): RunLimits | undefined {
  if (!place || place.at < 0) return undefined;
  const { limits } = asked as Asked<'run'>;
  const { at, until } = place;
  if (until - at > 1) return { ...limits, suspects: [at, until] };
  const refused = [...limits.refused, at];
  return refused.length < maxRefused ? { ...limits, refused } : { ...limits, refused, end: at + 1 };
}
