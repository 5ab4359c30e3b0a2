/** Opens the streams of a plan. The terms of a prefix are read here: they are adjacent in the index. */

import { firstId, lastId } from '../../store/ids.ts';
import { parseEntry, parseEntryKey, queryPlace } from '../index/entries.ts';
import { placeOfPrefix, termBeginsWith } from '../index/terms.ts';
import { type CandidateStream, following, type OpenStream, type Search } from './candidate-stream.ts';
import type { Plan, Walk } from './combine-plans.ts';
import { Intersection } from './intersection.ts';
import { LoadedStream, loadCandidates } from './loaded-stream.ts';
import { Difference, Union } from './merged-streams.ts';
import { type LoadedEntries, TermStream } from './term-stream.ts';

type Prefix = Extract<Walk, { kind: 'prefix' }>;
type All = Extract<Walk, { kind: 'all' }>;

/** Reading more terms than these costs more than checking the documents. */
const maxTerms = 16;

/** Entries of any terms that one read unit pays for. */
const entriesPerRead = 70;

export interface OpenWalk extends OpenStream {
  /** A lower bound of the total when there are too many documents to count. */
  readonly atLeast?: number;
}

/** @param limit Up to this many documents of many terms are loaded at once; 0 when there are known to be more. */
export async function openWalk(search: Search, { walk, isExact }: Plan, limit: number): Promise<OpenWalk> {
  const opened = await open(search, walk);
  if (opened) return opened;
  const walks = walk.kind === 'any' ? walk.of : [walk];
  const terms = walks.filter((one) => one.kind === 'term' || one.kind === 'prefix');
  const isLoadable = isExact && terms.length === walks.length && limit > 0;
  const loaded = isLoadable ? await loadCandidates(search, terms, limit) : undefined;
  if (loaded?.isComplete) return { stream: new LoadedStream(search, loaded.candidates), isExact: true };
  const range = walk.kind === 'prefix' ? walk.range : { low: firstId, high: lastId };
  const stream = new TermStream(search, { term: search.all, range });
  return { stream, isExact: false, ...(loaded ? { atLeast: loaded.candidates.length } : {}) };
}

/** Undefined when checking all documents is better. */
async function open(search: Search, walk: Walk): Promise<OpenStream | undefined> {
  switch (walk.kind) {
    case 'term':
      return { stream: new TermStream(search, walk), isExact: true };
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

async function openAny(search: Search, walks: readonly Walk[]): Promise<OpenStream | undefined> {
  const opened = await openEach(search, walks);
  const streams = opened.filter((one) => one !== undefined);
  if (streams.length < walks.length) return undefined;
  return { stream: new Union(search, streams), isExact: streams.every(({ isExact }) => isExact) };
}

/** Parts that cannot be opened are left out: the stream then has more documents and is not exact. */
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

/** None of its candidates is sure, whatever its parts say. */
function unsure(search: Search, stream: CandidateStream): OpenStream {
  return { stream: new Union(search, [{ stream, isExact: false }]), isExact: false };
}

function openEach(search: Search, walks: readonly Walk[]): Promise<readonly (OpenStream | undefined)[]> {
  return Promise.all(walks.map((walk) => open(search, walk)));
}

async function openPrefix(search: Search, { of, prefix, range }: Prefix): Promise<OpenStream | undefined> {
  const place = placeOfPrefix(of, prefix);
  const terms = new Map<string, LoadedEntries>();
  let beyond: string | undefined;
  do {
    const { table, isNewestFirst } = search;
    const page = { isNewestFirst, isConsistent: false, limit: entriesPerRead };
    const output = await table.query(queryPlace(place, beyond, page));
    const entries = (output.Items ?? []).map(parseEntry);
    const last = output.LastEvaluatedKey && parseEntryKey(output.LastEvaluatedKey);
    for (const [term, its] of Map.groupBy(entries, ({ term }) => term))
      terms.set(term, { entries: its, next: term === last?.term ? following(search, last.id) : undefined });
    beyond = last?.term;
    if (terms.size > maxTerms) return undefined;
  } while (beyond !== undefined);
  const found = [...terms].filter(([term]) => termBeginsWith(term, prefix) !== false);
  const opened = found.map(([term, loaded]) => ({
    stream: new TermStream(search, { term, range }, loaded),
    isExact: termBeginsWith(term, prefix) === true,
  }));
  const isExact = opened.every((one) => one.isExact);
  return { stream: opened.length === 1 && opened[0] ? opened[0].stream : new Union(search, opened), isExact };
}
