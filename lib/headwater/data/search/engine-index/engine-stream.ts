/** The positions of the documents that a search engine finds, in parts that double. */

import {
  type CandidateStream,
  type Extent,
  type Found,
  following,
  isBefore,
  passEach,
  type Search,
  type SkipResult,
} from '../list/search-index.ts';
import { maxWindow } from './index-shape.ts';

export interface PartRequest {
  /** The first position. */
  readonly from: string;
  readonly isDescending: boolean;
  readonly skip: number;
  readonly size: number;
  /** The number up to which matches are counted; 0: not at all. */
  readonly countUpTo: number;
}

export interface FoundPart {
  readonly positions: readonly string[];
  /** The number of matches from the first position on, as far as they are counted. */
  readonly total: number;
}

export interface FirstPart {
  /** A lower bound of the matches, if there are too many to count. */
  readonly atLeast?: number;
}

/** @returns undefined if the engine has no answer. */
export type FindPart = (part: PartRequest) => Promise<FoundPart | undefined>;

/** The numbers of positions that one request asks for. */
const firstSize = 25;
const largestSize = 1_000;

export class EngineStream implements CandidateStream {
  readonly #find: FindPart;
  readonly #search: Search;
  /** The positions that were read and not passed. */
  #positions: readonly string[] = [];
  /** The first position that was not read; undefined after the last one. */
  #unread: string | undefined;
  /** The number of matches that were not passed, if the first request has counted all of them. */
  #left: number | undefined;
  /** The number of matches that the first request has skipped, until they are passed. */
  #skipped = 0;
  #size: number;

  constructor(find: FindPart, search: Search) {
    this.#find = find;
    this.#search = search;
    this.#unread = search.start;
    // One more shows whether there is another page.
    this.#size = Math.min(largestSize, Math.max(firstSize, search.wanted + 1));
  }

  /**
   * Finds the page, and counts the list with it, in one request.
   *
   * @param isExact Otherwise the documents decide what is skipped and counted.
   * @returns undefined if the engine has no answer.
   */
  async begin(isExact: boolean): Promise<FirstPart | undefined> {
    const { start, skip, countUpTo } = this.#search;
    if (!isExact) return (await this.#read({ from: start, skip: 0, countUpTo: 0 })) && {};
    const part = await this.#read({ from: start, skip, countUpTo: Math.max(skip, countUpTo) });
    if (!part) return undefined;
    this.#skipped = part.positions.length > 0 ? skip : Math.min(skip, part.total);
    if (part.total >= countUpTo) return { atLeast: part.total };
    this.#left = part.total - this.#skipped;
    return {};
  }

  known(position: string): Found | 'unknown' {
    const at = this.#positions.findIndex((one) => !isBefore(this.#search, one, position));
    this.#drop(at < 0 ? this.#positions.length : at);
    const [first] = this.#positions;
    if (first !== undefined) return { position: first };
    return this.#unread === undefined ? undefined : 'unknown';
  }

  async seek(position: string): Promise<Found> {
    const known = this.known(position);
    if (known !== 'unknown') return known;
    if (!(await this.#read({ from: position, skip: 0, countUpTo: 0 }))) return { position, isStop: true };
    const [first] = this.#positions;
    return first === undefined ? undefined : { position: first };
  }

  async pass(position: string, limit: number): Promise<SkipResult> {
    if (this.#skipped > 0 && limit === this.#search.skip) {
      const count = this.#skipped;
      this.#skipped = 0;
      return { count, next: this.#positions[0], isStopped: false };
    }
    this.known(position);
    if (this.#left !== undefined && this.#left <= limit)
      return { count: this.#left, next: undefined, isStopped: false };
    return passEach(this.#search, this, { from: position, limit });
  }

  extent(): Extent {
    return { end: this.#unread, size: this.#positions.length };
  }

  #drop(count: number): void {
    this.#positions = this.#positions.slice(count);
    if (this.#left !== undefined) this.#left -= count;
  }

  async #read(part: Pick<PartRequest, 'from' | 'skip' | 'countUpTo'>): Promise<FoundPart | undefined> {
    const { isDescending } = this.#search;
    const size = Math.min(this.#size, maxWindow - part.skip);
    this.#size = Math.min(largestSize, 2 * this.#size);
    const found = await this.#find({ ...part, isDescending, size });
    if (!found) return undefined;
    const last = found.positions.at(-1);
    this.#positions = found.positions;
    this.#unread =
      last === undefined || found.positions.length < size ? undefined : following(this.#search, last);
    return found;
  }
}
