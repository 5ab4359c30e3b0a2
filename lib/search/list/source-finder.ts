/** Finds the sources of one list among its candidates, within a budget. */

import type { SourceRecord } from '../../sources/source-record.ts';
import {
  type Candidate,
  type CandidateStream,
  following,
  isStop,
  type Purpose,
  type Search,
} from './candidate-stream.ts';
import { type CheckContext, checkCandidates } from './candidates.ts';

export interface FinderOptions {
  readonly stream: CandidateStream;
  /** Every candidate is what is asked for. */
  readonly isExact: boolean;
  /** The id to begin at. */
  readonly start: string;
  /** How many sources may be looked at. */
  readonly maxSources: number;
}

/** The most that is looked at at once when most of it is in vain: one batch. */
const maxGuess = 100;

/** So many sources are counted as strongly as a page is read. */
const maxStrongCount = 100;

export class SourceFinder {
  readonly #context: CheckContext;
  readonly #search: Search;
  readonly #stream: CandidateStream;
  readonly #isExact: boolean;
  #next: string | undefined;
  #sourcesLeft: number;
  #isStopped = false;

  constructor(context: CheckContext, search: Search, options: FinderOptions) {
    this.#context = context;
    this.#search = search;
    this.#stream = options.stream;
    this.#isExact = options.isExact;
    this.#next = options.start;
    this.#sourcesLeft = options.maxSources;
  }

  /** Where the search is; undefined at the end. */
  get next(): string | undefined {
    const isAtEnd = this.#next !== undefined && this.#stream.known(this.#next) === undefined;
    return isAtEnd ? undefined : this.#next;
  }

  /** `hits` has more than `size` when more was looked at than was needed; fewer at the end, or of the budget. */
  async find(
    skip: number,
    size: number,
  ): Promise<{ readonly skipped: number; readonly hits: readonly SourceRecord[] }> {
    if (this.#isExact) {
      const skipped = await this.#pass(skip);
      return { skipped, hits: skipped < skip ? [] : await this.#collect(size) };
    }
    const hits = await this.#collect(skip + size);
    return { skipped: Math.min(skip, hits.length), hits: hits.slice(skip) };
  }

  /** How many more there are; at least so many when `isComplete` is false. */
  async count(limit: number): Promise<{ readonly count: number; readonly isComplete: boolean }> {
    const count = this.#isExact ? await this.#pass(limit) : await this.#checkedCount(limit);
    return { count, isComplete: !this.#isStopped && count < limit };
  }

  /** Looks at the sources of which the index does not say enough. */
  async #checkedCount(limit: number): Promise<number> {
    let count = 0;
    let checked = 0;
    while (count < limit && this.#mayGoOn()) {
      const taken = await this.#take(Math.min(maxGuess, this.#sourcesLeft), 'count');
      const unsure = taken.filter(({ isSure }) => isSure !== true);
      const isConsistent = checked < maxStrongCount;
      const hits = unsure.length === 0 ? [] : await checkCandidates(this.#context, unsure, { isConsistent });
      count += taken.length - unsure.length + hits.length;
      checked += unsure.length;
      this.#sourcesLeft -= unsure.length;
    }
    return count;
  }

  async #pass(limit: number): Promise<number> {
    if (limit === 0 || this.#next === undefined || this.#isStopped) return 0;
    const { count, next, isStopped } = await this.#stream.pass(this.#next, limit);
    this.#next = next;
    this.#isStopped = isStopped;
    return count;
  }

  async #collect(needed: number): Promise<SourceRecord[]> {
    const hits: SourceRecord[] = [];
    for (let tried = 0; hits.length < needed && this.#mayGoOn(); ) {
      const missing = needed - hits.length;
      const expected = tried === 0 ? missing : Math.ceil((missing * tried) / Math.max(1, hits.length));
      const guess = Math.max(Math.min(expected, maxGuess), missing);
      const candidates = await this.#take(Math.min(guess, this.#sourcesLeft), 'page');
      hits.push(...(await checkCandidates(this.#context, candidates, { isConsistent: true })));
      tried += candidates.length;
      this.#sourcesLeft -= candidates.length;
    }
    return hits;
  }

  #mayGoOn(): boolean {
    if (this.#next === undefined || this.#isStopped) return false;
    this.#isStopped = this.#sourcesLeft === 0 || this.#search.isTimeUp();
    return !this.#isStopped;
  }

  async #take(limit: number, purpose: Purpose): Promise<Candidate[]> {
    const taken: Candidate[] = [];
    while (taken.length < limit && this.#next !== undefined && !this.#isStopped) {
      const found = await this.#stream.seek(this.#next, purpose);
      this.#isStopped = isStop(found);
      if (found && !isStop(found)) taken.push(found);
      this.#next = isStop(found) ? found.id : found && following(this.#search, found.id);
    }
    return taken;
  }
}
