/** What the service has stored: sources, streams, their counts, failures and replays. */

import { omitUndefined } from 'headwater/json';
import {
  type Client,
  ProblemError,
  pages,
  type Source as SourceSpace,
  type Stream as StreamSpace,
  type SuccessfulAnswer,
} from '#generated/client.ts';
import type { PipelineContent } from '../engine/protocol.ts';
import { api, successOf, unwrap } from './api.ts';

type SourceModels = SourceSpace.Models;
type StreamModels = StreamSpace.Models;

export type Source = SourceModels['Source'];
export type Stream = StreamModels['Stream'];
export type SourceStats = StreamModels['SourceStats'];
export type FailureCount = StreamModels['FailureCount'];
export type BackgroundReplay = StreamModels['ReplayJob'];

export interface ListedPage<One> {
  readonly hits: readonly One[];
  readonly total: number;
  readonly total_relation: 'eq' | 'gte';
  readonly after?: string;
}

type ListRequest<Resource extends 'source' | 'stream'> = NonNullable<Parameters<Client[Resource]['list']>[0]>;

export const fetchSources = (request: ListRequest<'source'>): Promise<ListedPage<Source>> =>
  unwrap(api.source.list(request));
export const fetchStreams = (request: ListRequest<'stream'>): Promise<ListedPage<Stream>> =>
  unwrap(api.stream.list(request));
/** When its counts by time begin is beside them. */
export type StreamOverview = StreamModels['StreamOverviews']['hits'][number] & {
  readonly times: readonly string[];
};

/** With what each stream holds, its last hour, and what alerts. */
export async function fetchOverview(
  request: NonNullable<Parameters<Client['stream']['getOverview']>[0]>,
): Promise<ListedPage<StreamOverview>> {
  const { hits, times, ...page } = await unwrap(api.stream.getOverview(request));
  return { ...page, hits: hits.map((hit) => ({ ...hit, times })) };
}

/** Undefined if it is gone. */
export async function fetchStreamOverview(id: string): Promise<StreamOverview | undefined> {
  return (await fetchOverview({ query: `_id:${id}`, size: 1 })).hits[0];
}

/** A query has at most 512 characters. */
const idsOfQuery = 15;

/** The names of sources by their ids; those without a name are absent. */
export async function namesOfSources(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const parts = Array.from({ length: Math.ceil(ids.length / idsOfQuery) }, (_, part) =>
    ids.slice(part * idsOfQuery, (part + 1) * idsOfQuery),
  );
  const pages = await Promise.all(
    parts.map((part) => fetchSources({ query: `_id:(${part.join(' OR ')})`, size: idsOfQuery })),
  );
  return new Map(pages.flatMap(({ hits }) => hits.flatMap(({ _id, name }) => (name ? [[_id, name]] : []))));
}

export const getSource = (id: string): Promise<Source> => unwrap(api.source.getById({ id }));

export type ComparedIndex = NonNullable<SourceModels['MappingPreview']['indexes']>[number];

/** What the indexes of the source's streams would refuse of its sample, with these steps; nothing without a sample. */
export async function compareIndexes(
  id: string,
  pipeline: PipelineContent,
): Promise<readonly ComparedIndex[]> {
  try {
    // The service checks the steps.
    const body = pipeline as SourceModels['PreviewInput'];
    const { indexes = [] } = await unwrap(api.source.createMappingPreview({ id, size: 1, body }));
    return indexes;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'no_sample') return [];
    throw error;
  }
}

export type SinkState = StreamModels['SinkState'];
export const getSink = (id: string): Promise<SinkState> => unwrap(api.stream.getSink({ id }));

/** With its entity tag. */
export const getStream = (id: string): Promise<SuccessfulAnswer<Stream>> =>
  successOf(api.stream.getById({ id }));

/** Each request counts 500 streams. */
const maxStatPages = 10;

/** By the ids of the sources that have streams. */
export async function countBySource(source?: string): Promise<ReadonlyMap<string, SourceStats>> {
  const counts = new Map<string, SourceStats>();
  let counted = 0;
  for await (const { by_source: sources } of pages(api.stream.stat, { source })) {
    for (const one of sources) counts.set(one.source, sumOf(counts.get(one.source), one));
    if (++counted === maxStatPages) break;
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
  const page = await unwrap(api.stream.listFailures({ id, counts: true, from: before?.after }));
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

export type StreamPatch = NonNullable<Parameters<Client['stream']['patch']>[0]['body']>;

/** @throws ProblemError, such as precondition_failed when somebody else has changed the stream. */
export async function patchStream(
  id: string,
  body: StreamPatch,
  etag: string | undefined,
): Promise<SuccessfulAnswer<Stream>> {
  return successOf(api.stream.patch({ id, body }, omitUndefined({ ifMatch: etag })));
}

/** Only a closed stream can be deleted: another one is closed first. @throws ProblemError, as `patchStream`. */
export async function deleteStream({ _id: id, state }: Stream, etag: string | undefined): Promise<void> {
  const last = state === 'closed' ? etag : (await patchStream(id, { state: 'closed' }, etag)).etag;
  await unwrap(api.stream.remove({ id }, omitUndefined({ ifMatch: last })));
}

export const beginStream = (body: StreamModels['StreamInput']): Promise<Stream> =>
  unwrap(api.stream.create({ body }));

export type ReplaySums = Pick<
  StreamModels['ReplayResults'],
  'size' | 'stored' | 'failed_count' | 'dropped_count' | 'after'
>;

/** One request replays no more. */
const maxReplayed = 500;

/**
 * Replays the first failures, request after request.
 *
 * @param onPart Is told the sums so far. @returns the sums; `after` is there while there are more failures.
 * @throws ProblemError
 */
export async function replayFailuresOf(
  id: string,
  limit: number,
  onPart: (sums: ReplaySums) => void,
): Promise<ReplaySums> {
  let sums: ReplaySums = { size: 0, stored: 0, failed_count: 0, dropped_count: 0 };
  do {
    const part = { limit: Math.min(maxReplayed, limit - sums.size), ...omitUndefined({ from: sums.after }) };
    const added = await unwrap(api.stream.createReplay({ id, body: { failures: true, ...part } }));
    sums = {
      size: sums.size + added.size,
      stored: sums.stored + added.stored,
      failed_count: sums.failed_count + added.failed_count,
      dropped_count: sums.dropped_count + added.dropped_count,
      ...omitUndefined({ after: added.after }),
    };
    onPart(sums);
  } while (sums.after !== undefined && sums.size < limit);
  return sums;
}

export async function startReplay(id: string): Promise<void> {
  await unwrap(api.stream.createReplayJob({ id, body: { failures: true } }));
}

export async function listReplays(id: string): Promise<readonly BackgroundReplay[]> {
  return (await unwrap(api.stream.listReplayJobs({ id, size: 5 }))).hits;
}

export async function stopReplay(id: string, replay: string): Promise<void> {
  await unwrap(api.stream.removeReplayJob({ id, replay }));
}
