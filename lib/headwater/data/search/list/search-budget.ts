/** What finding a document is for. A count may read less often and less exactly than a page. */
export type Purpose = 'page' | 'count';

/**
 * The read units that one list may spend besides the documents that it shows. What is read for its total comes out of
 * the same budget, and has a limit of its own besides.
 */
export class SearchBudget {
  #left: number;
  #leftToCount = 0;
  readonly #whole: SearchBudget | undefined;

  /** @param whole The budget of which this is a part. */
  constructor(units: number, whole?: SearchBudget) {
    this.#left = units;
    this.#whole = whole;
  }

  /** A part of what is left. What is spent of it is spent of the whole. */
  part(share: number): SearchBudget {
    return new SearchBudget(share * this.#left, this);
  }

  left(purpose: Purpose): number {
    return purpose === 'page' ? this.#left : Math.min(this.#left, this.#leftToCount);
  }

  /** @param units A negative number gives back what was reserved. */
  spend(purpose: Purpose, units: number): void {
    this.#left -= units;
    if (purpose === 'count') this.#leftToCount -= units;
    this.#whole?.spend('page', units);
  }

  /** Lets the count spend more, but no more than `most` in all. */
  allowCount(units: number, most: number): void {
    this.#leftToCount = Math.max(this.#leftToCount, Math.min(most, this.#leftToCount + units));
  }
}
