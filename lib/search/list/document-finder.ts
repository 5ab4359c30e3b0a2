/** Finds the documents of one list among its candidates, within a budget. */

import {
  type Candidate,
  type CandidateStream,
  following,
  isStop,
  type OpenStream,
  type Purpose,
  type Search,
} from './candidate-stream.ts';
import { type CheckContext, checkCandidates } from './check-candidates.ts';

export interface FinderOptions extends OpenStream {
  /** The id to begin at. */
  readonly start: string;
  /** The number of documents that may be checked. */
  readonly maxDocuments: number;
}

/** The most candidates that are checked at once when few of them match: one batch. */
const maxGuess = 100;

/** A count reads this many documents consistently, as a page does. */
const maxConsistentCount = 100;

export class DocumentFinder<Document> {
  readonly #context: CheckContext<Document>;
  readonly #search: Search;
  readonly #stream: CandidateStream;
  readonly #isExact: boolean;
  #next: string | undefined;
  #documentsLeft: number;
  #isStopped = false;

  constructor(context: CheckContext<Document>, search: Search, options: FinderOptions) {
    this.#context = context;
    this.#search = search;
    this.#stream = options.stream;
    this.#isExact = options.isExact;
    this.#next = options.start;
    this.#documentsLeft = options.maxDocuments;
  }

  /** The id at which the search continues; undefined at the end. */
  get next(): string | undefined {
    const isAtEnd = this.#next !== undefined && this.#stream.known(this.#next) === undefined;
    return isAtEnd ? undefined : this.#next;
  }

  /**
   * Finds `size` documents after skipping `skip`. Returns more hits when more
   * were checked than needed, and fewer at the end of the list or the budget.
   */
  async find(
    skip: number,
    size: number,
  ): Promise<{ readonly skipped: number; readonly hits: readonly Document[] }> {
    if (this.#isExact) {
      const skipped = await this.#pass(skip);
      return { skipped, hits: skipped < skip ? [] : await this.#collect(size) };
    }
    const hits = await this.#collect(skip + size);
    return { skipped: Math.min(skip, hits.length), hits: hits.slice(skip) };
  }

  /** Counts the remaining documents. `count` is a lower bound when `isComplete` is false. */
  async count(limit: number): Promise<{ readonly count: number; readonly isComplete: boolean }> {
    const count = this.#isExact ? await this.#pass(limit) : await this.#checkedCount(limit);
    return { count, isComplete: !this.#isStopped && count < limit };
  }

  /** Checks the documents of which the index does not say enough. */
  async #checkedCount(limit: number): Promise<number> {
    let count = 0;
    let checked = 0;
    while (count < limit && this.#mayGoOn()) {
      const taken = await this.#take(Math.min(maxGuess, this.#documentsLeft), 'count');
      const unsure = taken.filter(({ isSure }) => isSure !== true);
      const isConsistent = checked < maxConsistentCount;
      const hits = unsure.length === 0 ? [] : await checkCandidates(this.#context, unsure, { isConsistent });
      count += taken.length - unsure.length + hits.length;
      checked += unsure.length;
      this.#documentsLeft -= unsure.length;
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

  async #collect(needed: number): Promise<Document[]> {
    const hits: Document[] = [];
    for (let tried = 0; hits.length < needed && this.#mayGoOn(); ) {
      const missing = needed - hits.length;
      const expected = tried === 0 ? missing : Math.ceil((missing * tried) / Math.max(1, hits.length));
      const guess = Math.max(Math.min(expected, maxGuess), missing);
      const candidates = await this.#take(Math.min(guess, this.#documentsLeft), 'page');
      hits.push(...(await checkCandidates(this.#context, candidates, { isConsistent: true })));
      tried += candidates.length;
      this.#documentsLeft -= candidates.length;
    }
    return hits;
  }

  #mayGoOn(): boolean {
    if (this.#next === undefined || this.#isStopped) return false;
    this.#isStopped = this.#documentsLeft === 0 || this.#search.isTimeUp();
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
