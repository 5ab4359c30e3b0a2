/** Asks the index of batches in the search engine which of them may have a record that matches. */

import { namesOfIndex } from '../../../../data/search/engine-index/index-shape.ts';
import type { Engine } from '../../../../data/search-engine/engine.ts';
import { postJson } from '../../../../data/search-engine/post-json.ts';
import type { Needs } from '../../../preprocessors/conditions/record-terms.ts';
import { segmentOf, segmentPositions } from '../batch-items.ts';
import type { LogName, PushedRange } from '../log-types.ts';
import { batchShape, hashText } from './batch-shape.ts';

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
    ...{ size: maxCandidates, _source: false, track_total_hits: false },
    query: {
      bool: { filter: [{ term: { owner } }, { term: { stream } }, { range: { segment: segments } }] },
    },
    post_filter: { bool: { filter: [...isWanted, clauseOf(needs)] } },
    sort: [{ first: order }, { end: order }],
    aggs: {
      runs: { histogram: { field: 'segment', interval: 1, min_doc_count: 1 }, aggs: metrics },
      ...Object.fromEntries(
        paths.map((hash) => [
          hashText(hash),
          {
            filter: { bool: { filter: [...isWanted, clauseOf({ kind: 'path', hash })] } },
            aggs: { at: { [nearest]: { field: 'first' } } },
          },
        ]),
      ),
    },
  };
  const found = await postJson(engine, [namesOfIndex(tableName, batchShape).written, '_search'], body, {
    ...{ filter_path: 'hits.hits.sort,aggregations' },
    // An index that nobody has made knows nothing.
    ...{ allow_partial_search_results: 'false', ignore_unavailable: 'true' },
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
      return { term: { terms: hashText(needs.hash) } };
    case 'path':
      return { term: { paths: hashText(needs.hash) } };
    case 'and':
      return { bool: { filter: needs.of.map(clauseOf) } };
    case 'or':
      return needs.of.length === 0 ? { match_none: {} } : { bool: { should: needs.of.map(clauseOf) } };
  }
}

function knownIn(found: unknown, asked: AskedBatches): KnownBatches {
  const { hits, aggregations } = Object(found);
  const { isNewestFirst, paths } = asked;
  const candidates = listOf(Object(hits).hits).map((hit): BatchRange => {
    const [first, end] = listOf(Object(hit).sort).map(Number);
    return { first: Number(first), end: Number(end) };
  });
  const runs = listOf(Object(aggregations).runs?.buckets).flatMap((bucket): KnownRun[] => {
    const { first, end, span, at } = Object(bucket);
    const isWhole = Number(end?.value) - Number(first?.value) === span?.value;
    const time: unknown = at?.value;
    const known = typeof time === 'number' ? { at: time } : {};
    return isWhole ? [{ first: first.value, end: end.value, ...known }] : [];
  });
  const pathsAt = paths.flatMap((hash) => {
    const position: unknown = Object(aggregations)[hashText(hash)]?.at?.value;
    return typeof position === 'number' ? [[hash, position] as const] : [];
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

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
