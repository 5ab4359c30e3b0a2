/** What goes wrong in a run: each kind of fault happens in some runs, at a rate that the seed decides. */

import type { Chance } from './chance.ts';

const minute = 60_000;

/** Probabilities per command, unless said otherwise. */
export interface Faults {
  /** The process stops for ever before the command is sent. */
  readonly crash: number;
  /** The process freezes before it sees the response. */
  readonly freeze: number;
  readonly maxFreezeMs: number;
  /** The request arrives late, and the process hears nothing of it. */
  readonly late: number;
  readonly maxLateMs: number;
  /** The request does not arrive, or its answer does not. */
  readonly lostRequest: number;
  readonly lostAnswer: number;
  /** The table takes up to half a minute. */
  readonly slow: number;
  readonly maxSlowMs: number;
  /** Per item of a write: a transaction changes it. */
  readonly conflict: number;
  /** Every clock is off by at most so much, forwards or backwards. */
  readonly maxSkewMs: number;
  /** The share of the partitions that refuse requests. */
  readonly throttled: number;
}

export const noFaults: Faults = {
  crash: 0,
  freeze: 0,
  maxFreezeMs: 120 * minute,
  late: 0,
  maxLateMs: 9 * minute,
  lostRequest: 0,
  lostAnswer: 0,
  slow: 0,
  maxSlowMs: minute / 2,
  conflict: 0,
  maxSkewMs: 0,
  throttled: 0,
};

/** One run in four has none; the others have some of them, rare or frequent. */
export function drawFaults(chance: Chance): Faults {
  if (chance.of(0.25)) return noFaults;
  const rate = (highest: number) => (chance.of(0.4) ? chance.number() ** 2 * highest : 0);
  return {
    ...noFaults,
    crash: rate(0.1),
    freeze: rate(0.2),
    late: rate(0.2),
    lostRequest: rate(0.2),
    lostAnswer: rate(0.5),
    slow: rate(0.2),
    conflict: rate(0.3),
    maxSkewMs: chance.of(0.5) ? 5 * minute : 0,
    throttled: rate(0.5),
  };
}
