import { dropped, type terminated, Unnested } from '../base/failure.ts';
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

/** The outcomes of all records, in their order. They are counted at the end, since a record that is interrupted runs again. */
export class OutcomeTable {
  readonly #steps: number;
  /** In pairs, for each record and for each part of it: its first step, and the one after the last that was reached. */
  readonly #spans: number[] = [];
  /** In pairs: a step that did not succeed, and its code. Most steps succeed. */
  readonly #others: number[] = [];
  /** The record in hand: where its pairs begin in both lists, and where its parts begin in the second one. */
  #record = { position: -1, spans: 0, others: 0, parts: 0 };

  constructor(steps: number) {
    this.#steps = steps;
  }

  /** Forgets earlier attempts. It has no loop, so nothing interrupts it. */
  begin(position: number): void {
    const { spans, others } = this.#record;
    if (position === this.#record.position) {
      this.#spans.length = spans;
      this.#others.length = others;
    } else {
      const end = this.#others.length;
      this.#record = { position, spans: this.#spans.length, others: end, parts: end };
    }
  }

  note(step: number, outcome: Exclude<StepOutcome, undefined | typeof terminated>): void {
    if (outcome instanceof Unnested) return;
    const code = outcome === skipped ? codes.skipped : outcome === dropped ? codes.dropped : codes.failed;
    this.#others.push(step, code);
  }

  /** The record, or a part of it, has reached the steps from `first` on, before `end`. */
  end(first: number, end: number): void {
    if (this.#spans.length === this.#record.spans) this.#record.parts = this.#others.length;
    this.#spans.push(first, end);
  }

  /** The record is refused, and its parts do not count: in this step, after the last one, or as if none had been reached. */
  refuse(position: number, step: number | undefined): void {
    if (step === undefined || position !== this.#record.position) this.begin(position);
    if (step === undefined) return;
    const { spans, others, parts } = this.#record;
    if (this.#spans.length > spans) this.#others.length = parts;
    this.#spans.length = spans;
    this.#spans.push(0, Math.min(step + 1, this.#steps));
    // The step may have ended before the interruption.
    if (this.#others.length > others && this.#others.at(-2) === step) this.#others.length -= 2;
    if (step < this.#steps) this.#others.push(step, codes.failed);
  }

  addTo(counts: StepCounts): void {
    const { succeeded } = counts;
    for (let at = 0; at < this.#spans.length; at += 2)
      for (let step = this.#spans[at] ?? 0; step < (this.#spans[at + 1] ?? 0); step++)
        succeeded[step] = (succeeded[step] ?? 0) + 1;
    for (let at = 0; at < this.#others.length; at += 2) {
      const step = this.#others[at] ?? 0;
      const list = counts[counted[this.#others[at + 1] ?? 0] ?? 'succeeded'];
      list[step] = (list[step] ?? 0) + 1;
      succeeded[step] = (succeeded[step] ?? 0) - 1;
    }
  }
}
