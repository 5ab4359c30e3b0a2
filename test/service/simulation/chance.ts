/** Decisions of one run: all of them follow from its seed. */

import { pseudoRandom } from '../../support/pseudo-random.ts';

export class Chance {
  readonly number: () => number;

  constructor(seed: number) {
    // Neighbouring seeds begin alike, so the first number is skipped.
    this.number = pseudoRandom(Math.imul(seed + 1, 0x9e3779b1));
    this.number();
  }

  of(probability: number): boolean {
    return this.number() < probability;
  }

  /** A whole number, both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.number() * (high - low + 1));
  }

  pick<T>(choices: readonly T[]): T {
    const picked = choices[this.whole(0, choices.length - 1)];
    if (picked === undefined) throw new Error('There is nothing to pick from.');
    return picked;
  }

  /** Short ones are as likely as long ones: 1 to 10 as 1,000 to 10,000. */
  duration(lowMs: number, highMs: number): number {
    return Math.floor(lowMs * (highMs / lowMs) ** this.number());
  }

  /** Hexadecimal. */
  digits(count: number): string {
    return Array.from({ length: count }, () => this.whole(0, 15).toString(16)).join('');
  }
}
