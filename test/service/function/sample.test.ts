/** Samples of sources over the emitted functions: formats, limits, conditions, and their documents. */

import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { describedBy } from '../../support/links.ts';
import { repository } from '../../support/repository.ts';

const json = 'application/json';
const unknownId = '0123456789abcdef01234567';
let engine: Engine;
let tableName: string;
const nicknames = ['create', 'remove', 'getSample', 'putSample', 'removeSample'] as const;
let call: Record<(typeof nicknames)[number], CallFunction>;

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName });
  const load = async (nickname: string) =>
    [nickname, await loadFunction(repository, `source-${nickname}`)] as const;
  call = Object.fromEntries(await Promise.all(nicknames.map(load))) as typeof call;
});

beforeEach(() => engine.clear(tableName));

async function makeSource(members: object = {}): Promise<string> {
  const body = JSON.stringify(members);
  const answer = await call.create({
    method: 'POST',
    url: '/v1/source',
    headers: { 'content-type': json },
    body,
  });
  return (answer.body as { _id: string })._id;
}

const at = (id: string) => ({ url: `/v1/source/${id}/sample`, pathParameters: { id } });
const get = (id: string, headers = {}) => call.getSample({ ...at(id), headers });
const put = (id: string, body: string, type = json, headers = {}) =>
  call.putSample({ ...at(id), method: 'PUT', headers: { 'content-type': type, ...headers }, body });
const remove = (id: string, headers = {}) => call.removeSample({ ...at(id), method: 'DELETE', headers });
const removeSource = (id: string) =>
  call.remove({ url: `/v1/source/${id}`, pathParameters: { id }, method: 'DELETE' });
const tagOf = async (id: string) => (await get(id)).headers['etag'] ?? 'none';

test('a sample is stored, read, replaced and deleted', async () => {
  const id = await makeSource();
  expect(await get(id)).toMatchObject({
    status: 404,
    body: { detail: `The source ${id} has no sample; PUT one.` },
  });
  const content = { records: [{ a: 1.5 }, { 'b.c': [null, { __x: true }] }], expected: [{ a: 2 }, null] };
  const stored = await put(id, JSON.stringify(content));
  expect(stored).toMatchObject({ status: 200, body: content });
  const read = await get(id);
  expect(read).toEqual({
    status: 200,
    headers: {
      'content-type': json,
      vary: 'Accept',
      etag: expect.stringMatching(/^"[0-9a-f]{24}"$/),
      'cache-control': 'private, no-cache',
      link: describedBy('source'),
    },
    body: stored.body,
  });
  expect((await put(id, '{"records":[{}]}')).body).toEqual({
    records: [{}],
    revision: 1,
    updated: expect.any(String),
  });
  expect((await remove(id)).status).toBe(204);
  expect((await get(id)).status).toBe(404);
  expect((await remove(id)).status).toBe(404);
});

test.each([
  ['application/x-ndjson', 'json', '{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ['text/csv;charset=utf-8', 'csv', 'a,b\n1,"x,y"\n', [{ a: '1', b: 'x,y' }]],
  ['text/plain', 'text', 'GET /\nPOST /\n', [{ message: 'GET /' }, { message: 'POST /' }]],
])('%s for a source of the format %s', async (type, format, text, records) => {
  const id = await makeSource({ format });
  expect(await put(id, text, type)).toMatchObject({ status: 200, body: { records } });
  expect((await get(id)).body).toMatchObject({ records });
});

const many = (count: number) => JSON.stringify({ records: Array.from({ length: count }, () => ({})) });
const large = (bytes: number) =>
  JSON.stringify({ records: [{ a: 'x'.repeat(bytes - '[{"a":""}]'.length) }] });
test.each([
  [
    'lines',
    'application/x-ndjson',
    (records: readonly object[]) => records.map((one) => JSON.stringify(one)).join('\n'),
  ],
  [
    'JSON with expected documents',
    json,
    (records: readonly object[]) => JSON.stringify({ records, expected: records }),
  ],
])('wide records are cut to those that fit: %s', async (_, type, write) => {
  const id = await makeSource({ format: 'json' });
  const records = Array.from({ length: 100 }, (__, n) => ({ n, text: 'é'.repeat(2_400) }));
  const { status, body } = await put(id, write(records), type);
  const stored = Object((await get(id)).body);
  const count = type === json ? 27 : 54;
  expect([status, body]).toMatchObject([200, { omitted: 100 - count }]);
  expect(stored).not.toHaveProperty('omitted');
  expect(stored.records).toEqual(records.slice(0, count));
  const lists = [stored.records, ...(stored.expected ? [stored.expected] : [])];
  const size = (all: readonly (readonly object[])[]) =>
    all.reduce((sum, list) => sum + Buffer.byteLength(JSON.stringify(list)), 0);
  expect(size(lists)).toBeLessThanOrEqual(262_144);
  expect(size(lists.map((list) => [...list, records[count]]))).toBeGreaterThan(262_144);
  // What was returned can be sent back.
  const again = await put(id, JSON.stringify(body));
  expect(again.status).toBe(200);
});

test.each<[name: string, body: string, type: string, want: object]>([
  [
    'no records',
    '{"records":[]}',
    json,
    { status: 400, body: { errors: [{ pointer: '/records', code: 'min_items' }] } },
  ],
  ['100 records', many(100), json, { status: 200 }],
  [
    '101 records',
    many(101),
    json,
    { status: 400, body: { errors: [{ pointer: '/records', code: 'max_items' }] } },
  ],
  [
    '101 lines',
    '{}\n'.repeat(101),
    'application/x-ndjson',
    { status: 400, body: { errors: [{ code: 'max_items' }] } },
  ],
  [
    'blank lines',
    '\n \n',
    'application/x-ndjson',
    { status: 400, body: { errors: [{ code: 'min_items' }] } },
  ],
  ['256 KiB', large(262_144), json, { status: 200 }],
  ['a byte more', large(262_145), json, { status: 413, body: { max_bytes: 262_144 } }],
  [
    'a record that is a list',
    '{"records":[[]]}',
    json,
    { status: 400, body: { errors: [{ pointer: '/records/0' }] } },
  ],
  [
    'too few documents',
    '{"records":[{}],"expected":[]}',
    json,
    { status: 400, body: { errors: [{ pointer: '/expected' }] } },
  ],
  [
    'a document that is a list',
    '{"records":[{}],"expected":[[]]}',
    json,
    { status: 400, body: { errors: [{ pointer: '/expected/0' }] } },
  ],
  ['a line that is not JSON', '{}\n{', 'application/x-ndjson', { status: 400, body: { line: 2, column: 2 } }],
  ['CSV', 'a\n1', 'text/csv', { status: 415, headers: { accept: `${json}, application/x-ndjson` } }],
  ['XML', '<a/>', 'application/xml', { status: 415 }],
  ['nothing', '', json, { status: 400, body: { errors: [{ in: 'body', code: 'required' }] } }],
])('%s: %#', async (_name, body, type, want) => {
  const id = await makeSource();
  expect(await put(id, body, type)).toMatchObject(want);
  if ('status' in want && want.status !== 200) expect((await get(id)).status).toBe(404);
});

test('conditions hold for the sample, not for its source', async () => {
  const id = await makeSource();
  const [first, second] = ['{"records":[{"n":1}]}', '{"records":[{"n":2}]}'];
  expect((await put(id, first, json, { 'if-match': '*' })).status).toBe(412);
  expect((await put(id, first, json, { 'if-none-match': '*' })).status).toBe(200);
  expect((await put(id, second, json, { 'if-none-match': '*' })).status).toBe(412);
  const tag = await tagOf(id);
  expect((await get(id, { 'if-none-match': tag })).status).toBe(304);
  expect((await put(id, second, json, { 'if-match': tag })).status).toBe(200);
  expect(await put(id, first, json, { 'if-match': tag })).toMatchObject({
    status: 412,
    headers: { etag: await tagOf(id) },
  });
  expect((await remove(id, { 'if-match': tag })).status).toBe(412);
  expect((await remove(id, { 'if-match': await tagOf(id) })).status).toBe(204);
});

test('of many changes with one tag, exactly one succeeds', async () => {
  const id = await makeSource();
  await put(id, '{"records":[{}]}');
  const tag = await tagOf(id);
  const changes = Array.from({ length: 8 }, (_, n) =>
    put(id, `{"records":[{"n":${n}}]}`, json, { 'if-match': tag }),
  );
  const statuses = (await Promise.all(changes)).map((answer) => answer.status);
  expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
});

test('a sample goes with its source, and needs one', async () => {
  const id = await makeSource();
  await put(id, '{"records":[{}]}');
  expect((await removeSource(id)).status).toBe(204);
  expect(await engine.scan(tableName)).toEqual([]);
  for (const answer of [get(id), put(id, '{"records":[{}]}'), remove(id), put(unknownId, '{"records":[{}]}')])
    expect(await answer).toMatchObject({
      status: 404,
      body: { detail: expect.stringMatching(/^There is no source/) },
    });
});
