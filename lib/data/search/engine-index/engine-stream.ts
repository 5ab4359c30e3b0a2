/** The ids that a search engine finds, in parts that double. */

import {
  type CandidateStream,
  type Extent,
  type Found,
  following,
  isBefore,
  type Search,
  type SkipResult,
} from '../list/search-index.ts';

export interface PartRequest {
  /** The first id. */
  readonly from: string;
  readonly isNewestFirst: boolean;
  readonly skip: number;
  readonly size: number;
  /** The number up to which matches are counted; 0: not at all. */
  readonly countUpTo: number;
}

export interface FoundPart {
  readonly ids: readonly string[];
  /** The number of matches from the first id on, as far as they are counted. */
  readonly total: number;
}

/** @returns undefined if the engine has no answer. */
export type FindPart = (part: PartRequest) => Promise<FoundPart | undefined>;

const firstPart = 25;
const largestPart = 1_000;

export class EngineStream implements CandidateStream {
  readonly #find: FindPart;
  readonly #search: Search;
  /** The ids that were read and not passed. */
  #ids: readonly string[] = [];
  /** The first id that was not read; undefined after the last one. */
  #unread: string | undefined;
  /** The number of matches that were not passed, if the first request has counted all of them. */
  #left: number | undefined;
  #size: number;

  constructor(find: FindPart, search: Search) {
    this.#find = find;
    this.#search = search;
    this.#unread = search.start;
    // One more shows whether there is another page.
    this.#size = Math.min(largestPart, Math.max(firstPart, search.wanted + 1));
  }

  /**
   * Reads the first part.
   *
   * @param countUpTo How many matches are counted with it; 0: none.
   * @returns undefined if the engine has no answer.
   */
  async begin(countUpTo: number): Promise<FoundPart | undefined> {
    const part = await this.#read(this.#search.start, countUpTo);
    if (part && part.total < countUpTo) this.#left = part.total;
    return part;
  }

  known(id: string): Found | 'unknown' {
    const at = this.#ids.findIndex((one) => !isBefore(this.#search, one, id));
    this.#drop(at < 0 ? this.#ids.length : at);
    const [first] = this.#ids;
    if (first !== undefined) return { id: first };
    return this.#unread === undefined ? undefined : 'unknown';
  }

  async seek(id: string): Promise<Found> {
    const known = this.known(id);
    if (known !== 'unknown') return known;
    if (!(await this.#read(id, 0))) return { id, isStop: true };
    const [first] = this.#ids;
    return first === undefined ? undefined : { id: first };
  }

  async pass(id: string, limit: number): Promise<SkipResult> {
    this.known(id);
    if (this.#unread === undefined || limit < this.#ids.length) {
      const count = Math.min(limit, this.#ids.length);
      this.#drop(count);
      return { count, next: this.#ids[0], isStopped: false };
    }
    if (this.#left !== undefined && this.#left <= limit)
      return { count: this.#left, next: undefined, isStopped: false };
    const { isNewestFirst } = this.#search;
    const found = await this.#find({ from: id, isNewestFirst, skip: limit - 1, size: 1, countUpTo: limit });
    if (!found) return { count: 0, next: id, isStopped: true };
    const [last] = found.ids;
    if (last === undefined) return { count: Math.min(limit, found.total), next: undefined, isStopped: false };
    this.#ids = [];
    this.#unread = following(this.#search, last);
    if (this.#left !== undefined) this.#left -= limit;
    return { count: limit, next: this.#unread, isStopped: false };
  }

  extent(): Extent {
    return { end: this.#unread, size: this.#ids.length };
  }

  #drop(count: number): void {
    this.#ids = this.#ids.slice(count);
    if (this.#left !== undefined) this.#left -= count;
  }

  async #read(from: string, countUpTo: number): Promise<FoundPart | undefined> {
    const { isNewestFirst } = this.#search;
    const size = this.#size;
    this.#size = Math.min(largestPart, 2 * size);
    const part = await this.#find({ from, isNewestFirst, skip: 0, size, countUpTo });
    if (!part) return undefined;
    const last = part.ids.at(-1);
    this.#ids = part.ids;
    this.#unread = last === undefined || part.ids.length < size ? undefined : following(this.#search, last);
    return part;
  }
}
