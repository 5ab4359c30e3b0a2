/** Time and chance, as the store knows them. A simulation passes its own, so that a run can be repeated. */

import { setTimeout as timeout } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** At least 0 and less than 1. */
  readonly random: () => number;
  /** Waits for so many milliseconds. Rejects with an AbortError when the signal is aborted. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  pause: (ms, signal) => timeout(ms, undefined, signal && { signal }),
};
