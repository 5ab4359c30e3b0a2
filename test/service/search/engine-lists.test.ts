/** Lists that ask the search engine, through the functions that ship: what they show, and what they do when it fails. */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cleanUp } from '../../support/clean-up.ts';
import { loadFunction } from '../../support/emitted-function.ts';
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
let endpoint: string;
let asked: Asked[] = [];
let answer: (request: Asked, response: ServerResponse) => void;

beforeAll(async () => {
  functions = await streamFunctions(['source-remove', 'stream-list']);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url: path = '', headers } = request;
    const seen = { path, body: JSON.parse(Buffer.concat(chunks).toString()) };
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
