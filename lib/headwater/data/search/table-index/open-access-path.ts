/** Opens the streams of a plan. The terms of a prefix are read here: they are adjacent in the index. */

import { parseItems } from '../../store/malformed.ts';
import { parsePosting, parsePostingKey, queryPlace, unitsOf } from '../index/postings.ts';
import {
  everyId,
  type IdRange,
  partsOfTerm,
  placeOfPrefix,
  placeOfTerm,
  shardsOfPrefix,
  type TermPart,
  termBeginsWith,
} from '../index/terms.ts';
import { type CandidateStream, following, type OpenedSearch, type OpenStream } from '../list/search-index.ts';
import type { AccessPath, AccessPlan } from './combine-plans.ts';
import { Intersection } from './intersection.ts';
import { isLoadable, LoadedStream, loadCandidates } from './loaded-stream.ts';
import { Difference, Union } from './merged-streams.ts';
import { type LoadedPostings, openPart, type TableSearch } from './term-stream.ts';

type Prefix = Extract<AccessPath, { kind: 'prefix' }>;
type Values = Extract<AccessPath, { kind: 'values' }>;
type All = Extract<AccessPath, { kind: 'all' }>;

/** The limit of terms to read. Beyond it, checking the documents is cheaper. */
const maxTerms = 16;

/**
 * The most postings of a range of values that are loaded, to bring them into the order of the list: 11 units. A list that is sorted
 * by the values needs none of this.
 */
const maxValues = 2_000;

/** The number of postings, of any term, that one read unit covers. */
const postingsPerRead = 85;

export async function openAccessPath(
  search: TableSearch,
  { path, isExact }: AccessPlan,
): Promise<OpenedSearch> {
  const opened = await open(search, path);
  if (opened) return opened;
  const paths = path.kind === 'any' ? path.of : [path];
  const terms = paths.filter(isLoadable);
  // A list that knows its total to be larger cannot load all at once.
  const mayLoad = isExact && terms.length === paths.length && search.countUpTo > 0;
  const loaded = mayLoad ? await loadCandidates(search, terms, search.countUpTo) : undefined;
  if (loaded?.isComplete) return { stream: new LoadedStream(search, loaded.candidates), isExact: true };
  const range = path.kind === 'prefix' || path.kind === 'values' ? path.range : everyId;
  const stream = openTerm(search, search.space.all, range);
  return { stream, isExact: false, ...(loaded ? { atLeast: loaded.candidates.length } : {}) };
}

/**
 * @param isExcluded Whether the list leaves out what the stream has.
 * @returns undefined if checking all documents is better.
 */
async function open(
  search: TableSearch,
  path: AccessPath,
  isExcluded = false,
): Promise<OpenStream | undefined> {
  switch (path.kind) {
    case 'term':
      return { stream: openTerm(search, path.term, path.range), isExact: true };
    case 'prefix':
      return openPrefix(search, path);
    case 'values':
      return openValues(search, path);
    case 'needsRecheck': {
      const opened = await open(search, path.of, isExcluded);
      return opened && needsRecheck(search, opened.stream);
    }
    case 'any':
      return openAny(search, path.of, isExcluded);
    case 'all':
      return openAll(search, path, isExcluded);
  }
}

/** The shards of a term are read side by side. */
function openTerm(search: TableSearch, term: string, range: IdRange): CandidateStream {
  const streams = partsOfTerm(search.space, term, range).map((part) => openPart(search, part));
  const [first, ...others] = streams;
  if (first && others.length === 0) return first;
  return new Union(
    search,
    streams.map((stream) => ({ stream, isExact: true })),
  );
}

async function openAny(
  search: TableSearch,
  paths: readonly AccessPath[],
  isExcluded: boolean,
): Promise<OpenStream | undefined> {
  const opened = await openEach(search, paths, isExcluded);
  const streams = opened.filter((one) => one !== undefined);
  if (streams.length < paths.length) return undefined;
  return { stream: new Union(search, streams), isExact: streams.every(({ isExact }) => isExact) };
}

/** Leaves out parts that cannot be opened: the stream then has more documents and is inexact. */
async function openAll(
  search: TableSearch,
  { of, without }: All,
  isExcluded: boolean,
): Promise<OpenStream | undefined> {
  const opened = (await openEach(search, of, isExcluded)).filter((one) => one !== undefined);
  const others = (await openEach(search, without, true)).filter((one) => one !== undefined);
  const excluded = others.filter((one) => one.isExact);
  const isExact = opened.length === of.length && opened.every((one) => one.isExact);
  const [first] = opened;
  if (!first) return undefined;
  const streams = opened.map(({ stream }) => stream);
  const stream = streams.length === 1 ? first.stream : new Intersection(search, streams, isExcluded);
  const rest = excluded.length === 0 ? stream : new Difference(search, stream, excluded);
  return isExact && excluded.length === without.length
    ? { stream: rest, isExact }
    : needsRecheck(search, rest);
}

/** Marks all candidates of a stream as unproven, whatever its parts claim. */
function needsRecheck(search: TableSearch, stream: CandidateStream): OpenStream {
  return { stream: new Union(search, [{ stream, isExact: false }]), isExact: false };
}

function openEach(
  search: TableSearch,
  paths: readonly AccessPath[],
  isExcluded: boolean,
): Promise<readonly (OpenStream | undefined)[]> {
  return Promise.all(paths.map((path) => open(search, path, isExcluded)));
}

/** The documents with these values are in the order of the values, not of the list. */
async function openValues(search: TableSearch, path: Values): Promise<OpenStream | undefined> {
  const loaded = await loadCandidates(search, [path], maxValues);
  if (!loaded?.isComplete) return undefined;
  return { stream: new LoadedStream(search, loaded.candidates), isExact: true };
}

async function openPrefix(search: TableSearch, path: Prefix): Promise<OpenStream | undefined> {
  const terms = await readTerms(search, path);
  if (!terms) return undefined;
  const { prefix, range } = path;
  const found = [...terms.values()].filter(({ part }) => termBeginsWith(part.term, prefix) !== false);
  const opened = found.map(({ part, loaded }) => ({
    stream: openPart(search, part, loaded),
    isExact: termBeginsWith(part.term, prefix) === true,
  }));
  const shards = shardsOfPrefix(search.space, path, range).map((part) => ({
    stream: openPart(search, part),
    isExact: termBeginsWith(part.term, prefix) === true,
  }));
  const all = [...opened, ...shards];
  const isExact = all.every((one) => one.isExact);
  return { stream: all.length === 1 && all[0] ? all[0].stream : new Union(search, all), isExact };
}

interface ReadTerm {
  readonly part: TermPart;
  readonly loaded: LoadedPostings;
}

/** The terms in the place of a prefix, each with its first postings; undefined if there are too many. */
async function readTerms(
  search: TableSearch,
  path: Prefix,
): Promise<ReadonlyMap<string, ReadTerm> | undefined> {
  const { table, queryItems, isDescending } = search;
  const place = placeOfPrefix(search.space, path);
  const terms = new Map<string, ReadTerm>();
  const partOf = (term: string) => ({ ...placeOfTerm(search.space, term), term, ...path.range });
  let beyond: TermPart | undefined;
  do {
    const page = { isDescending, isConsistent: false, limit: postingsPerRead };
    const output = await queryItems(table, queryPlace(place, beyond, page));
    search.budget.spend('page', unitsOf(output.items, false));
    const postings = parseItems(table, output.items, parsePosting);
    const last = output.last && parsePostingKey(output.last);
    for (const [term, its] of Map.groupBy(postings, ({ term }) => term)) {
      const next = term === last?.term ? following(search, last.id) : undefined;
      terms.set(term, { part: partOf(term), loaded: { postings: its, next } });
    }
    beyond = last && partOf(last.term);
    if (terms.size > maxTerms) return undefined;
  } while (beyond !== undefined);
  return terms;
}
