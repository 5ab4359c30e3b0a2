/** Virtual time: a queue of events. Whatever waits for the same moment runs in an order that the seed decides. */

import { setImmediate as settled } from 'node:timers/promises';

/** @returns whether it has resumed code of a process. */
type Event = () => boolean;

interface Planned {
  readonly time: number;
  readonly order: number;
  readonly run: Event;
}

export class VirtualClock {
  /** Milliseconds since 1970. */
  #now: number;
  readonly #random: () => number;
  /** A binary heap: the earliest is the first. */
  readonly #planned: Planned[] = [];

  constructor(start: number, random: () => number) {
    this.#now = start;
    this.#random = random;
  }

  get now(): number {
    return this.#now;
  }

  after(ms: number, run: Event): void {
    const planned = this.#planned;
    let at = planned.push({ time: this.#now + ms, order: this.#random(), run }) - 1;
    for (let up = (at - 1) >> 1; at > 0 && this.#isBefore(at, up); at = up, up = (at - 1) >> 1)
      this.#swap(at, up);
  }

  /** Runs until nothing is planned. Between two events all code runs as far as it can without another. */
  async run(): Promise<void> {
    await settled();
    for (let next = this.#take(); next; next = this.#take()) {
      this.#now = Math.max(this.#now, next.time);
      if (next.run()) await settled();
    }
  }

  /** To a later moment, when nothing is planned. */
  skip(ms: number): void {
    this.#now += ms;
  }

  #take(): Planned | undefined {
    const planned = this.#planned;
    const [first] = planned;
    const last = planned.pop();
    if (!last || planned.length === 0) return first;
    planned[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = right < planned.length && this.#isBefore(right, left) ? right : left;
      if (least >= planned.length || !this.#isBefore(least, at)) return first;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#planned[one], this.#planned[other]];
    if (!a || !b) return false;
    return a.time < b.time || (a.time === b.time && a.order < b.order);
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#planned[one], this.#planned[other]];
    if (a && b) [this.#planned[one], this.#planned[other]] = [b, a];
  }
}
