/** The fields of samples and of bodies, over the emitted functions. */

import { beforeAll, expect, test } from 'vitest';
import type { DataRecord } from '../../../lib/ingest/base/record.ts';
import { discoverFields } from '../../../lib/ingest/fields/discover-fields.ts';
import { compareFields } from '../../../lib/service/samples/source-fields-page.ts';
import { type SourceFunctions, sourceFunctions } from '../support/source-functions.ts';
import { createSourceRepository } from '../support/source-repository.ts';

let service: SourceFunctions;
let id: string;

const preprocessors = [
  { type: 'dissect', field: 'message', pattern: '%{method} %{http.path} %{bytes}' },
  { type: 'convert', field: 'bytes', target_type: 'integer', tag: 'size' },
  { type: 'drop', if: 'method:HEAD' },
];
const lines = 'GET / 10\nPUT /a 20\nHEAD / 0\nbad line\n';

beforeAll(async () => {
  service = await sourceFunctions(['update', 'putSample', 'listFields', 'discoverFields']);
  id = await service.make({ format: 'text', preprocessors });
  const body = { headers: { 'content-type': 'text/plain' }, body: lines };
  expect((await service.call('putSample', id, body)).status).toBe(200);
});

const list = (query = '', headers = {}) => service.call('listFields', id, { query, headers });
const pathsOf = ({ body }: { body: unknown }) =>
  (body as { hits: readonly { path: string }[] }).hits.map(({ path }) => path);

test('the fields of the documents, with what made them', async () => {
  const answer = await list();
  expect(answer).toMatchObject({
    status: 200,
    headers: { etag: expect.stringMatching(/^"[\w-]{22}"$/) },
    body: {
      ...{ from: 0, size: 4, total: 4, total_relation: 'eq', stage: 'processed', revision: 1 },
      ...{ sampled: 4, succeeded: 2, failed: 1, dropped: 1 },
    },
  });
  expect(pathsOf(answer)).toEqual(['message', 'method', 'http.path', 'bytes']);
  const { hits } = answer.body as { hits: readonly Record<string, unknown>[] };
  expect(hits.map((field) => field['produced_by'])).toEqual([
    undefined,
    'preprocessors[0] dissect',
    'preprocessors[0] dissect',
    'preprocessors[1] convert (size)',
  ]);
  expect(hits[3]).toEqual({
    ...{ path: 'bytes', type: 'long', types: [{ type: 'long', count: 2 }], count: 2, missing: 0, nulls: 0 },
    ...{ presence: 1, cardinality: 2, min: 10, max: 20, mean: 15, formats: [] },
    top: [
      { value: 10, count: 1 },
      { value: 20, count: 1 },
    ],
    ...{ produced_by: 'preprocessors[1] convert (size)', multi_valued: false, conflict: false },
  });
});

test('the fields of the raw records', async () => {
  const answer = await list('?stage=raw');
  expect(answer.body).toMatchObject({ stage: 'raw', sampled: 4, succeeded: 4, failed: 0, total: 1 });
  expect(pathsOf(answer)).toEqual(['message']);
});

test.each([
  ['type:long', ['bytes']],
  ['path:http.*', ['http.path']],
  ['produced_by:dissect NOT method', ['http.path']],
  ['max:>=20 OR min_length:>7', ['message', 'bytes']],
])('the query %s finds %j', async (query, paths) => {
  expect(pathsOf(await list(`?query=${encodeURIComponent(query)}`))).toEqual(paths);
});

test('pages of fields link to each other', async () => {
  const answer = await list('?from=1&size=2');
  expect(pathsOf(answer)).toEqual(['method', 'http.path']);
  const relations = [...(answer.headers['link'] ?? '').matchAll(/(from=\d+&size=\d+)>; rel="(\w+)"/g)];
  expect(relations.map(([, query, rel]) => `${rel} ${query}`)).toEqual([
    'next from=3&size=2',
    'prev from=0&size=2',
    'first from=0&size=2',
  ]);
});

test('what has not changed is not sent again', async () => {
  const { headers } = await list();
  expect((await list('', { 'if-none-match': headers['etag'] })).status).toBe(304);
  expect((await list('?stage=raw', { 'if-none-match': headers['etag'] })).status).toBe(200);
});

test('a query that is none is refused with its place', async () => {
  expect(await list('?query=type%3A')).toMatchObject({
    status: 400,
    body: { type: 'urn:problem-type:headwater:invalid_query', offset: 5 },
  });
});

test('records of a body, of which nothing is stored', async () => {
  const text = { headers: { 'content-type': 'text/plain' }, body: 'GET /x 1\nGET /y 2\nbad' };
  const before = await service.engine.scan(service.tableName);
  expect((await service.call('discoverFields', id, text)).body).toMatchObject({
    ...{ sampled: 3, succeeded: 2, failed: 1, size: 4 },
    hits: expect.arrayContaining([expect.objectContaining({ path: 'bytes', min: 1, max: 2 })]),
  });
  expect((await service.call('discoverFields', id, { ...text, query: '?limit=1' })).body).toMatchObject({
    sampled: 1,
  });
  const records = { body: { records: [{ a: [1, null] }, { a: 'x' }] }, query: '?stage=raw' };
  expect((await service.call('discoverFields', id, records)).body).toMatchObject({
    hits: [{ path: 'a', type: 'text', multi_valued: true, types: [{ type: 'long' }, { type: 'text' }] }],
  });
  expect(await service.engine.scan(service.tableName)).toEqual(before);
});

const same = { breaks: false };
const broken = { breaks: true };
test.each<[name: string, before: DataRecord[], after: DataRecord[], changes: object[]]>([
  ['nothing', [{ a: 1 }], [{ a: 2 }], []],
  ['a new field', [{}], [{ a: 1 }], [{ change: 'added', ...same, after: 'long' }]],
  ['a field that is gone', [{ a: 1 }], [{}], [{ change: 'removed', ...broken, before: 'long' }]],
  ['a field without values that is gone', [{ a: null }], [{}], [{ change: 'removed', ...same }]],
  ['another type', [{ a: 1 }], [{ a: 'x' }], [{ change: 'type', ...broken, before: 'long', after: 'text' }]],
  ['numbers for texts', [{ a: 'x' }], [{ a: 1 }], [{ change: 'type', ...broken }]],
  [
    'fractions',
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 2.5 }],
    [{ change: 'type', ...broken, after: 'double' }],
  ],
  ['no more fractions', [{ a: 1 }, { a: 2.5 }], [{ a: 1 }, { a: 2 }], [{ change: 'type', ...same }]],
  ['dates among texts', [{ a: 'x' }], [{ a: '2018-05-01' }], [{ change: 'type', ...same }]],
  ['values where there was none', [{ a: null }], [{ a: 1 }], [{ change: 'type', ...same }]],
  ['a field that is not in all', [{ a: 1 }, { a: 1 }], [{ a: 1 }, {}], [{ change: 'optional', ...broken }]],
  ['a field that is in all', [{ a: 1 }, {}], [{ a: 1 }, { a: 1 }], []],
  ['lists', [{ a: 1 }], [{ a: [1] }], [{ change: 'list', ...broken }]],
  ['no more lists', [{ a: [1] }], [{ a: 1 }], []],
])('readers and %s', (_name, before, after, changes) => {
  expect(compareFields(discoverFields(before), discoverFields(after))).toMatchObject(
    changes.map((change) => ({ path: 'a', ...change })),
  );
});

test('the changes since the revision that the sample was stored with, those that break readers first', async () => {
  const other = await service.make({ preprocessors: [{ type: 'set', field: 'b', value: 1 }] });
  const stored = await service.call('putSample', other, { body: { records: [{ a: 1 }] } });
  expect(stored.body).toMatchObject({ revision: 1 });
  const since = async (revision: number, more = '') =>
    (await service.call('listFields', other, { query: `?since=${revision}${more}` })).body;
  expect(await since(1)).toMatchObject({ changes: [] });
  const replaced = { preprocessors: [{ type: 'rename', field: 'a', target_field: 'c' }] };
  await service.call('update', other, { body: replaced });
  expect(await since(1)).toMatchObject({
    revision: 2,
    changes: [
      { path: 'a', change: 'removed', breaks: true, before: 'long' },
      { path: 'b', change: 'removed', breaks: true, before: 'long' },
      { path: 'c', change: 'added', breaks: false, after: 'long' },
    ],
  });
  expect(await since(2)).toMatchObject({ changes: [] });
  expect(await since(1, '&stage=raw')).toMatchObject({ changes: [] });
  const message =
    'must be a revision whose preprocessors are known: 1, when the sample was stored, or 2, the present one';
  expect(await since(3)).toMatchObject({ status: 400, errors: [{ in: 'query', name: 'since', message }] });
});

test('a source without a sample', async () => {
  const other = await service.make();
  expect(await service.call('listFields', other)).toMatchObject({
    status: 409,
    body: { type: 'urn:problem-type:headwater:no_sample' },
  });
  expect((await service.call('listFields', '0'.repeat(24))).status).toBe(404);
});

test('preprocessors that were stored before they were checked', async () => {
  const { engine, tableName } = service;
  const sources = createSourceRepository({ client: engine.client, tableName });
  const old = await sources.create({ tags: [], format: 'json', preprocessors: [{ type: 'jsonn', x: 1 }] });
  const body = { body: { records: [{ a: 1 }] } };
  expect(await service.call('discoverFields', old._id, body)).toMatchObject({
    status: 409,
    body: {
      type: 'urn:problem-type:headwater:invalid_preprocessors',
      preprocessors: [{ pointer: '/0/type', code: 'unknown_type', suggestion: 'json' }],
    },
  });
  expect((await service.call('discoverFields', old._id, { ...body, query: '?stage=raw' })).status).toBe(200);
});

test('fields that are too large for a response are refused', async () => {
  const name = (n: number) => `${n}`.padEnd(900, 'x');
  const record = Object.fromEntries(
    Array.from({ length: 1000 }, (_, n) => [name(n), { [name(n)]: name(n) }]),
  );
  const records = { body: { records: [record] }, query: '?stage=raw' };
  expect(await service.call('discoverFields', id, records)).toMatchObject({ status: 413 });
});
