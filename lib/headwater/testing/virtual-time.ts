/** The clock of a test, in memory that the thread of the functions shares: a change counts at once, without a message. */

import { durationOf } from '../shared/duration.ts';

/** A text such as `90s`, `15m`, `12h` or `30d`, or milliseconds. */
export type Duration = string | number;

/** Whether it stands still (1 or 0), and milliseconds: since 1970 if it does, otherwise ahead of the machine. */
const fields = { isStill: 0, ms: 1 } as const;

/** The thread replaces `Date.now`, and a test may do so. */
const systemNow = Date.now;

export class VirtualTime {
  readonly shared: SharedArrayBuffer;
  readonly #fields: Float64Array;

  constructor(shared = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#fields = new Float64Array(shared);
  }

  /** @param ms Milliseconds since 1970. */
  static standingAt(ms: number): VirtualTime {
    const time = new VirtualTime();
    time.#fields.set([1, ms]);
    return time;
  }

  /** Milliseconds since 1970. */
  now(): number {
    const ms = this.#fields[fields.ms] ?? 0;
    return this.#fields[fields.isStill] === 1 ? ms : systemNow() + ms;
  }

  advance(ms: number): void {
    this.#fields[fields.ms] = (this.#fields[fields.ms] ?? 0) + ms;
  }
}

/** @throws TypeError for any other value, and for the past: what is stored may lie in the future then. */
export function millisecondsOf(duration: Duration): number {
  const ms = typeof duration === 'number' ? duration : (durationOf(duration) ?? Number.NaN);
  if (ms >= 0 && Number.isFinite(ms)) return ms;
  const accepted = 'a time such as 90s, 15m, 12h or 30d, or a number of milliseconds';
  throw new TypeError(`${JSON.stringify(duration)} is no duration; accepted: ${accepted}.`);
}

/** @throws TypeError for a time that is none. */
export function timeOf(time: Date | string | number): number {
  const ms = new Date(time).getTime();
  if (Number.isFinite(ms)) return ms;
  throw new TypeError(
    `${JSON.stringify(time)} is no time; accepted: a Date, a text such as 2026-03-01T12:00:00Z, or milliseconds since 1970.`,
  );
}
