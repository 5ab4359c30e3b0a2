/** The most local instances of one function, with both gateways. Further calls wait for one of them. */
export const maxInstances = 4;

/** At most `count` holders at a time; others wait in order. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    // The next one takes this place.
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
