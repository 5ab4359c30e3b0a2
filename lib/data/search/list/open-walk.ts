/** Opens the streams of a plan. The terms of a prefix are read here: they are adjacent in the index. */

import { parseItems } from '../../store/malformed.ts';
import { queryItems } from '../../store/table-reads.ts';
import { parseEntry, parseEntryKey, queryPlace } from '../index/entries.ts';
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
import { type CandidateStream, following, type OpenStream, type Search } from './candidate-stream.ts';
import type { Plan, Walk } from './combine-plans.ts';
import { Intersection } from './intersection.ts';
import { LoadedStream, loadCandidates } from './loaded-stream.ts';
import { Difference, Union } from './merged-streams.ts';
import { type LoadedEntries, TermStream } from './term-stream.ts';

type Prefix = Extract<Walk, { kind: 'prefix' }>;
type All = Extract<Walk, { kind: 'all' }>;

/** The limit of terms to read. Beyond it, checking the documents is cheaper. */
const maxTerms = 16;

/** The number of entries, of any term, that one read unit covers. */
const entriesPerRead = 70;

export interface OpenWalk extends OpenStream {
  /** A lower bound of the documents that have one of the terms. */
  readonly atLeast?: number;
}

/** The most read units that all terms together add to the count's budget. */
const maxUnitsOfTerms = 68;

/** @param limit The most documents of many terms to load at once; 0 if there are known to be more. */
export async function openWalk(search: Search, { walk, isExact }: Plan, limit: number): Promise<OpenWalk> {
  const opened = await open(search, walk);
  if (opened) return opened;
  const walks = walk.kind === 'any' ? walk.of : [walk];
  const terms = walks.filter((one) => one.kind === 'term' || one.kind === 'prefix');
  const isLoadable = isExact && terms.length === walks.length && limit > 0;
  const loaded = isLoadable ? await loadCandidates(search, terms, limit) : undefined;
  if (loaded?.isComplete) return { stream: new LoadedStream(search, loaded.candidates), isExact: true };
  const range = walk.kind === 'prefix' ? walk.range : everyId;
  const stream = openTerm(search, search.space.all, range);
  return { stream, isExact: false, ...(loaded ? { atLeast: loaded.candidates.length } : {}) };
}

/** Undefined if checking all documents is better. */
async function open(search: Search, walk: Walk): Promise<OpenStream | undefined> {
  switch (walk.kind) {
    case 'term':
      return { stream: openTerm(search, walk.term, walk.range), isExact: true };
    case 'prefix':
      return openPrefix(search, walk);
    case 'unsure': {
      const opened = await open(search, walk.of);
      return opened && unsure(search, opened.stream);
    }
    case 'any':
      return openAny(search, walk.of);
    case 'all':
      return openAll(search, walk);
  }
}

/** The shards of a term are read side by side. */
function openTerm(search: Search, term: string, range: IdRange): CandidateStream {
  const streams = partsOfTerm(search.space, term, range).map((part) => openPart(search, part));
  const [first, ...others] = streams;
  if (first && others.length === 0) return first;
  return new Union(
    search,
    streams.map((stream) => ({ stream, isExact: true })),
  );
}

/** Opens a part and adds its units to the count's budget, up to the limit of all terms. */
function openPart(search: Search, part: TermPart, loaded?: LoadedEntries): TermStream {
  const { unitsLeft, unitsPerTerm } = search;
  unitsLeft.count = Math.max(unitsLeft.count, Math.min(maxUnitsOfTerms, unitsLeft.count + unitsPerTerm));
  return new TermStream(search, part, loaded);
}

async function openAny(search: Search, walks: readonly Walk[]): Promise<OpenStream | undefined> {
  const opened = await openEach(search, walks);
  const streams = opened.filter((one) => one !== undefined);
  if (streams.length < walks.length) return undefined;
  return { stream: new Union(search, streams), isExact: streams.every(({ isExact }) => isExact) };
}

/** Leaves out parts that cannot be opened: the stream then has more documents and is inexact. */
async function openAll(search: Search, { of, without }: All): Promise<OpenStream | undefined> {
  const opened = (await openEach(search, of)).filter((one) => one !== undefined);
  const others = (await openEach(search, without)).filter((one) => one !== undefined);
  const excluded = others.filter((one) => one.isExact);
  const isExact = opened.length === of.length && opened.every((one) => one.isExact);
  const [first] = opened;
  if (!first) return undefined;
  const streams = opened.map(({ stream }) => stream);
  const stream = streams.length === 1 ? first.stream : new Intersection(search, streams);
  const rest = excluded.length === 0 ? stream : new Difference(search, stream, excluded);
  return isExact && excluded.length === without.length ? { stream: rest, isExact } : unsure(search, rest);
}

/** Marks all candidates of a stream as unproven, whatever its parts claim. */
function unsure(search: Search, stream: CandidateStream): OpenStream {
  return { stream: new Union(search, [{ stream, isExact: false }]), isExact: false };
}

function openEach(search: Search, walks: readonly Walk[]): Promise<readonly (OpenStream | undefined)[]> {
  return Promise.all(walks.map((walk) => open(search, walk)));
}

async function openPrefix(search: Search, walk: Prefix): Promise<OpenStream | undefined> {
  const terms = await readTerms(search, walk);
  if (!terms) return undefined;
  const { prefix, range } = walk;
  const found = [...terms.values()].filter(({ part }) => termBeginsWith(part.term, prefix) !== false);
  const opened = found.map(({ part, loaded }) => ({
    stream: openPart(search, part, loaded),
    isExact: termBeginsWith(part.term, prefix) === true,
  }));
  const shards = shardsOfPrefix(search.space, walk, range).map((part) => ({
    stream: openPart(search, part),
    isExact: termBeginsWith(part.term, prefix) === true,
  }));
  const all = [...opened, ...shards];
  const isExact = all.every((one) => one.isExact);
  return { stream: all.length === 1 && all[0] ? all[0].stream : new Union(search, all), isExact };
}

interface ReadTerm {
  readonly part: TermPart;
  readonly loaded: LoadedEntries;
}

/** The terms in the place of a prefix, each with its first entries; undefined if there are too many. */
async function readTerms(search: Search, walk: Prefix): Promise<ReadonlyMap<string, ReadTerm> | undefined> {
  const { table, isNewestFirst } = search;
  const place = placeOfPrefix(search.space, walk);
  const terms = new Map<string, ReadTerm>();
  const partOf = (term: string) => ({ ...placeOfTerm(search.space, term), term, ...walk.range });
  let beyond: TermPart | undefined;
  do {
    const page = { isNewestFirst, isConsistent: false, limit: entriesPerRead };
    const output = await queryItems(table, queryPlace(place, beyond, page));
    const entries = parseItems(table, output.items, parseEntry);
    const last = output.last && parseEntryKey(output.last);
    for (const [term, its] of Map.groupBy(entries, ({ term }) => term)) {
      const next = term === last?.term ? following(search, last.id) : undefined;
      terms.set(term, { part: partOf(term), loaded: { entries: its, next } });
    }
    beyond = last && partOf(last.term);
    if (terms.size > maxTerms) return undefined;
  } while (beyond !== undefined);
  return terms;
}
