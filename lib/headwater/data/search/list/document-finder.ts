import { ServiceError } from '../../../shared/errors.ts';
import { payFirst } from '../../store/owner-units.ts';
import { isOverdrawn } from '../../store/unit-account.ts';
import { bytesPerUnit } from '../index/document-units.ts';
import { type CheckContext, type CheckResult, checkCandidates } from './check-candidates.ts';
import type { Purpose } from './search-budget.ts';
import {
  type Candidate,
  type CandidateStream,
  type Counted,
  following,
  isStop,
  type OpenStream,
  type Search,
} from './search-index.ts';

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

/** The most read units of a round. They are paid for at once, and an owner has 1,000 in a second. */
const maxRoundUnits = 500;

/**
 * The most documents of a round whose units the index does not know: earlier code has stored them. A round that the free units do
 * not cover is paid for without these, and they are charged once they are read.
 */
const maxUnknown = 10;

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
  #readBytes = 0;
  #isStopped = false;
  /** Why the owner could not pay for the next round. */
  refusal: ServiceError | undefined;

  constructor(context: CheckContext<Document>, search: Search, { stream, isExact }: OpenStream) {
    this.#context = context;
    this.#search = search;
    this.#stream = stream;
    this.#isExact = isExact;
    this.#next = search.start;
  }

  /** The position at which the search continues; undefined at the end. */
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
  async count(limit: number): Promise<Counted> {
    const count = this.#isExact ? await this.#pass(limit) : await this.#checkedCount(limit);
    return { count, isComplete: !this.#isStopped && count < limit };
  }

  /** Checks the documents for which the index is not sufficient proof. */
  async #checkedCount(limit: number): Promise<number> {
    let count = 0;
    let checked = 0;
    while (count < limit && this.#mayGoOn()) {
      this.#search.counting.left = limit - count;
      const isConsistent = checked < maxConsistentCount;
      const taken = await this.#take(maxGuess, { purpose: 'count', isConsistent });
      const needsRecheck = taken.filter(({ isSure }) => isSure !== true);
      const { documents: hits, units } = await this.#check(needsRecheck, isConsistent);
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
      const candidates = await this.#take(guess, { purpose: 'page', isConsistent: true });
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
    this.#readBytes += result.bytes;
    return result;
  }

  /** The number of hits that fit into a response. */
  #fitting(hits: readonly Document[]): number {
    return this.#readBytes <= surelyFitting ? hits.length : fittingAmong(hits);
  }

  /**
   * The most read units of the next round. Documents that all match end with the page. Others may not match, and then they are
   * what the list may spend.
   */
  #roundUnits({ purpose }: RoundOptions): number {
    const isShown = this.#isExact && purpose === 'page';
    const left = isShown ? (maxPageBytes - this.#readBytes) / bytesPerUnit : this.#search.budget.left('page');
    return Math.min(maxRoundUnits, left, this.#bytesLeft / bytesPerUnit);
  }

  #mayGoOn(): boolean {
    if (this.#next === undefined || this.#isStopped) return false;
    const { budget, isTimeUp } = this.#search;
    const isSpent = budget.left('page') <= 0 || this.#bytesLeft <= 0 || isOverdrawn(this.#context.table);
    this.#isStopped = isSpent || isTimeUp();
    return !this.#isStopped;
  }

  /** Takes the candidates that one round may read, at least one, and pays for them. */
  async #take(limit: number, options: RoundOptions): Promise<readonly Candidate[]> {
    const round = new Round(options, this.#roundUnits(options));
    while (round.candidates.length < limit && this.#next !== undefined && !this.#isStopped) {
      const found = await this.#stream.seek(this.#next, options.purpose);
      this.#isStopped = isStop(found);
      if (found && !isStop(found) && !round.add(found)) break;
      this.#next = isStop(found) ? found.position : found && following(this.#search, found.position);
    }
    if (await this.#hasPaid(round.units)) return round.candidates;
    this.#next = round.candidates[0]?.position;
    return [];
  }

  /** Pays for a round. If the owner cannot, the search ends before it. */
  async #hasPaid(units: number): Promise<boolean> {
    try {
      await payFirst(this.#context.table, units);
      return true;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'too_many_requests') throw error;
      this.refusal = error;
      this.#isStopped = true;
      return false;
    }
  }
}

interface RoundOptions {
  readonly purpose: Purpose;
  /** Otherwise documents cost half. */
  readonly isConsistent: boolean;
}

/** Candidates whose documents are read at once, for at most so many read units. */
class Round {
  readonly candidates: Candidate[] = [];
  /** Documents whose units the index does not know add nothing. */
  units = 0;
  #unknown = 0;
  readonly #options: RoundOptions;
  readonly #maxUnits: number;

  constructor(options: RoundOptions, maxUnits: number) {
    this.#options = options;
    this.#maxUnits = maxUnits;
  }

  /** @returns whether there is room for it; there is always room for one. */
  add(candidate: Candidate): boolean {
    const { purpose, isConsistent } = this.#options;
    // A count reads no document of which the index proves that it matches.
    const isRead = purpose === 'page' || candidate.isSure !== true;
    const price = isConsistent ? 1 : 0.5;
    const units = this.units + (isRead ? (candidate.units ?? 0) * price : 0);
    const unknown = this.#unknown + (isRead && candidate.units === undefined ? 1 : 0);
    if (this.candidates.length > 0 && (units > this.#maxUnits || unknown > maxUnknown)) return false;
    this.candidates.push(candidate);
    this.units = units;
    this.#unknown = unknown;
    return true;
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
