/** Spreads read units over time. */

import type { Clock } from '../../data/store/clock.ts';

export class Pace {
  readonly #clock: Pick<Clock, 'now' | 'pause'>;
  readonly #unitsPerSecond: number;
  /** The time at which the used units are paid for, in milliseconds since 1970. */
  #paidAt: number;

  /** @param unitsPerSecond Infinity means no limit. */
  constructor(clock: Pick<Clock, 'now' | 'pause'>, unitsPerSecond: number) {
    this.#clock = clock;
    this.#unitsPerSecond = unitsPerSecond;
    this.#paidAt = clock.now();
  }

  /** Waits until more units may be used. */
  async wait(): Promise<void> {
    const ms = this.#paidAt - this.#clock.now();
    if (ms > 0) await this.#clock.pause(ms);
  }

  use(units: number): void {
    this.#paidAt = Math.max(this.#paidAt, this.#clock.now()) + (units * 1_000) / this.#unitsPerSecond;
  }
}
