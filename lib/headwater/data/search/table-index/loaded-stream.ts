/** The documents of many terms, too many to read side by side: all their postings are loaded first. */

import { parseItems } from '../../store/malformed.ts';
import type { QueryPage } from '../../store/table-reads.ts';
import {
  type Posting,
  type PostingPage,
  parsePosting,
  queryPart,
  queryPlace,
  unitsOf,
} from '../index/postings.ts';
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
} from '../list/search-index.ts';
import type { AccessPath } from './combine-plans.ts';
import type { TableSearch } from './term-stream.ts';

export type LoadablePath = Extract<AccessPath, { kind: 'term' | 'prefix' | 'values' }>;

export function isLoadable(path: AccessPath): path is LoadablePath {
  return path.kind === 'term' || path.kind === 'prefix' || path.kind === 'values';
}

/** 2,000 of the largest postings cost 14 read units. */
const postingsPerRead = 2_000;

/** The least number of postings that a read asks for, since several postings may lead to one document. */
const leastPerRead = 200;

/** The postings that a read asks for per wanted document, which may have several of the terms. */
const postingsPerDocument = 2;

export class LoadedStream implements CandidateStream {
  readonly #search: Search;
  readonly #candidates: readonly Candidate[];
  #at = 0;

  /** @param candidates All candidates, in the order of the list. */
  constructor(search: Search, candidates: readonly Candidate[]) {
    this.#search = search;
    this.#candidates = candidates;
  }

  known(position: string): Found {
    let candidate = this.#candidates[this.#at];
    while (candidate && isBefore(this.#search, candidate.position, position))
      candidate = this.#candidates[++this.#at];
    return candidate;
  }

  seek(position: string): Promise<Found> {
    return Promise.resolve(this.known(position));
  }

  pass(position: string, limit: number): Promise<SkipResult> {
    this.known(position);
    const count = Math.min(limit, this.#candidates.length - this.#at);
    this.#at += count;
    return Promise.resolve({ count, next: this.#candidates[this.#at]?.position, isStopped: false });
  }

  extent() {
    return { end: undefined, size: this.#candidates.length - this.#at };
  }
}

interface LoadedCandidates {
  /** In the order of the list. */
  readonly candidates: readonly Candidate[];
  /** Whether all postings have been read. */
  readonly isComplete: boolean;
}

/**
 * Loads each document once, and at least `limit` of them if there are that many.
 *
 * @returns Undefined if the index cannot tell which documents match, because a text has been shortened.
 */
export async function loadCandidates(
  search: TableSearch,
  paths: readonly LoadablePath[],
  limit: number,
): Promise<LoadedCandidates | undefined> {
  const found = new Map<string, Candidate>();
  const wanted = () => limit - found.size;
  const maxPostings = postingsPerDocument * limit;
  for await (const postings of readTerms(search, paths, { wanted, maxPostings })) {
    if (postings === 'undecided') return undefined;
    if (postings === 'stopped') return { candidates: inOrder(search, found), isComplete: false };
    for (const { id, units } of postings)
      found.set(id, { position: id, units: units ?? found.get(id)?.units });
    if (found.size >= limit) return { candidates: inOrder(search, found), isComplete: false };
  }
  return { candidates: inOrder(search, found), isComplete: true };
}

function inOrder(search: TableSearch, found: ReadonlyMap<string, Candidate>): Candidate[] {
  return [...found.values()].toSorted((a, b) => (isBefore(search, a.position, b.position) ? -1 : 1));
}

async function* readTerms(
  search: TableSearch,
  paths: readonly LoadablePath[],
  { wanted, maxPostings }: { readonly wanted: () => number; readonly maxPostings: number },
): AsyncGenerator<readonly Posting[] | 'undecided' | 'stopped'> {
  let left = maxPostings;
  const nextLimit = () => Math.min(postingsPerRead, Math.max(wanted(), leastPerRead), left);
  for (const path of paths) {
    for await (const postings of readAll(search, path, nextLimit)) {
      left -= postings?.length ?? 0;
      yield postings ? (postingsIn(path, postings) ?? 'undecided') : 'stopped';
    }
  }
}

/** Yields undefined last when the budget is used up. */
async function* readAll(
  search: TableSearch,
  path: LoadablePath,
  nextLimit: () => number,
): AsyncGenerator<readonly Posting[] | undefined> {
  for (const place of placesOf(search, path)) {
    let after: PostingPage['after'];
    do {
      const limit = nextLimit();
      if (limit <= 0 || search.budget.left('page') <= 0 || search.isTimeUp()) return yield undefined;
      const page = { isDescending: search.isDescending, isConsistent: false, limit, after };
      const request = 'term' in place ? queryPart(place, place, page) : queryPlace(place, undefined, page);
      const output: QueryPage = await search.queryItems(search.table, request);
      search.budget.spend('page', unitsOf(output.items, false));
      yield parseItems(search.table, output.items, parsePosting);
      after = output.last;
    } while (after !== undefined);
  }
}

function placesOf({ space }: TableSearch, path: LoadablePath): readonly (TermPart | TermPlace)[] {
  if (path.kind === 'term') return partsOfTerm(space, path.term, path.range);
  if (path.kind === 'values') return partsOfTerm(space, path.term, path.positions);
  return [placeOfPrefix(space, path), ...shardsOfPrefix(space, path, path.range)];
}

/** Undefined if only the documents can tell. */
function postingsIn(path: LoadablePath, postings: readonly Posting[]): Posting[] | undefined {
  const { low, high } = path.range;
  const within = postings.filter(({ id }) => low <= id && id <= high);
  const isOf = ({ term }: Posting) => path.kind !== 'prefix' || termBeginsWith(term, path.prefix);
  return within.some((posting) => isOf(posting) === undefined) ? undefined : within.filter(isOf);
}
