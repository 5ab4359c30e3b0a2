/**
 * The port between lists and an index: an index finds the documents that may match a query, one after the other in the order
 * of the list, by their positions (index/positions.ts). table-index/ is the index in the table, which every list can ask; engine-index/ is the one in a search engine.
 */

import type { Query } from '../../../shared/query/syntax-tree.ts';
import { neighbourId } from '../../store/ids.ts';
import type { ListOrder } from '../index/positions.ts';
import type { Purpose, SearchBudget } from './search-budget.ts';

export interface SearchIndex {
  /**
   * Finds out how the index can answer, and what that may cost. It spends no read units.
   *
   * @param query Undefined selects all documents.
   */
  plan(query: Query | undefined, search: Search): Promise<SearchPlan>;
}

export interface SearchPlan {
  /**
   * The most read units that the list may take besides its hits, as far as the query alone can tell;
   * Infinity if only the list's own limit bounds them.
   */
  readonly units: number;
  /** Opens the documents that may match. */
  readonly open: () => Promise<OpenedSearch>;
}

export interface Candidate {
  readonly position: string;
  /** The read units of its document, or more; absent if the index does not know them. */
  readonly units?: number | undefined;
  /** The index proves that it matches, though other candidates of the stream must be checked. */
  readonly isSure?: boolean;
}

/** The search has used up its budget, or the index has failed. Everything from this position on is unknown. */
export interface Stop {
  readonly position: string;
  readonly isStop: true;
}

/** Undefined at the end. */
export type Found = Candidate | Stop | undefined;

/** A `page` reads consistently. A `count` may miss the latest writes, and costs half. */
export interface CandidateStream {
  /** The first candidate at this position or after it. Positions must not go back from call to call. */
  seek(position: string, purpose: Purpose): Promise<Found>;
  /** The result of `seek` if nothing has to be read for it. */
  known(position: string): Found | 'unknown';
  /** Skips at most `limit` candidates, starting at this position. */
  pass(position: string, limit: number): Promise<SkipResult>;
  extent(): Extent;
}

/** How much of a stream has been read. */
export interface Extent {
  /** The position at which the unread part begins; undefined when there is none. */
  readonly end: string | undefined;
  /** The number of candidates that have been read and not passed. */
  readonly size: number;
}

export interface SkipResult {
  readonly count: number;
  /** The position at which to continue; undefined at the end. */
  readonly next: string | undefined;
  readonly isStopped: boolean;
}

/** What the list wants, and what it may cost. */
export interface Search extends ListOrder {
  /** The position at which the list begins. */
  readonly start: string;
  /** How many matches are skipped before the page. If the stream is exact, the list begins with a `pass` of them. */
  readonly skip: number;
  /** The number of hits that the page asks for. */
  readonly wanted: number;
  /** How many documents the list would like to count at once; 0 if it knows its total. */
  readonly countUpTo: number;
  readonly isTimeUp: () => boolean;
  readonly budget: SearchBudget;
  readonly counting: CountState;
}

interface CountState {
  /** The number of documents that are still to be counted. */
  left: number;
  /** Whether the total may lag, because the list is so long. */
  mayLag: boolean;
}

export function newCount(): CountState {
  return { left: Number.POSITIVE_INFINITY, mayLag: false };
}

export function isStop(found: Found): found is Stop {
  return found !== undefined && 'isStop' in found;
}

export function isBefore({ isDescending }: Search, one: string, other: string): boolean {
  return isDescending ? one > other : one < other;
}

/** The next possible position in the order of the list; undefined after the last one. */
export function following({ isDescending }: Search, position: string): string | undefined {
  return neighbourId(position, isDescending ? -1 : 1);
}

/** A stream, and whether every candidate that it counts matches the query. */
export interface OpenStream {
  readonly stream: CandidateStream;
  readonly isExact: boolean;
}

export interface Counted {
  /** A lower bound if it is not complete. */
  readonly count: number;
  readonly isComplete: boolean;
}

export interface OpenedSearch extends OpenStream {
  /** A lower bound of the documents that match, if there are too many to count at once. */
  readonly atLeast?: number | undefined;
  /** The number of all documents that match, up to `countUpTo`, where the stream would have to check each of them. */
  readonly counted?: Counted | undefined;
}

/** `pass` for a stream that can only visit its candidates one by one. */
export async function passEach(
  search: Search,
  stream: CandidateStream,
  { from, limit }: { readonly from: string; readonly limit: number },
): Promise<SkipResult> {
  let next: string | undefined = from;
  let count = 0;
  while (count < limit && next !== undefined) {
    const known = stream.known(next);
    const found = known === 'unknown' ? await stream.seek(next, 'count') : known;
    if (found === undefined) return { count, next: undefined, isStopped: false };
    if (isStop(found)) return { count, next: found.position, isStopped: true };
    count++;
    search.counting.left--;
    next = following(search, found.position);
  }
  return { count, next, isStopped: false };
}
