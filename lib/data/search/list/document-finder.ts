import { isOverdrawn } from '../../store/unit-account.ts';
import { type CheckContext, type CheckResult, checkCandidates } from './check-candidates.ts';
import type { Purpose } from './search-budget.ts';
import {
  type Candidate,
  type CandidateStream,
  following,
  isStop,
  type OpenStream,
  type Search,
} from './search-index.ts';

interface FinderOptions extends OpenStream {
  readonly start: string;
}

interface FoundDocuments<Document> {
  readonly skipped: number;
  /** More than requested if the last round found more; fewer at the end of the list or the budget. */
  readonly hits: readonly Document[];
  /** How many of the hits fit into a response. */
  readonly fitting: number;
}

/** Lambda refuses responses over 6 MB. */
const maxPageBytes = 5_000_000;

/** Stored documents of so many bytes fit into a response in any case: as text within JSON, a byte takes seven at most. */
const surelyFitting = maxPageBytes / 8;

/** The limit of document bytes that a list reads; one document has up to 400 KB. */
const maxReadBytes = 24_000_000;

/** The limit of the first round, while the size of the documents is unknown: 1,000 read units if each has 400 KB. */
const maxFirstRound = 10;

/** Documents may be larger than those before them, so a round checks at most so many times as many as the one before. */
const maxGrowth = 3;

/** The most candidates that one round checks when few match: one batch. */
const maxGuess = 100;

/** A count reads this many documents consistently, as a page does. */
const maxConsistentCount = 100;

export class DocumentFinder<Document> {
  readonly #context: CheckContext<Document>;
  readonly #search: Search;
  readonly #stream: CandidateStream;
  readonly #isExact: boolean;
  #next: string | undefined;
  #bytesLeft = maxReadBytes;
  #read = { documents: 0, bytes: 0, units: 0 };
  #lastRound = 0;
  #isStopped = false;

  constructor(context: CheckContext<Document>, search: Search, options: FinderOptions) {
    this.#context = context;
    this.#search = search;
    this.#stream = options.stream;
    this.#isExact = options.isExact;
    this.#next = options.start;
  }

  /** The id at which the search continues; undefined at the end. */
  get next(): string | undefined {
    const isAtEnd = this.#next !== undefined && this.#stream.known(this.#next) === undefined;
    return isAtEnd ? undefined : this.#next;
  }

  /** Whether there are more documents beyond those read. */
  get isLong(): boolean {
    return this.#stream.extent().end !== undefined;
  }

  async find(skip: number, size: number): Promise<FoundDocuments<Document>> {
    if (this.#isExact) {
      const skipped = await this.#pass(skip);
      const hits = skipped < skip ? [] : await this.#collect(0, size);
      return { skipped, hits, fitting: this.#fitting(hits) };
    }
    const found = await this.#collect(skip, size);
    const hits = found.slice(skip);
    return { skipped: Math.min(skip, found.length), hits, fitting: this.#fitting(hits) };
  }

  /** Counts the remaining documents. `count` is a lower bound when `isComplete` is false. */
  async count(limit: number): Promise<{ readonly count: number; readonly isComplete: boolean }> {
    const count = this.#isExact ? await this.#pass(limit) : await this.#checkedCount(limit);
    return { count, isComplete: !this.#isStopped && count < limit };
  }

  /** Checks the documents for which the index is not sufficient proof. */
  async #checkedCount(limit: number): Promise<number> {
    let count = 0;
    let checked = 0;
    while (count < limit && this.#mayGoOn()) {
      this.#search.counting.left = limit - count;
      const taken = await this.#take(this.#round(maxGuess), 'count');
      const needsRecheck = taken.filter(({ isSure }) => isSure !== true);
      const { documents: hits, units } = await this.#check(needsRecheck, checked < maxConsistentCount);
      this.#search.budget.spend('page', units);
      count += taken.length - needsRecheck.length + hits.length;
      checked += needsRecheck.length;
    }
    return count;
  }

  async #pass(limit: number): Promise<number> {
    if (limit === 0 || this.#next === undefined || this.#isStopped) return 0;
    this.#search.counting.left = limit;
    const { count, next, isStopped } = await this.#stream.pass(this.#next, limit);
    this.#next = next;
    this.#isStopped = isStopped;
    return count;
  }

  /** Skips `skip` documents and finds the others; ends when the hits exceed a response. */
  async #collect(skip: number, size: number): Promise<Document[]> {
    const hits: Document[] = [];
    const needed = skip + size;
    for (let tried = 0; hits.length < needed && this.#mayGoOn(); ) {
      const missing = needed - hits.length;
      const expected = tried === 0 ? missing : Math.round((missing * tried) / Math.max(1, hits.length));
      const guess = Math.max(Math.min(expected, maxGuess), missing);
      const room = Math.max(0, skip - hits.length) + this.#room(Math.max(0, hits.length - skip));
      const candidates = await this.#take(this.#round(Math.min(guess, room)), 'page');
      const { documents, units } = await this.#check(candidates, true);
      const shown = Math.min(needed, hits.length + documents.length) - Math.max(skip, hits.length);
      hits.push(...documents);
      tried += candidates.length;
      // What the page shows is its price; the budget is for what it does not show.
      this.#search.budget.spend('page', units * (1 - Math.max(0, shown) / Math.max(1, candidates.length)));
      if (this.#fitting(hits.slice(skip)) < hits.length - skip) break;
    }
    return hits;
  }

  async #check(candidates: readonly Candidate[], isConsistent: boolean): Promise<CheckResult<Document>> {
    if (candidates.length === 0) return { documents: [], units: 0, bytes: 0 };
    const result = await checkCandidates(this.#context, candidates, { isConsistent });
    this.#bytesLeft -= result.bytes;
    this.#lastRound = candidates.length;
    this.#read = {
      documents: this.#read.documents + candidates.length,
      bytes: this.#read.bytes + result.bytes,
      units: this.#read.units + result.units,
    };
    return result;
  }

  /** The number of hits that fit into a response. */
  #fitting(hits: readonly Document[]): number {
    return this.#read.bytes <= surelyFitting ? hits.length : fittingAmong(hits);
  }

  /** How many more hits a response may have room for, besides so many others. */
  #room(others: number): number {
    const { documents, bytes } = this.#read;
    if (documents === 0) return Number.POSITIVE_INFINITY;
    return Math.ceil((maxPageBytes * documents) / Math.max(1, bytes)) - others;
  }

  /** The number of candidates to check at once: no more than the budget covers, if their size is as before. */
  #round(guess: number): number {
    const { documents, bytes, units } = this.#read;
    if (documents === 0) return Math.max(1, Math.min(guess, maxFirstRound));
    const byBytes = Math.ceil((this.#bytesLeft * documents) / Math.max(1, bytes));
    const byUnits = Math.ceil((this.#search.budget.left('page') * documents) / Math.max(1, units));
    const byGrowth = maxGrowth * this.#lastRound;
    // The documents that the page still needs are not part of the budget.
    return Math.max(1, Math.min(guess, byBytes, byUnits + this.#search.wanted, byGrowth));
  }

  #mayGoOn(): boolean {
    if (this.#next === undefined || this.#isStopped) return false;
    const { budget, isTimeUp } = this.#search;
    const isSpent = budget.left('page') <= 0 || this.#bytesLeft <= 0 || isOverdrawn(this.#context.table);
    this.#isStopped = isSpent || isTimeUp();
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

/** The number of documents that fit into a response, where their JSON is text within JSON. At least one fits. */
function fittingAmong(documents: readonly unknown[]): number {
  let bytes = 0;
  const end = documents.findIndex((document) => {
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(document)));
    return bytes > maxPageBytes;
  });
  return end < 0 ? documents.length : Math.max(1, end);
}
