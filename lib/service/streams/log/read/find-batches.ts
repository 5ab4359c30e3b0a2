/** Asks the index of batches in the search engine which of them may have a record that matches. */

import type { Needs } from '@headwater/ingest/conditions';
import { itemsOf, membersOf } from 'headwater/json';
import { type Engine, namesOfIndex, postJson } from 'headwater/search-engine';
import { segmentOf, segmentPositions } from '../batch-items.ts';
import type { LogName, PushedRange } from '../log-types.ts';
import { batchShape, textOfHash } from './batch-shape.ts';

export interface AskedBatches {
  /** The next position of the walk. */
  readonly at: number;
  /** The last one in its order. */
  readonly last: number;
  readonly isNewestFirst: boolean;
  readonly needs: Needs;
  readonly pushed?: PushedRange | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The hashes of paths. */
  readonly paths: readonly number[];
}

export interface BatchRange {
  readonly first: number;
  /** The position after the last one. */
  readonly end: number;
}

/** Positions of a segment of which the index has every batch. */
export interface KnownRun extends BatchRange {
  /** When its last batch was pushed or, with the newest first, its first one, in milliseconds since 1970; absent if all are voids. */
  readonly at?: number;
}

/** What the index knows, in the order of the walk. */
export interface KnownBatches {
  readonly runs: readonly KnownRun[];
  /** Batches in which a record may match. */
  readonly candidates: readonly BatchRange[];
  /** The last position that this is about. */
  readonly through: number;
  /** The first position of the next batch that has a path, by its hash. */
  readonly pathsAt: ReadonlyMap<number, number>;
}

/** The most segments of one request: the engine makes a bucket of each. */
const maxSegments = 1_024;
const maxCandidates = 100;

/** @throws ServiceError unavailable, timeout; EngineRefusal. */
export async function findBatches(
  engine: Engine,
  { owner, stream, tableName }: LogName & { readonly tableName: string },
  asked: AskedBatches,
): Promise<KnownBatches> {
  const { isNewestFirst, needs, pushed, now, paths } = asked;
  const [lower, upper] = boundsOf(asked);
  const order = isNewestFirst ? 'desc' : 'asc';
  const [nearest, latest] = isNewestFirst ? ['max', 'min'] : ['min', 'max'];
  const isWanted = [
    { range: { first: { lte: upper } } },
    { range: { end: { gt: lower } } },
    { range: { expiresAt: { gt: now / 1_000 } } },
    ...timeClause(pushed),
  ];
  const segments = { gte: segmentOf(lower), lte: segmentOf(upper) };
  const metrics = {
    first: { min: { field: 'first' } },
    end: { max: { field: 'end' } },
    span: { sum: { field: 'span' } },
    at: { [latest]: { field: 'at' } },
  };
  const body = {
    size: maxCandidates,
    _source: false,
    track_total_hits: false,
    query: {
      bool: { filter: [{ term: { owner } }, { term: { stream } }, { range: { segment: segments } }] },
    },
    post_filter: { bool: { filter: [...isWanted, clauseOf(needs)] } },
    sort: [{ first: order }, { end: order }],
    aggs: {
      runs: { histogram: { field: 'segment', interval: 1, min_doc_count: 1 }, aggs: metrics },
      ...Object.fromEntries(
        paths.map((hash) => [
          textOfHash(hash),
          {
            filter: { bool: { filter: [...isWanted, clauseOf({ kind: 'path', hash })] } },
            aggs: { at: { [nearest]: { field: 'first' } } },
          },
        ]),
      ),
    },
  };
  const found = await postJson(engine, [namesOfIndex(tableName, batchShape).written, '_search'], body, {
    filter_path: 'hits.hits.sort,aggregations',
    // An index that nobody has made knows nothing.
    allow_partial_search_results: 'false',
    ignore_unavailable: 'true',
  });
  return knownIn(found, asked);
}

/** The positions that one request is about. */
function boundsOf({ at, last, isNewestFirst }: AskedBatches): readonly [number, number] {
  const segment = segmentOf(at);
  return isNewestFirst
    ? [Math.max(last, (segment + 1 - maxSegments) * segmentPositions), at]
    : [at, Math.min(last, (segment + maxSegments) * segmentPositions - 1)];
}

function timeClause({ from, to }: PushedRange = {}): object[] {
  return from === undefined && to === undefined ? [] : [{ range: { at: { gte: from, lt: to } } }];
}

function clauseOf(needs: Needs): object {
  switch (needs.kind) {
    case 'term':
      return { term: { terms: textOfHash(needs.hash) } };
    case 'path':
      return { term: { paths: textOfHash(needs.hash) } };
    case 'and':
      return { bool: { filter: needs.of.map(clauseOf) } };
    case 'or':
      return { bool: { should: needs.of.map(clauseOf) } };
  }
}

function knownIn(found: unknown, asked: AskedBatches): KnownBatches {
  const { hits, aggregations } = membersOf(found);
  const { isNewestFirst, paths } = asked;
  const candidates = itemsOf(membersOf(hits)['hits']).map((hit): BatchRange => {
    const [first, end] = itemsOf(membersOf(hit)['sort']).map(Number);
    return { first: Number(first), end: Number(end) };
  });
  const runs = itemsOf(membersOf(membersOf(aggregations)['runs'])['buckets']).flatMap(
    (bucket): KnownRun[] => {
      const [first, end, span, at] = ['first', 'end', 'span', 'at'].map((name) => valueIn(bucket, name));
      const known = at === undefined ? {} : { at };
      const isWhole = first !== undefined && end !== undefined && end - first === span;
      return isWhole ? [{ first, end, ...known }] : [];
    },
  );
  const pathsAt = paths.flatMap((hash) => {
    const position = valueIn(membersOf(aggregations)[textOfHash(hash)], 'at');
    return position === undefined ? [] : [[hash, position] as const];
  });
  const cut = candidates.length < maxCandidates ? undefined : candidates.at(-1);
  const [lower, upper] = boundsOf(asked);
  const through = isNewestFirst ? (cut?.first ?? lower) : cut ? cut.end - 1 : upper;
  return {
    runs: isNewestFirst ? runs.toReversed() : runs,
    candidates,
    through,
    pathsAt: new Map(pathsAt),
  };
}

/** The number of an aggregation. */
function valueIn(found: unknown, name: string): number | undefined {
  const { value } = membersOf(membersOf(found)[name]);
  return typeof value === 'number' ? value : undefined;
}
