/** Virtual time: a queue of events. Whatever waits for the same moment runs in an order that the seed decides. */

import { setImmediate as settled } from 'node:timers/promises';

interface Planned {
  readonly time: number;
  readonly order: number;
  /** Returns whether it has resumed code of a process. */
  readonly run: () => boolean;
}

export class VirtualClock {
  /** Milliseconds since 1970. */
  #now: number;
  readonly #random: () => number;
  /** The earliest is the last. */
  readonly #planned: Planned[] = [];

  constructor(start: number, random: () => number) {
    this.#now = start;
    this.#random = random;
  }

  get now(): number {
    return this.#now;
  }

  after(ms: number, run: Planned['run']): void {
    const added = { time: this.#now + ms, order: this.#random(), run };
    const isEarlier = ({ time, order }: Planned) => (time - added.time || order - added.order) < 0;
    const at = this.#planned.findIndex(isEarlier);
    this.#planned.splice(at < 0 ? this.#planned.length : at, 0, added);
  }

  readonly pause = (ms: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.after(ms, () => {
      resolve();
      return true;
    });
    return promise;
  };

  /** Runs until nothing is planned. Between two events all code runs as far as it can without another. */
  async run(): Promise<void> {
    await settled();
    for (let next = this.#planned.pop(); next; next = this.#planned.pop()) {
      this.#now = Math.max(this.#now, next.time);
      if (next.run()) await settled();
    }
  }

  /** To a later moment, when nothing is planned. */
  skip(ms: number): void {
    this.#now += ms;
  }
}
