/** How often each step had which outcome. */

import { dropped } from '../base/failure.ts';
import { type Pipeline, type StepOutcome, skipped } from './pipeline.ts';

/** By the index of the step. */
export interface StepCounts {
  readonly succeeded: number[];
  readonly failed: number[];
  readonly skipped: number[];
  readonly dropped: number[];
}

export function makeCounts({ steps }: Pipeline): StepCounts {
  const zeros = () => steps.map(() => 0);
  return { succeeded: zeros(), failed: zeros(), skipped: zeros(), dropped: zeros() };
}

/** The members of the counts by their codes, from 1; 0 is a step that was not reached. */
const counted = ['succeeded', 'failed', 'skipped', 'dropped'] as const;
const codes = { succeeded: 1, failed: 2, skipped: 3, dropped: 4 } as const;

/** The outcomes of all records. They are counted at the end, since a record that is interrupted runs again. */
export class OutcomeTable {
  readonly #codes: Uint8Array;
  readonly #steps: number;

  constructor(records: number, steps: number) {
    this.#codes = new Uint8Array(records * steps);
    this.#steps = steps;
  }

  set(record: number, step: number, outcome: StepOutcome): void {
    this.#codes[record * this.#steps + step] = codeOf(outcome);
  }

  /** The record is refused: in this step, or as if no step had been reached. */
  refuse(record: number, step: number | undefined): void {
    const start = record * this.#steps;
    if (step === undefined) this.#codes.fill(0, start, start + this.#steps);
    else this.#codes[start + step] = codes.failed;
  }

  addTo(counts: StepCounts): void {
    const lists = counted.map((name) => counts[name]);
    let step = 0;
    for (const code of this.#codes) {
      const list = lists[code - 1];
      if (list) list[step] = (list[step] ?? 0) + 1;
      step = step + 1 === this.#steps ? 0 : step + 1;
    }
  }
}

function codeOf(outcome: StepOutcome): number {
  if (outcome === undefined) return codes.succeeded;
  if (outcome === skipped) return codes.skipped;
  return outcome === dropped ? codes.dropped : codes.failed;
}
