/** What the service has stored: sources, streams, their counts, failures and replays. */

import type { Models as SourceModels } from '#generated/models/source.ts';
import type { Models as StreamModels } from '#generated/models/stream.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import type { PipelineContent } from '../engine/protocol.ts';
import { type ApiAnswer, ApiProblem, callApi } from './api.ts';

export type Source = SourceModels['Source'];
export type Stream = StreamModels['Stream'];
export type SourceStats = StreamModels['SourceStats'];
export type FailureCount = StreamModels['FailureCount'];
export type ReplayResults = StreamModels['ReplayResults'];
export type BackgroundReplay = StreamModels['ReplayJob'];

type Parameters = Readonly<Record<string, string | number | undefined>>;

/** @example pathOf('source', { query: 'a b', after: undefined }) // 'source?query=a+b' */
function pathOf(path: string, parameters: Parameters = {}): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? path : `${path}?${query}`;
}

async function get<Body>(path: string, parameters?: Parameters): Promise<Body> {
  return (await callApi<Body>(pathOf(path, parameters))).body;
}

export interface ListedPage<One> {
  readonly hits: readonly One[];
  readonly total: number;
  readonly total_relation: 'eq' | 'gte';
  readonly after?: string;
}

export const fetchSources = (parameters: Parameters) => get<ListedPage<Source>>('source', parameters);
export const fetchStreams = (parameters: Parameters) => get<ListedPage<Stream>>('stream', parameters);
export const getSource = (id: string) => get<Source>(`source/${id}`);

export type ComparedIndex = NonNullable<SourceModels['MappingPreview']['indexes']>[number];

/** What the indexes of the source's streams would refuse of its sample, with these steps; nothing without a sample. */
export async function compareIndexes(
  id: string,
  pipeline: PipelineContent,
): Promise<readonly ComparedIndex[]> {
  try {
    const { body } = await post<SourceModels['MappingPreview']>(
      `source/${id}/mapping-preview?size=1`,
      pipeline,
    );
    return body.indexes ?? [];
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'no_sample') return [];
    throw error;
  }
}

export type SinkState = StreamModels['SinkState'];
export const getSink = (id: string) => get<SinkState>(`stream/${id}/sink`);

/** With its entity tag among the headers. */
export const getStream = (id: string): Promise<ApiAnswer<Stream>> => callApi<Stream>(`stream/${id}`);

/** Each request counts 500 streams. */
const maxStatPages = 10;

/** By the ids of the sources that have streams. */
export async function countBySource(source?: string): Promise<ReadonlyMap<string, SourceStats>> {
  const counts = new Map<string, SourceStats>();
  let after: string | undefined;
  for (let page = 0; page < maxStatPages; page++) {
    const stats = await get<StreamModels['StreamStats']>('stream/stats', { source, after });
    for (const one of stats.by_source) counts.set(one.source, sumOf(counts.get(one.source), one));
    after = stats.after;
    if (after === undefined) break;
  }
  return counts;
}

function sumOf(before: SourceStats | undefined, added: SourceStats): SourceStats {
  if (!before) return added;
  const sums = Object.entries(added).map(([name, value]) => [
    name,
    typeof value === 'number' ? value + Number(before[name as keyof SourceStats]) : value,
  ]);
  return Object.fromEntries(sums) as unknown as SourceStats;
}

export interface FailureGroups {
  /** The most frequent first. */
  readonly counts: readonly FailureCount[];
  /** Present while not all failures are counted: the `from` of the next part. */
  readonly after?: number;
}

/** Counts a further part of the failures. */
export async function groupFailures(id: string, before?: FailureGroups): Promise<FailureGroups> {
  const page = await get<StreamModels['FailureResults']>(`stream/${id}/failure`, {
    counts: 'true',
    from: before?.after,
  });
  const merged = new Map<string, FailureCount>();
  for (const one of [...(before?.counts ?? []), ...(page.counts ?? [])]) {
    const key = JSON.stringify([one.step, one.code, one.message]);
    const known = merged.get(key);
    merged.set(key, known ? { ...known, count: known.count + one.count } : one);
  }
  return {
    counts: [...merged.values()].toSorted((one, other) => other.count - one.count),
    ...(page.partial ? omitUndefined({ after: page.after }) : {}),
  };
}

interface Span {
  /** In milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly parts: number;
}

/**
 * How many positions of the log were taken in each part of a time, by records and by failures. The service keeps
 * no rates, so the page asks for the first position of each part.
 */
export async function countPushed(id: string, { from, to, parts }: Span): Promise<readonly number[]> {
  const lists = ['record', 'failure'] as const;
  const ends = await Promise.all(
    lists.map((list) => firstPosition(`stream/${id}/${list}`, { order: 'desc' })),
  );
  const end = Math.max(...ends.map((position) => (position ?? -1) + 1));
  const filled = lists.filter((_, index) => ends[index] !== undefined);
  const width = (to - from) / parts;
  const starts = await Promise.all(
    Array.from({ length: parts }, async (_, part) => {
      const since = { pushed_from: new Date(from + part * width).toISOString() };
      const found = await Promise.all(filled.map((list) => firstPosition(`stream/${id}/${list}`, since)));
      return Math.min(end, ...found.filter((position) => position !== undefined));
    }),
  );
  return starts.map((start, part) => Math.max(0, (starts[part + 1] ?? end) - start));
}

async function firstPosition(path: string, parameters: Parameters): Promise<number | undefined> {
  const { hits } = await get<{ readonly hits: readonly { readonly position: number }[] }>(path, {
    ...parameters,
    size: 1,
  });
  return hits[0]?.position;
}

/** @throws ApiProblem, such as precondition_failed when somebody else has changed the stream. */
export async function changeState(id: string, state: Stream['state'], tag: string | null): Promise<void> {
  await callApi(`stream/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json', ...(tag ? { 'if-match': tag } : {}) },
    body: JSON.stringify({ state }),
  });
}

/** A key of its own makes a repeated request harmless. */
function post<Body>(path: string, body: object): Promise<ApiAnswer<Body>> {
  return callApi<Body>(path, { method: 'POST', headers: { 'idempotency-key': crypto.randomUUID() }, body });
}

export async function beginStream(content: StreamModels['StreamInput']): Promise<Stream> {
  return (await post<Stream>('stream', content)).body;
}

export type ReplaySums = Pick<ReplayResults, 'size' | 'stored' | 'failed_count' | 'dropped_count' | 'after'>;

/** One request replays no more. */
const maxReplayed = 500;

/**
 * Replays the first failures, request after request.
 *
 * @param onPart Is told the sums so far. @returns the sums; `after` is there while there are more failures.
 * @throws ApiProblem
 */
export async function replayFailuresOf(
  id: string,
  limit: number,
  onPart: (sums: ReplaySums) => void,
): Promise<ReplaySums> {
  let sums: ReplaySums = { size: 0, stored: 0, failed_count: 0, dropped_count: 0 };
  do {
    const part = { limit: Math.min(maxReplayed, limit - sums.size), ...omitUndefined({ from: sums.after }) };
    const { body } = await post<ReplayResults>(`stream/${id}/replay`, { failures: true, ...part });
    sums = {
      size: sums.size + body.size,
      stored: sums.stored + body.stored,
      failed_count: sums.failed_count + body.failed_count,
      dropped_count: sums.dropped_count + body.dropped_count,
      ...omitUndefined({ after: body.after }),
    };
    onPart(sums);
  } while (sums.after !== undefined && sums.size < limit);
  return sums;
}

export async function startReplay(id: string): Promise<void> {
  await post(`stream/${id}/replay-job`, { failures: true });
}

export async function listReplays(id: string): Promise<readonly BackgroundReplay[]> {
  return (await get<StreamModels['ReplayJobResults']>(`stream/${id}/replay-job`, { size: 5 })).hits;
}

export async function stopReplay(id: string, replay: string): Promise<void> {
  await callApi(`stream/${id}/replay-job/${replay}`, { method: 'DELETE' });
}
