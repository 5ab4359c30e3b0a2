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

/** The outcomes of the steps of one record, or of a part. A step that succeeds is not noted, as most do. */
export class OutcomeRow {
  /** The first step: those before are in the row of the record. */
  readonly first: number;
  readonly codes: Uint8Array;
  /** The steps before this one have been reached. */
  reached: number;
  /** The rows of the record and its parts. */
  readonly #all: OutcomeRow[];

  constructor(all: OutcomeRow[], steps: number, first = 0) {
    this.#all = all;
    this.codes = new Uint8Array(steps);
    this.first = first;
    this.reached = first;
    all.push(this);
  }

  addPart(first: number): OutcomeRow {
    return new OutcomeRow(this.#all, this.codes.length, first);
  }

  note(step: number, outcome: Exclude<StepOutcome, undefined | typeof terminated>): void {
    if (outcome instanceof Unnested) return;
    this.codes[step] =
      outcome === skipped ? codes.skipped : outcome === dropped ? codes.dropped : codes.failed;
  }

  end(reached: number): void {
    this.reached = reached;
  }
}

/** The outcomes of all records. They are counted at the end, since a record that is interrupted runs again. */
export class OutcomeTable {
  /** By record. */
  readonly #rows: OutcomeRow[][];
  readonly #steps: number;

  constructor(records: number, steps: number) {
    this.#rows = Array.from({ length: records }, () => []);
    this.#steps = steps;
  }

  /** Forgets earlier attempts. */
  begin(record: number): OutcomeRow {
    const rows: OutcomeRow[] = [];
    this.#rows[record] = rows;
    return new OutcomeRow(rows, this.#steps);
  }

  /** The record is refused: in this step, after the last one, or as if no step had been reached. */
  refuse(record: number, step: number | undefined): void {
    const row = this.#rows[record]?.[0] ?? this.begin(record);
    this.#rows[record] = [row];
    row.end(step === undefined ? 0 : Math.min(step + 1, this.#steps));
    if (step !== undefined && step < this.#steps) row.codes[step] = codes.failed;
  }

  addTo(counts: StepCounts): void {
    const lists = counted.map((name) => counts[name]);
    for (const { first, codes: own, reached } of this.#rows.flat())
      for (let step = first; step < reached; step++) {
        const list = lists[own[step] ?? 0];
        if (list) list[step] = (list[step] ?? 0) + 1;
      }
  }
}
