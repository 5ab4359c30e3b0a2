/** Time and chance, as the store knows them. A simulation passes its own, so that a run can be repeated. */

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
  // Only a pause loads the module.
  pause: (ms, signal) =>
    process.getBuiltinModule('node:timers/promises').setTimeout(ms, undefined, signal && { signal }),
};
