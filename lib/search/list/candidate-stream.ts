/** Sources that may be what a list asks for, one after the other, in the order of the list. */

import { neighbourId } from '../../store/ids.ts';
import type { TableAccess } from '../../store/table-access.ts';
import type { IndexEntry } from '../index/index-entries.ts';

export interface Candidate {
  readonly id: string;
  /** By which it was found. */
  readonly entries: readonly IndexEntry[];
  /** Among others that have to be looked at: it is what is asked for, as far as the index says. */
  readonly isSure?: boolean;
}

/** Where a search ended that may read no more: what is from there on is not known. */
export interface Stop {
  readonly id: string;
  readonly isStop: true;
}

/** Undefined: there is nothing more. */
export type Found = Candidate | Stop | undefined;

/**
 * What is read. For a `page` strongly, and candidates may be given that are
 * none, since each is checked on its source. For a `count` what is given is
 * what counts, and the writes of the last moment may not be seen yet: it costs
 * half.
 */
export type Purpose = 'page' | 'count';

export interface CandidateStream {
  /** The first candidate that is this id or comes after it. No id comes before that of an earlier call. */
  seek(id: string, purpose: Purpose): Promise<Found>;
  /** The same, when nothing has to be read for it. */
  known(id: string): Found | 'unknown';
  /** Goes on by so many candidates at most, from this id on. */
  pass(id: string, limit: number): Promise<Passed>;
  extent(): Extent;
}

/** How far a stream is known. */
export interface Extent {
  /** From where on it is not; undefined: it is known as a whole. */
  readonly end: string | undefined;
  /** How many candidates are known. */
  readonly size: number;
}

export interface Passed {
  readonly count: number;
  /** What comes next; undefined at the end. */
  readonly next: string | undefined;
  readonly isStopped: boolean;
}

/** What the streams of one list have in common. */
export interface Search {
  readonly table: TableAccess;
  readonly tableName: string;
  readonly isNewestFirst: boolean;
  /** How many hits are asked for. */
  readonly wanted: number;
  readonly isTimeUp: () => boolean;
  /** How many read units of entries may still be read before the search stops. */
  readonly unitsLeft: Record<Purpose, number>;
}

export function isStop(found: Found): found is Stop {
  return found !== undefined && 'isStop' in found;
}

export function isBefore({ isNewestFirst }: Search, one: string, other: string): boolean {
  return isNewestFirst ? one > other : one < other;
}

/** The next id there can be; undefined after the last. */
export function following({ isNewestFirst }: Search, id: string): string | undefined {
  return neighbourId(id, isNewestFirst ? -1 : 1);
}

/** A stream, and whether all that it counts is what is asked for. */
export interface OpenStream {
  readonly stream: CandidateStream;
  readonly isExact: boolean;
}

/** `pass` for a stream whose candidates have to be looked at. */
export async function passEach(
  search: Search,
  stream: CandidateStream,
  { from, limit }: { readonly from: string; readonly limit: number },
): Promise<Passed> {
  let next: string | undefined = from;
  let count = 0;
  while (count < limit && next !== undefined) {
    const known = stream.known(next);
    const found = known === 'unknown' ? await stream.seek(next, 'count') : known;
    if (found === undefined) return { count, next: undefined, isStopped: false };
    if (isStop(found)) return { count, next: found.id, isStopped: true };
    count++;
    next = following(search, found.id);
  }
  return { count, next, isStopped: false };
}
