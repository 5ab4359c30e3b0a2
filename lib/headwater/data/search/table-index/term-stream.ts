/** The documents of one term, whose postings are read a few at a time. Each shard of a term has a stream of its own. */

import { timeOfId } from '../../../shared/id-time.ts';
import { parseItems } from '../../store/malformed.ts';
import type { TableAccess } from '../../store/table-access.ts';
import type { getItems, queryItems } from '../../store/table-reads.ts';
import {
  type Posting,
  parsePosting,
  parsePostingKey,
  postingsPerUnit,
  queryPart,
  unitsOf,
} from '../index/postings.ts';
import type { IdRange, KeySpace, TermPart } from '../index/terms.ts';
import type { Purpose } from '../list/search-budget.ts';
import {
  type CandidateStream,
  type Found,
  following,
  isBefore,
  isStop,
  type Search,
  type SkipResult,
  type Stop,
} from '../list/search-index.ts';

/** A search of the index in the table. */
export interface TableSearch extends Search {
  readonly table: TableAccess;
  readonly space: KeySpace;
  /** Commands of the SDK are in the bundle of the function alone, not in what it loads later. */
  readonly queryItems: typeof queryItems;
  readonly getItems: typeof getItems;
}

/** Consecutive postings in the order of the list. */
export interface LoadedPostings {
  readonly postings: readonly Posting[];
  /** The position at which the unread part begins; undefined if none remains. */
  readonly next: string | undefined;
}

/**
 * The read units of postings that counting may use for each term: enough for 1,000 of the longest postings. So the total of
 * one term is always exact up to that number, and so is any total among that many documents.
 */
const countUnitsPerTerm = 9;

/** The most read units that all terms together add to the count's budget. */
const maxUnitsOfTerms = 68;

/** Opens a part and adds its units to the count's budget, up to the limit of all terms. */
export function openPart(search: TableSearch, part: TermPart, loaded?: LoadedPostings): TermStream {
  search.budget.allowCount(countUnitsPerTerm, maxUnitsOfTerms);
  return new TermStream(search, part, loaded);
}

/** The most postings of one read. A count doubles the size of its reads up to it. */
const maxRead = 1_000;

export class TermStream implements CandidateStream {
  readonly #search: TableSearch;
  readonly #part: TermPart;
  readonly #range: IdRange;
  #postings: readonly Posting[] = [];
  #at = 0;
  #next: string | undefined;
  #hasRead = false;
  readonly #perUnit: number;
  #limit: number;

  /**
   * @param part Limited to the ids that are searched.
   * @param loaded The first postings of the part, if they have been read already.
   */
  constructor(search: TableSearch, part: TermPart, loaded?: LoadedPostings) {
    this.#search = search;
    this.#part = part;
    this.#range = part;
    this.#perUnit = postingsPerUnit(part);
    this.#limit = this.#perUnit;
    this.#next = search.isDescending ? part.high : part.low;
    if (loaded) this.#load(loaded);
  }

  known(position: string): Found | 'unknown' {
    let posting = this.#postings[this.#at];
    while (posting && isBefore(this.#search, placeOf(posting), position))
      posting = this.#postings[++this.#at];
    if (posting) return { position: placeOf(posting), units: posting.units };
    return this.#next === undefined ? undefined : 'unknown';
  }

  async seek(position: string, purpose: Purpose): Promise<Found> {
    for (let known = this.known(position); ; known = this.known(position)) {
      if (known !== 'unknown') return known;
      const stop = await this.#read(position, purpose);
      if (stop) return stop;
    }
  }

  /** The first read is consistent, as for a page. The rest is only counted. */
  async pass(position: string, limit: number): Promise<SkipResult> {
    const first = this.#hasRead ? this.known(position) : await this.seek(position, 'page');
    if (first !== 'unknown' && isStop(first)) return { count: 0, next: first.position, isStopped: true };
    const passed = Math.min(limit, this.#postings.length - this.#at);
    this.#at += passed;
    const posting = this.#postings[this.#at];
    if (posting) return { count: passed, next: placeOf(posting), isStopped: false };
    return this.#count(position, passed, limit);
  }

  extent() {
    return { end: this.#next, size: this.#postings.length - this.#at };
  }

  async #count(position: string, passed: number, limit: number): Promise<SkipResult> {
    let count = passed;
    if (this.#next !== undefined && isBefore(this.#search, this.#next, position))
      this.#next = this.#within(position);
    const { table, queryItems, isDescending, budget, isTimeUp } = this.#search;
    while (count < limit && this.#next !== undefined) {
      const most = Math.min(limit - count, this.#affordable('count', 0.5));
      if (most <= 0 || isTimeUp()) return { count, next: this.#next, isStopped: true };
      const page = { isDescending, isConsistent: false, limit: most, isCount: true };
      const output = await queryItems(table, queryPart(this.#part, this.#rangeFrom(this.#next), page));
      budget.spend('count', Math.ceil(Math.max(1, output.count) / this.#perUnit) / 2);
      count += output.count;
      const { last } = output;
      this.#next = last && this.#within(following(this.#search, placeOf(parsePostingKey(last))));
    }
    return { count, next: this.#next, isStopped: false };
  }

  /** Reads from this position, or from the end of the last read if that is later. */
  async #read(position: string, purpose: Purpose): Promise<Stop | undefined> {
    const isNext = this.#next === undefined || !isBefore(this.#search, this.#next, position);
    const from = isNext ? this.#next : this.#within(position);
    if (from === undefined) {
      this.#load({ postings: [], next: undefined });
      return undefined;
    }
    const { table, queryItems, isDescending } = this.#search;
    const isConsistent = purpose === 'page' || !(this.#hasRead || this.#search.counting.mayLag);
    const cost = (postings: number) =>
      Math.max(1, Math.ceil(postings / this.#perUnit)) * (isConsistent ? 1 : 0.5);
    const { budget } = this.#search;
    const limit = Math.min(this.#nextLimit(from, purpose), this.#affordable(purpose, cost(1)));
    if (limit === 0 || this.#search.isTimeUp()) return { position: from, isStop: true };
    // Reserved before the read, because streams are read in parallel.
    budget.spend(purpose, cost(limit));
    const page = { isDescending, isConsistent, limit };
    const output = await queryItems(table, queryPart(this.#part, this.#rangeFrom(from), page));
    const postings = parseItems(table, output.items, parsePosting);
    const { last } = output;
    this.#load({ postings, next: last && following(this.#search, placeOf(parsePostingKey(last))) });
    budget.spend(purpose, unitsOf(output.items, isConsistent) - cost(limit));
    return undefined;
  }

  /** The number of postings that the remaining budget covers. @param price The read units of the first postings. */
  #affordable(purpose: Purpose, price: number): number {
    return Math.floor(this.#search.budget.left(purpose) / price) * this.#perUnit;
  }

  /** Reads whole units. A count that continues doubles the size each time, up to the number still to be counted. */
  #nextLimit(from: string, purpose: Purpose): number {
    const least = this.#perUnit;
    if (purpose === 'page') return Math.max(least, this.#search.wanted + 1);
    this.#limit = this.#hasRead && this.#isNear(from) ? Math.min(2 * this.#limit, maxRead) : least;
    return Math.min(this.#limit, Math.max(least, this.#search.counting.left));
  }

  /** Whether the distance to skip is shorter than the last read. */
  #isNear(from: string): boolean {
    const [first, last] = [this.#postings[0], this.#postings.at(-1)];
    if (!first || !last) return false;
    // The first digits of a position are the time of an id, or a value.
    const apart = (one: string, other: string) => Math.abs(timeOfId(one) - timeOfId(other));
    return apart(placeOf(last), from) <= apart(placeOf(first), placeOf(last));
  }

  #load({ postings, next }: LoadedPostings): void {
    const { low, high } = this.#range;
    this.#postings = postings.filter((posting) => low <= placeOf(posting) && placeOf(posting) <= high);
    this.#at = 0;
    this.#next = this.#within(next);
    this.#hasRead = true;
  }

  /** Undefined after the end of the range. */
  #within(position: string | undefined): string | undefined {
    if (position === undefined) return undefined;
    const { low, high } = this.#range;
    if (this.#search.isDescending) return position < low ? undefined : position > high ? high : position;
    return position > high ? undefined : position < low ? low : position;
  }

  #rangeFrom(position: string): IdRange {
    const { low, high } = this.#range;
    return this.#search.isDescending ? { low, high: position } : { low: position, high };
  }
}

function placeOf({ id, position = id }: Posting): string {
  return position;
}
