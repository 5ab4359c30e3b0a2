/** A plan's streams. Which terms begin with a prefix is read here: they stand beside each other in the index. */

import { type CandidateStream, following, type Search } from './candidate-stream.ts';
import { firstId, lastId } from './ids.ts';
import { parseEntry, parseEntryKey, queryPlace } from './index-entries.ts';
import { allSources, placeOfPrefix, termBeginsWith } from './index-terms.ts';
import type { Plan, Walk } from './list-plan.ts';
import { Intersection, Union } from './merged-streams.ts';
import { type LoadedEntries, TermStream } from './term-stream.ts';

export interface OpenWalk {
  readonly stream: CandidateStream;
  /** Every candidate is what is asked for. */
  readonly isExact: boolean;
}

type Prefix = Extract<Walk, { kind: 'prefix' }>;

/** Of more terms than these it is dearer to read each than to look at the sources themselves. */
const maxTerms = 16;

/** Entries of a prefix that cost one read unit, whatever their terms. */
const entriesPerRead = 70;

export async function openWalk(search: Search, { walk, isExact }: Plan): Promise<OpenWalk> {
  const opened = await open(search, walk);
  if (opened) return { ...opened, isExact: isExact && opened.isExact };
  return {
    stream: new TermStream(search, { term: allSources, range: { low: firstId, high: lastId } }),
    isExact: false,
  };
}

/** Undefined when it is better to look at all sources. */
async function open(search: Search, walk: Walk): Promise<OpenWalk | undefined> {
  switch (walk.kind) {
    case 'term':
      return { stream: new TermStream(search, walk), isExact: true };
    case 'prefix':
      return openPrefix(search, walk);
    case 'any':
      return openAny(search, walk.of);
    case 'all':
      return openAll(search, walk.of);
  }
}

async function openAny(search: Search, walks: readonly Walk[]): Promise<OpenWalk | undefined> {
  const opened = await Promise.all(walks.map((walk) => open(search, walk)));
  if (!opened.every((one) => one !== undefined)) return undefined;
  return {
    stream: new Union(
      search,
      opened.map(({ stream }) => stream),
    ),
    isExact: opened.every(({ isExact }) => isExact),
  };
}

/** What is left out makes it less exact, and leads to the same sources. */
async function openAll(search: Search, walks: readonly Walk[]): Promise<OpenWalk | undefined> {
  const opened = (await Promise.all(walks.map((walk) => open(search, walk)))).filter(
    (one) => one !== undefined,
  );
  const [first] = opened;
  if (!first) return undefined;
  return {
    stream:
      opened.length === 1
        ? first.stream
        : new Intersection(
            search,
            opened.map(({ stream }) => stream),
          ),
    isExact: opened.length === walks.length && opened.every(({ isExact }) => isExact),
  };
}

async function openPrefix(search: Search, { of, prefix, range }: Prefix): Promise<OpenWalk | undefined> {
  const place = placeOfPrefix(of, prefix);
  const terms = new Map<string, LoadedEntries>();
  let beyond: string | undefined;
  do {
    const { table, tableName, isNewestFirst } = search;
    const page = { isNewestFirst, isConsistent: true, limit: entriesPerRead };
    const output = await table.query(queryPlace(tableName, place, beyond, page));
    const entries = (output.Items ?? []).map(parseEntry);
    const last = output.LastEvaluatedKey && parseEntryKey(output.LastEvaluatedKey);
    for (const [term, its] of Map.groupBy(entries, ({ term }) => term))
      terms.set(term, { entries: its, next: term === last?.term ? following(search, last.id) : undefined });
    beyond = last?.term;
    if (terms.size > maxTerms) return undefined;
  } while (beyond !== undefined);
  const found = [...terms].filter(([term]) => termBeginsWith(term, prefix) !== false);
  const streams = found.map(([term, loaded]) => new TermStream(search, { term, range }, loaded));
  return {
    stream: streams.length === 1 && streams[0] ? streams[0] : new Union(search, streams),
    isExact: found.every(([term]) => termBeginsWith(term, prefix)),
  };
}
