/** Lists and queries of records that ask the search engine, through the functions that ship: what they show, and what they do when it fails. */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { cleanUp } from '../../support/clean-up.ts';
import { loadFunction, loadHandler } from '../../support/emitted-function.ts';
import { repository } from '../../support/repository.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

interface Asked {
  readonly path: string;
  readonly body: {
    readonly from: number;
    readonly size: number;
    readonly sort: readonly Readonly<Record<string, string>>[];
    readonly query: object;
  };
  readonly authorization: string | undefined;
}

let functions: StreamFunctions;
/** A stream with a batch of one record for each word. */
let stream: string;
const words = ['one', 'two', 'two', 'three', 'two'];
let endpoint: string;
let asked: Asked[] = [];
let answer: (request: Asked, response: ServerResponse) => void;

beforeAll(async () => {
  functions = await streamFunctions(['source-remove', 'stream-list', 'stream-push']);
  stream = await functions.makeStream();
  for (const word of words) await functions.call('stream-push', { id: stream, body: [{ word }] });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url: path = '', headers } = request;
    const bytes = Buffer.concat(chunks);
    const text = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    // The last line of a bulk request is its document.
    const seen = { path, body: JSON.parse(text.toString().trim().split('\n').at(-1) ?? '') };
    const one = { ...seen, authorization: headers.authorization };
    asked.push(one);
    answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(() => server.close());
  cleanUp(() => server.closeAllConnections());
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

/** Node.js keeps a module that functions load later: its rest after a failure is over in each test. */
let minutes = 0;
const later = () => vi.setSystemTime(Date.now() + 60_000 * ++minutes);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  later();
});

afterEach(() => {
  asked = [];
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** An engine whose index has these ids. */
function indexed(ids: readonly string[]): typeof answer {
  return ({ body: { from, size, sort } }, response) => {
    const sorted = ids.toSorted();
    const inOrder = sort[0]?.['id'] === 'desc' ? sorted.toReversed() : sorted;
    const hits = inOrder.slice(from, from + size).map((id) => ({ sort: [id] }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ hits: { total: { value: ids.length }, hits } }));
  };
}

const fails = (status: number, type: string) => (_request: Asked, response: ServerResponse) => {
  response.statusCode = status;
  response.end(JSON.stringify({ error: { type, reason: 'no' }, status }));
};

/** A new container of the function. */
async function listOf(name: 'source' | 'stream', query: string, settings: object = {}) {
  const environment = { SEARCH_ENDPOINT: endpoint, SEARCH_LISTS: 'on', ...settings };
  for (const [key, value] of Object.entries(environment)) vi.stubEnv(key, value);
  const call = await loadFunction(repository, `${name}-list`);
  return async (more = '') => {
    const { status, body } = await call({
      url: `/v1/${name}?query=${encodeURIComponent(query)}${more}`,
      method: 'GET',
    });
    const { hits = [], total, total_relation: relation } = Object(body);
    return { status, ids: hits.map(({ _id }: { _id: string }) => _id), total, relation };
  };
}

test('what an index has too much is never shown: deleted, of other owners, or matching no more', async () => {
  const [shown, gone, other] = [
    await functions.makeSource({ tags: ['shown'] }),
    await functions.makeSource({ tags: ['shown'] }),
    await functions.makeSource({ tags: ['other'] }),
  ];
  expect((await functions.call('source-remove', { id: gone })).status).toBe(204);
  answer = indexed([shown, gone, other, 'f'.repeat(24)]);
  const list = await listOf('source', 'tags:shown');
  expect(await list()).toMatchObject({ status: 200, ids: [shown] });
  expect(asked[0]?.path).toMatch(/^\/documents-test-\d+-source-[0-9a-f]{8}-complete\/_search\?/);
  // The engine filters by the owner, whatever the query says.
  expect(JSON.stringify(asked[0]?.body.query)).toContain('{"term":{"owner":"public"}}');
});

test('the table answers where the index does not exist, refuses, is busy, or sends nonsense', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  const id = await functions.makeSource({ tags: ['fallback'] });
  const faults = [
    fails(404, 'index_not_found_exception'),
    fails(403, 'security_exception'),
    fails(400, 'parsing_exception'),
    fails(503, 'unavailable'),
    (_request: Asked, response: ServerResponse) => void response.destroy(),
  ];
  for (const fault of faults) {
    answer = fault;
    later();
    const before = asked.length;
    const list = await listOf('source', 'tags:fallback', { SEARCH_CREDENTIALS: '{"api_key":"very-secret"}' });
    expect(await list()).toEqual({ status: 200, ids: [id], total: 1, relation: 'eq' });
    // It does not ask again at once.
    expect(await list()).toMatchObject({ status: 200, ids: [id] });
    expect(asked.length).toBe(before + 1);
  }
  expect(asked.every(({ authorization }) => authorization === 'ApiKey very-secret')).toBe(true);
  const lines = errors.mock.calls.map(([line]) => String(line));
  // A missing index is not a failure.
  expect(lines).toHaveLength(faults.length - 1);
  expect(lines.join()).toContain(
    'The table answers lists in place of the index: The search engine answers 403',
  );
  expect(lines.join()).not.toContain('very-secret');
});

test('a list goes on at its cursor when the engine fails between two pages', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.push(await functions.makeSource({ tags: ['paged'] }));
  answer = indexed(ids);
  vi.stubEnv('SEARCH_ENDPOINT', endpoint);
  vi.stubEnv('SEARCH_LISTS', 'on');
  const call = await loadFunction(repository, 'source-list');
  const page = async (more: string) => {
    const { body } = await call({ url: `/v1/source?query=tags:paged&size=2${more}`, method: 'GET' });
    return Object(body);
  };
  const first = await page('');
  answer = fails(503, 'unavailable');
  const second = await page(`&after=${first.after}`);
  const third = await page(`&after=${second.after}`);
  const seen = [first, second, third].flatMap(({ hits }) => hits.map(({ _id }: { _id: string }) => _id));
  expect(seen).toEqual(ids.toReversed());
  expect([first, second, third].map(({ total }) => total)).toEqual([5, 5, 5]);
  expect(third).not.toHaveProperty('after');
});

test('a query that is not valid is the same problem, and the engine is not asked', async () => {
  answer = indexed([]);
  const list = await listOf('stream', 'state:[a TO b]');
  expect(await list()).toMatchObject({ status: 400 });
  expect(asked).toEqual([]);
});

test('without the setting nobody asks the engine', async () => {
  answer = indexed([]);
  const id = await functions.makeStream({ tags: ['quiet'] } as object);
  const list = await listOf('stream', 'tags:quiet', { SEARCH_LISTS: '' });
  expect(await list()).toMatchObject({ status: 200, ids: [id] });
  expect(asked).toEqual([]);
});

/** An engine whose index has all of a log but the last batch, and names these as those that may match. */
function batched(batches: readonly (readonly [number, number])[], known: number): typeof answer {
  return (_request, response) => {
    const hits = batches.map((sort) => ({ sort }));
    const run = { first: { value: 0 }, end: { value: known }, span: { value: known }, at: { value: 0 } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ hits: { hits }, aggregations: { runs: { buckets: [run] } } }));
  };
}

/** Queries of the stream in a new container. */
async function queries(settings: object = {}) {
  const environment = { SEARCH_ENDPOINT: endpoint, SEARCH_LISTS: 'on', ...settings };
  for (const [key, value] of Object.entries(environment)) vi.stubEnv(key, value);
  const call = await loadFunction(repository, 'stream-listRecords');
  return async (query: string) => {
    const { status, body } = await call({
      ...{ url: `/v1/stream/${stream}/record?query=${encodeURIComponent(query)}`, method: 'GET' },
      pathParameters: { id: stream },
    });
    const hits: readonly { readonly position: number }[] = Object(body).hits ?? [];
    return { status, positions: hits.map(({ position }) => position) };
  };
}

test('a query of records reads what the index names and what it does not know, and shows what matches', async () => {
  const find = await queries();
  // The engine has not heard of the last push, and leaves out the third one.
  answer = batched(
    [
      [1, 2],
      [3, 4],
    ],
    4,
  );
  expect(await find('two')).toEqual({ status: 200, positions: [1, 4] });
  const [request] = asked;
  expect(request?.path).toMatch(/^\/documents-test-\d+-batch-[0-9a-f]{8}-written\/_search\?/);
  // The engine filters by the owner and the stream, whatever the query says, and gets no word of it.
  const query = JSON.stringify(request?.body);
  expect(query).toContain(`{"term":{"owner":"public"}},{"term":{"stream":"${stream}"}}`);
  expect(query).not.toContain('two');
});

test('queries of records are answered by the table where the engine fails, and ask it only by words', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  const find = await queries();
  answer = fails(503, 'unavailable');
  expect(await find('tw*')).toEqual({ status: 200, positions: [1, 2, 4] });
  expect(await find('(')).toMatchObject({ status: 400 });
  expect(asked).toEqual([]);
  expect(await find('two')).toEqual({ status: 200, positions: [1, 2, 4] });
  expect(await find('one')).toEqual({ status: 200, positions: [0] });
  expect(asked).toHaveLength(1);
  expect(String(errors.mock.calls)).toContain('The table answers queries of records in place of the index');
});

test('without the setting nobody asks the engine for records', async () => {
  answer = batched([], 2);
  const find = await queries({ SEARCH_LISTS: '' });
  expect(await find('two')).toEqual({ status: 200, positions: [1, 2, 4] });
  expect(asked).toEqual([]);
});

test('a push goes to the engine as the positions and terms of its batch, by the event of the table', async () => {
  answer = (_request, response) => response.end('{"items":[{"index":{"status":201}}]}');
  for (const [key, value] of Object.entries({ SEARCH_ENDPOINT: endpoint, SEARCH_LISTS: 'on' }))
    vi.stubEnv(key, value);
  const deliver = await loadHandler(repository, 'stream-deliverStream');
  const keys = [
    { pk: { S: `log/${stream}/0` }, sk: { S: '00000000000003' } },
    { pk: { S: `failure/${stream}/0` }, sk: { S: '00000000000003' } },
    { pk: { S: `filter/${stream}/0` }, sk: { S: '00000000000003' } },
  ];
  const Records = keys.map((Keys, at) => ({ dynamodb: { Keys, SequenceNumber: `${at}` } }));
  expect(await deliver({ Records }, lambdaContext())).toEqual({ batchItemFailures: [] });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.path).toMatch(/^\/documents-test-\d+-batch-[0-9a-f]{8}-written\/_bulk\?/);
  const position = { segment: 0, first: 3, end: 4, span: 1 };
  const id = `${stream}/00000000000003`;
  expect(asked[0]?.body).toMatchObject({ owner: 'public', id, stream, ...position });
  expect(JSON.stringify(asked[0]?.body)).not.toContain('three');
});
