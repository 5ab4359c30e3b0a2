/** The documents of many terms, too many to read side by side: all their entries are loaded first. */

import { parseItems } from '../../store/malformed.ts';
import { type QueryPage, queryItems } from '../../store/table-reads.ts';
import { type EntryPage, type IndexEntry, parseEntry, queryPart, queryPlace } from '../index/entries.ts';
import {
  partsOfTerm,
  placeOfPrefix,
  shardsOfPrefix,
  type TermPart,
  type TermPlace,
  termBeginsWith,
} from '../index/terms.ts';
import {
  type Candidate,
  type CandidateStream,
  type Found,
  isBefore,
  type Search,
  type SkipResult,
} from './candidate-stream.ts';
import type { Walk } from './combine-plans.ts';

type TermsWalk = Extract<Walk, { kind: 'term' | 'prefix' }>;

/** 2,000 of the largest entries cost 14 read units. */
const entriesPerRead = 2_000;

/** The least number of entries that a read asks for, however few documents are wanted: entries may repeat documents. */
const leastPerRead = 200;

/** The number of entries that a read asks for per wanted document, since a document may have several of the terms. */
const entriesPerDocument = 2;

export class LoadedStream implements CandidateStream {
  readonly #search: Search;
  readonly #candidates: readonly Candidate[];
  #at = 0;

  /** @param candidates All candidates, in the order of the list. */
  constructor(search: Search, candidates: readonly Candidate[]) {
    this.#search = search;
    this.#candidates = candidates;
  }

  known(id: string): Found {
    let candidate = this.#candidates[this.#at];
    while (candidate && isBefore(this.#search, candidate.id, id)) candidate = this.#candidates[++this.#at];
    return candidate;
  }

  seek(id: string): Promise<Found> {
    return Promise.resolve(this.known(id));
  }

  pass(id: string, limit: number): Promise<SkipResult> {
    this.known(id);
    const count = Math.min(limit, this.#candidates.length - this.#at);
    this.#at += count;
    return Promise.resolve({ count, next: this.#candidates[this.#at]?.id, isStopped: false });
  }

  extent() {
    return { end: undefined, size: this.#candidates.length - this.#at };
  }
}

interface LoadedCandidates {
  /** In the order of the list. */
  readonly candidates: readonly Candidate[];
  /** Whether all entries have been read. */
  readonly isComplete: boolean;
}

/**
 * Loads each document once, and at least `limit` of them if there are that many.
 *
 * @returns Undefined if the index cannot tell which documents match, because a text has been shortened.
 */
export async function loadCandidates(
  search: Search,
  walks: readonly TermsWalk[],
  limit: number,
): Promise<LoadedCandidates | undefined> {
  const found = new Map<string, IndexEntry[]>();
  const wanted = () => limit - found.size;
  const maxEntries = entriesPerDocument * limit;
  for await (const entries of readTerms(search, walks, { wanted, maxEntries })) {
    if (entries === 'undecided') return undefined;
    if (entries === 'stopped') return { candidates: inOrder(search, found), isComplete: false };
    for (const entry of entries) found.set(entry.id, [...(found.get(entry.id) ?? []), entry]);
    if (found.size >= limit) return { candidates: inOrder(search, found), isComplete: false };
  }
  return { candidates: inOrder(search, found), isComplete: true };
}

function inOrder(search: Search, found: ReadonlyMap<string, readonly IndexEntry[]>): Candidate[] {
  const candidates = [...found].map(([id, entries]) => ({ id, entries }));
  return candidates.toSorted((a, b) => (isBefore(search, a.id, b.id) ? -1 : 1));
}

async function* readTerms(
  search: Search,
  walks: readonly TermsWalk[],
  { wanted, maxEntries }: { readonly wanted: () => number; readonly maxEntries: number },
): AsyncGenerator<readonly IndexEntry[] | 'undecided' | 'stopped'> {
  let left = maxEntries;
  const nextLimit = () => Math.min(entriesPerRead, Math.max(wanted(), leastPerRead), left);
  for (const walk of walks) {
    for await (const entries of readAll(search, walk, nextLimit)) {
      left -= entries?.length ?? 0;
      yield entries ? (entriesIn(walk, entries) ?? 'undecided') : 'stopped';
    }
  }
}

/** Yields undefined last when the budget is used up. */
async function* readAll(
  search: Search,
  walk: TermsWalk,
  nextLimit: () => number,
): AsyncGenerator<readonly IndexEntry[] | undefined> {
  for (const place of placesOf(search, walk)) {
    let after: EntryPage['after'];
    do {
      const limit = nextLimit();
      if (limit <= 0 || search.isTimeUp()) return yield undefined;
      const page = { isNewestFirst: search.isNewestFirst, isConsistent: false, limit, after };
      const request = 'term' in place ? queryPart(place, place, page) : queryPlace(place, undefined, page);
      const output: QueryPage = await queryItems(search.table, request);
      yield parseItems(search.table, output.items, parseEntry);
      after = output.last;
    } while (after !== undefined);
  }
}

function placesOf({ space }: Search, walk: TermsWalk): readonly (TermPart | TermPlace)[] {
  if (walk.kind === 'term') return partsOfTerm(space, walk.term, walk.range);
  return [placeOfPrefix(space, walk), ...shardsOfPrefix(space, walk, walk.range)];
}

/** Undefined if only the documents can tell. */
function entriesIn(walk: TermsWalk, entries: readonly IndexEntry[]): IndexEntry[] | undefined {
  const { low, high } = walk.range;
  const within = entries.filter(({ id }) => low <= id && id <= high);
  const isOf = ({ term }: IndexEntry) => walk.kind === 'term' || termBeginsWith(term, walk.prefix);
  return within.some((entry) => isOf(entry) === undefined) ? undefined : within.filter(isOf);
}
