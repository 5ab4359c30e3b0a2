/** Random requests of every operation on a random table: documents and records from a few bytes to the largest. */

import { createHash } from 'node:crypto';
import type { Chance } from '../simulation/chance.ts';
import type { StreamRequest } from '../support/stream-functions.ts';

/** What the table has. */
export interface Filled {
  readonly sources: readonly string[];
  readonly streams: readonly string[];
  /** The source of each stream. */
  readonly sourceOf: ReadonlyMap<string, string>;
  readonly pipelines: readonly string[];
  readonly jobs: readonly { readonly id: string; readonly replay: string }[];
}

type Call = (
  name: string,
  request?: StreamRequest,
) => Promise<{ readonly status: number; readonly body: unknown }>;

const stepLength = 8_000;

/** Steps with up to so many bytes. A pipeline that no step runs is read all the same. */
export function steps(bytes: number, pipelines: readonly string[] = []): object[] {
  const count = Math.ceil(bytes / stepLength);
  const set = { type: 'set', field: 'a', value: 'x'.repeat(Math.min(bytes, stepLength)) };
  const runs = pipelines.map((name) => ({ type: 'pipeline', name, if: 'never:1' }));
  return [...runs, ...Array.from({ length: count }, () => set)];
}

/** Most are small, and some have almost 400 KB. */
function randomBytes(chance: Chance): number {
  return chance.of(0.5) ? chance.whole(0, 2_000) : chance.whole(2_000, 350_000);
}

/** A text that no packing shortens. */
function noise(chance: Chance, bytes: number): string {
  const outputLength = Math.ceil((bytes * 3) / 4);
  return createHash('shake256', { outputLength }).update(chance.digits(13)).digest('base64');
}

function randomRecords(chance: Chance): object[] {
  const bytes = chance.of(0.5) ? chance.whole(1, 100) : chance.whole(100, 6_000);
  const count = chance.whole(1, 200);
  return Array.from({ length: count }, (_, at) => ({
    ...(chance.of(0.2) ? { n: 'no number' } : { n: at }),
    text: noise(chance, bytes),
  }));
}

const failing = { type: 'convert', field: 'n', target_type: 'integer' };

export async function fillTable(chance: Chance, call: Call): Promise<Filled> {
  const made = async (name: string, body: object, request: StreamRequest = {}) => {
    const answer = await call(name, { ...request, body });
    if (answer.status >= 300) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
    return String(Object(answer.body)._id);
  };
  const pipelines = Array.from({ length: chance.whole(1, 8) }, (_, at) => `shared-${at}`);
  for (const name of pipelines)
    await made('pipeline-put', { preprocessors: steps(randomBytes(chance)) }, { name });
  const sources: string[] = [];
  for (let left = chance.whole(10, 16); left > 0; left--) {
    const used = chance.of(0.2) ? pipelines : [];
    const preprocessors = [failing, ...steps(randomBytes(chance), used)];
    const tags = ['all', chance.pick(['red', 'green'])];
    sources.push(await made('source-create', { name: 'access log', tags, preprocessors }));
  }
  for (const id of sources.slice(0, 6))
    await made('source-putSample', { records: randomRecords(chance).slice(0, 50) }, { id });
  const streams: string[] = [];
  const sourceOf = new Map<string, string>();
  const jobs: { id: string; replay: string }[] = [];
  for (let left = chance.whole(2, 3); left > 0; left--) {
    const sink = { kind: 'opensearch', index: 'shop-logs' };
    const source = chance.pick(sources.slice(0, 6));
    const id = await made('stream-create', { source, sink, tags: ['all'] });
    streams.push(id);
    sourceOf.set(id, source);
    for (let pushes = chance.whole(1, 3); pushes > 0; pushes--)
      await made('stream-push', randomRecords(chance), { id });
    jobs.push({ id, replay: await made('stream-createReplayJob', { from: 0, to: 300 }, { id }) });
  }
  return { sources, streams, sourceOf, pipelines, jobs };
}

type Draw = (chance: Chance, filled: Filled) => StreamRequest;

const queries = [
  '',
  'tags:all',
  'tags:re*',
  'access',
  'revision:>1',
  '-tags:red',
  '"log access"',
  'tags:all tags:red',
];

const listOf: Draw = (chance) => ({
  query: `?${new URLSearchParams({
    query: chance.pick(queries),
    size: String(chance.pick([1, 10, 100])),
    from: String(chance.pick([0, 0, 5])),
    track_total: String(chance.of(0.3)),
  })}`,
});

const ofSource: Draw = (chance, { sources }) => ({ id: chance.pick(sources) });
const ofStream: Draw = (chance, { streams }) => ({ id: chance.pick(streams) });
const ofPipeline: Draw = (chance, { pipelines }) => ({ name: chance.pick(pipelines) });
const ofJob: Draw = (chance, { jobs }) => chance.pick(jobs);

const withBody =
  (draw: Draw, bodyOf: (chance: Chance, filled: Filled) => unknown): Draw =>
  (chance, filled) => ({
    ...draw(chance, filled),
    // One of few keys: what an earlier request was answered is read again.
    ...(chance.of(0.3) ? { headers: { 'idempotency-key': `key-${chance.whole(1, 3)}` } } : {}),
    body: bodyOf(chance, filled),
  });

/** Alone, so that the key of one body is never sent with another one. */
const change: Draw = () => ({});
const content = (chance: Chance) => ({ name: 'access log', preprocessors: steps(randomBytes(chance)) });

const pageOf: Draw = (chance, filled) => {
  const query = chance.pick(['', '', '/zzz/', 'text:nothing', 'n:3', 'NOT n:3']);
  const order = chance.pick(['asc', 'desc']);
  const pushed = chance.of(0.2) ? { pushed_from: '2020-01-01T00:00:00Z' } : {};
  const size = chance.of(0.5) ? {} : { from: String(chance.whole(0, 300)) };
  return {
    ...ofStream(chance, filled),
    query: `?${new URLSearchParams({ query, order, ...pushed, ...size })}`,
  };
};

const preview: Draw = (chance, { sources, streams, sourceOf }) => {
  const stream = chance.pick(streams);
  const failures = chance.of(0.5);
  return chance.pick([
    { id: chance.pick(sources.slice(0, 6)), body: {} },
    { id: chance.pick(sources), body: { records: [{ n: 1 }] } },
    { id: sourceOf.get(stream) ?? '', body: { stream, failures } },
  ]);
};

const small = { name: 'small', tags: ['all'] };

/** Every operation that a request calls. Removals come last: they leave less for the others. */
export const operations: Readonly<Record<string, Draw>> = {
  'source-list': listOf,
  'source-create': withBody(change, () => small),
  'source-suggest': withBody(change, (chance, { sources, streams, sourceOf }) => {
    const stream = chance.pick(streams);
    return chance.pick([
      { source: chance.pick(sources.slice(0, 6)) },
      { source: sourceOf.get(stream), stream },
    ]);
  }),
  'source-getById': ofSource,
  'source-update': (chance, filled) => ({ ...ofSource(chance, filled), body: content(chance) }),
  'source-patch': (chance, filled) => ({ ...ofSource(chance, filled), body: { name: 'access log' } }),
  'source-listVersions': ofSource,
  'source-getVersion': (chance, filled) => ({
    ...ofSource(chance, filled),
    revision: String(chance.whole(1, 3)),
  }),
  'source-getSample': ofSource,
  'source-putSample': (chance, filled) => ({
    ...ofSource(chance, filled),
    body: { records: randomRecords(chance).slice(0, 50) },
  }),
  'source-listFields': ofSource,
  'source-discoverFields': (chance, filled) => ({
    ...ofSource(chance, filled),
    body: { records: [{ n: 1 }] },
  }),
  'source-getMappingPreview': ofSource,
  'source-createMappingPreview': preview,
  'pipeline-list': listOf,
  'pipeline-getByName': ofPipeline,
  'pipeline-put': (chance, filled) => ({
    ...ofPipeline(chance, filled),
    body: { preprocessors: steps(randomBytes(chance)) },
  }),
  'preprocessor-list': () => ({}),
  'preprocessor-getByType': () => ({ id: 'set' }),
  'preprocessor-preview': () => ({
    id: 'set',
    body: { records: [{}], configuration: { field: 'a', value: 1 } },
  }),
  'stream-list': listOf,
  'stream-create': withBody(change, (_chance, { sources }) => ({ source: sources[0] })),
  'stream-stat': () => ({}),
  'stream-getOverview': () => ({}),
  'stream-getById': ofStream,
  'stream-update': (chance, filled) => ({ ...ofStream(chance, filled), body: { tags: ['all'] } }),
  'stream-patch': (chance, filled) => ({ ...ofStream(chance, filled), body: { tags: ['all', 'patched'] } }),
  'stream-getSink': ofStream,
  'stream-push': withBody(ofStream, () => [{ n: 1 }]),
  'stream-listRecords': pageOf,
  'stream-getRecord': (chance, filled) => ({
    ...ofStream(chance, filled),
    position: String(chance.whole(0, 300)),
  }),
  'stream-getHistogram': (chance, filled) => {
    const { query, ...page } = pageOf(chance, filled);
    return { ...page, query: `${query?.replace(/&?order=\w+/, '')}&time=time&by=n` };
  },
  'stream-listFields': (chance, filled) => {
    const { query, ...page } = pageOf(chance, filled);
    return { ...page, query: `${query?.replace(/&?order=\w+/, '')}` };
  },
  'stream-listFailures': (chance, filled) => {
    const { query, ...page } = pageOf(chance, filled);
    return { ...page, query: `${query}&counts=${chance.of(0.5)}` };
  },
  'stream-createReplay': withBody(ofStream, (chance) =>
    chance.pick([{ failures: true }, { from: 0, to: chance.whole(0, 500) }]),
  ),
  'stream-listReplayJobs': ofStream,
  'stream-createReplayJob': withBody(ofStream, () => ({ failures: true })),
  'stream-getReplayJob': ofJob,
  'stream-removeReplayJob': ofJob,
  'source-removeSample': ofSource,
  'stream-remove': ofStream,
  'source-remove': ofSource,
  'pipeline-remove': ofPipeline,
};
