import { dropped, type terminated } from '../base/failure.ts';
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

/** The members of the counts by their codes. */
const counted = ['succeeded', 'failed', 'skipped', 'dropped'] as const;
const codes = { failed: 1, skipped: 2, dropped: 3 } as const;

/**
 * The outcomes of all records. They are counted at the end, since a record that is interrupted runs again. A step that
 * succeeds is not noted, as most do.
 */
export class OutcomeTable {
  readonly #codes: Uint8Array;
  /** How many steps each record has reached. */
  readonly #reached: Uint16Array;
  readonly #steps: number;

  constructor(records: number, steps: number) {
    this.#codes = new Uint8Array(records * steps);
    this.#reached = new Uint16Array(records);
    this.#steps = steps;
  }

  note(record: number, step: number, outcome: Exclude<StepOutcome, undefined | typeof terminated>): void {
    this.#codes[record * this.#steps + step] =
      outcome === skipped ? codes.skipped : outcome === dropped ? codes.dropped : codes.failed;
  }

  end(record: number, reached: number): void {
    this.#reached[record] = reached;
  }

  /** The record is refused: in this step, after the last one, or as if no step had been reached. */
  refuse(record: number, step: number | undefined): void {
    if (step === undefined) this.end(record, 0);
    else if (step >= this.#steps) this.end(record, this.#steps);
    else {
      this.#codes[record * this.#steps + step] = codes.failed;
      this.end(record, step + 1);
    }
  }

  addTo(counts: StepCounts): void {
    const lists = counted.map((name) => counts[name]);
    for (const [record, reached] of this.#reached.entries())
      for (let step = 0; step < reached; step++) {
        const list = lists[this.#codes[record * this.#steps + step] ?? 0];
        if (list) list[step] = (list[step] ?? 0) + 1;
      }
  }
}
