/** A task: the records of a log with the values that its columns have, known from its making. */

import { pseudoRandom } from '../../../test/support/pseudo-random.ts';

export type ColumnType = 'text' | 'number' | 'time';

export interface TaskColumn {
  readonly name: string;
  /** Other names that are right as well. */
  readonly synonyms: readonly string[];
  readonly type: ColumnType;
}

/** A time is in milliseconds since 1970; undefined where the column is absent. */
export type TaskValue = string | number | undefined;

export interface TaskRecord {
  /** May have several lines. */
  readonly text: string;
  readonly values: Readonly<Record<string, TaskValue>>;
}

export interface Task {
  readonly name: string;
  readonly columns: readonly TaskColumn[];
  readonly records: readonly TaskRecord[];
  /** A line before all records, such as a header. */
  readonly head?: string;
}

/** Values that look random and are the same for the same seed. */
export class Random {
  /** From 0 up to 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = pseudoRandom(seed);
  }

  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<One>(list: readonly One[]): One {
    return list[this.int(0, list.length - 1)] as One;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.int(0, 15).toString(16)).join('');
  }

  /** In a new order. */
  shuffle<One>(list: readonly One[]): One[] {
    return list
      .map((one) => ({ one, at: this.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one);
  }
}
