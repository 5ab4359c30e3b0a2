/** Records are pushed and read: emitted bundles, real-shaped events, a real engine. */

import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../support/emitted-function.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

const log = {
  format: 'text',
  preprocessors: [
    { type: 'drop', if: 'message:health' },
    { type: 'dissect', field: 'message', pattern: '%{method} %{path} %{status}' },
    { type: 'convert', field: 'status', target_type: 'integer' },
    { type: 'remove', field: ['message'] },
  ],
};
const lines = ['GET /a 200', 'upstream timeout', 'GET /health 200', 'POST /b 500', 'GET /c x'];
const text = { 'content-type': 'text/plain' };
const ndjson = { 'content-type': 'application/x-ndjson' };

let functions: StreamFunctions;
let source: string;

beforeAll(async () => {
  const names = ['push', 'listRecords', 'getRecord', 'listFailures', 'patch', 'remove'];
  functions = await streamFunctions([...names.map((name) => `stream-${name}`), 'source-patch']);
  source = await functions.makeSource(log);
});

const call: StreamFunctions['call'] = (...args) => functions.call(...args);
const push = (id: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call('stream-push', { id, body, headers });
const read = (id: string, query = '') => call('stream-listRecords', { id, query });
const codeOf = ({ status, body }: Answer) => [status, (body as { type: string }).type.split(':').at(-1)];
const hitsOf = ({ body }: Answer) => (body as { hits: Record<string, unknown>[] }).hits;
const positionsOf = (answer: Answer) => hitsOf(answer).map(({ position }) => position);
const plainStream = async () => functions.makeStream();
const many = (count: number, from = 0) => Array.from({ length: count }, (_, n) => ({ n: from + n }));

test('a push has, if asked, only the results of records that failed', async () => {
  const id = await functions.makeStream({ source });
  const query = '?items=failed';
  const pushed = await call('stream-push', { id, query, body: lines.join('\n'), headers: text });
  expect(pushed.body).toMatchObject({ stored: 2, failed_count: 2, dropped_count: 1, first: 0, last: 3 });
  expect(Object(pushed.body).items).toEqual([
    {
      index: 1,
      position: 1,
      status: 'quarantined',
      step: 1,
      error: expect.objectContaining({ code: 'no_match' }),
    },
    {
      ...{ index: 4, position: 3, status: 'quarantined', step: 2 },
      error: expect.objectContaining({ code: 'not_convertible' }),
    },
  ]);
  const dropped = await call('stream-push', { id, query, body: lines[2], headers: text });
  expect([dropped.status, dropped.body]).toEqual([
    201,
    expect.not.objectContaining({ items: expect.anything() }),
  ]);
  expect(
    (await call('stream-push', { id, query: '?items=none', body: lines[2], headers: text })).status,
  ).toBe(400);
});

test('each record of a push has a result, and is read where it went', async () => {
  const id = await functions.makeStream({ source });
  const pushed = await push(id, lines.join('\n'), text);
  const error = { code: 'no_match', path: 'message', value: 'upstream timeout' };
  expect(pushed.status).toBe(200);
  expect(pushed.body).toMatchObject({
    ...{ errors: true, stored: 2, failed_count: 2, dropped_count: 1, first: 0, last: 3 },
    items: [
      { position: 0, status: 'stored' },
      { position: 1, status: 'quarantined', error, step: 1 },
      { status: 'dropped', step: 0 },
      { position: 2, status: 'stored' },
      { position: 3, status: 'quarantined', error: { code: 'not_convertible' }, step: 2 },
    ],
  });
  const pushedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  const [one, two] = [
    { method: 'GET', path: '/a', status: 200 },
    { method: 'POST', path: '/b', status: 500 },
  ];
  expect((await read(id)).body).toEqual({
    ...{ from: 0, size: 2, after: 4 },
    hits: [
      { position: 0, pushed: pushedAt, document: one },
      { position: 2, pushed: pushedAt, document: two },
    ],
  });
  expect(hitsOf(await read(id, '?view=raw&from=1'))).toEqual([
    { position: 2, pushed: pushedAt, raw: { message: lines[3] } },
  ]);
  expect((await call('stream-getRecord', { id, position: '2' })).body).toEqual({
    ...{ position: 2, pushed: pushedAt, document: two, raw: { message: lines[3] } },
  });
  for (const position of ['1', '3', '4', '70000'])
    expect(codeOf(await call('stream-getRecord', { id, position }))).toEqual([404, 'not_found']);
  const failures = await call('stream-listFailures', { id });
  expect(failures.body).toMatchObject({
    ...{ from: 0, size: 2, after: 4 },
    hits: [
      { position: 1, raw: { message: lines[1] }, error, step: 1 },
      { position: 3, raw: { message: lines[4] }, error: { code: 'not_convertible' }, step: 2 },
    ],
  });
  const found = await call('stream-listFailures', { id, query: '?query=error.code:no_match' });
  expect(positionsOf(found)).toEqual([1]);
});

describe('a stream that does not keep failures', () => {
  test('skip leaves them out', async () => {
    const id = await functions.makeStream({ source, on_error: 'skip' });
    const { status, body } = await push(id, lines.join('\n'), text);
    expect([status, body]).toMatchObject([200, { stored: 2, failed_count: 2, first: 0, last: 1 }]);
    expect((body as { items: object[] }).items[1]).toMatchObject({ status: 'skipped', step: 1 });
    expect(positionsOf(await read(id))).toEqual([0, 1]);
    expect(hitsOf(await call('stream-listFailures', { id }))).toEqual([]);
  });

  test('reject stores nothing of the batch', async () => {
    const id = await functions.makeStream({ source, on_error: 'reject' });
    const refused = await push(id, lines.join('\n'), text);
    expect(codeOf(refused)).toEqual([400, 'records_rejected']);
    expect(refused.body).toMatchObject({
      failed_count: 2,
      errors: [
        { in: 'body', pointer: '/1', code: 'no_match' },
        { in: 'body', pointer: '/4', code: 'not_convertible' },
      ],
    });
    expect(hitsOf(await read(id))).toEqual([]);
    expect(await push(id, 'GET /a 200', text)).toMatchObject({ status: 201, body: { first: 0 } });
  });
});

test('batches of every form are read in their order', async () => {
  const id = await functions.makeStream({ source: await functions.makeSource({ format: 'csv' }) });
  expect((await push(id, [{ a: 1 }, { a: 2 }])).body).toMatchObject({ first: 0, last: 1, stored: 2 });
  expect(await push(id, '{"a":3}\n{"a":4}\n', ndjson)).toMatchObject({ status: 201 });
  expect(await push(id, 'a\n5\n', { 'content-type': 'text/csv' })).toMatchObject({ status: 201 });
  const packed = { ...ndjson, 'content-encoding': 'gzip' };
  expect(await push(id, gzipSync('{"a":6}'), packed)).toMatchObject({ status: 201, body: { first: 5 } });
  const documents = hitsOf(await read(id)).map(({ document }) => document);
  expect(documents).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }, { a: '5' }, { a: 6 }]);
});

test('pages go through a stream in both orders', async () => {
  const id = await plainStream();
  for (let at = 0; at < 50; at += 10) await push(id, many(10, at));
  const pages = async (query: string) => {
    const all: unknown[] = [];
    for (let from = ''; ; ) {
      const page = await read(id, `?size=7${query}${from}`);
      all.push(...hitsOf(page).map(({ document }) => Object(document).n));
      const { after } = page.body as { after?: number };
      if (after === undefined || hitsOf(page).length === 0) return all;
      from = `&from=${after}`;
    }
  };
  const numbers = many(50).map(({ n }) => n);
  expect(await pages('')).toEqual(numbers);
  expect(await pages('&order=desc')).toEqual(numbers.toReversed());
  expect(await pages('&query=n:>=45%20OR%20n:3')).toEqual([3, 45, 46, 47, 48, 49]);
  expect((await read(id, '?from=50')).body).toEqual({ from: 50, size: 0, hits: [], after: 50 });
  expect((await read(id, '?from=60')).body).toEqual({ from: 60, size: 0, hits: [], after: 60 });
  expect((await read(id, '?size=0')).body).toEqual({
    from: 0,
    size: 0,
    hits: [],
    after: 0,
    partial: undefined,
  });
});

test('lines are returned as NDJSON', async () => {
  const id = await plainStream();
  await push(id, many(2));
  const request = { id, query: '?view=raw', headers: { accept: 'application/x-ndjson' } };
  const { status, headers, body } = await call('stream-listRecords', request);
  expect([status, headers]).toMatchObject([200, { 'content-type': 'application/x-ndjson' }]);
  expect(headers['link']).toContain(`view=raw&from=2>; rel="next"`);
  const rows = String(body).split('\n');
  expect(rows.slice(0, 2).map((row) => JSON.parse(row).raw)).toEqual(many(2));
  expect(rows[2]).toBe('');
});

test('a batch that compresses badly is kept in several items, and a page reads those that it needs', {
  tags: ['streams'],
}, async () => {
  const id = await plainStream();
  const noise = (length: number) => Buffer.from(randomBytes(length)).toString('base64');
  const records = Array.from({ length: 24 }, (_, n) => ({ n, noise: noise(49_000) }));
  expect(await push(id, records)).toMatchObject({ status: 201, body: { stored: 24 } });
  expect(hitsOf(await read(id, '?from=20&size=2')).map(({ document }) => document)).toEqual(
    records.slice(20, 22),
  );
  const page = await read(id, '?size=24');
  expect(hitsOf(page).length).toBeGreaterThan(12);
  expect((await call('stream-getRecord', { id, position: '23' })).body).toMatchObject({
    document: records[23],
  });
  const refused = await push(id, [{ n: 1 }, { noise: noise(500_000) }]);
  expect(codeOf(refused)).toEqual([413, 'content_too_large']);
  expect(positionsOf(await read(id, '?from=24'))).toEqual([]);
});

test('records and errors that do not fit into one item are kept in several', async () => {
  const message = '{{noise}}';
  const failing = { preprocessors: [{ type: 'fail', message, if: 'fails:true' }] };
  const id = await functions.makeStream({ source: await functions.makeSource(failing) });
  const noise = (length: number) => Buffer.from(randomBytes(length)).toString('base64');
  const bad = (count: number) => Array.from({ length: count }, () => ({ fails: true, noise: noise(750) }));
  expect(await push(id, [{ noise: noise(300_000) }, ...bad(100)])).toMatchObject({
    status: 200,
    body: { stored: 1, failed_count: 100 },
  });
  expect(positionsOf(await read(id))).toEqual([0]);
  expect(positionsOf(await call('stream-listFailures', { id, query: '?size=500' }))).toHaveLength(100);
  const refused = await push(id, bad(500));
  expect(codeOf(refused)).toEqual([413, 'content_too_large']);
  expect(positionsOf(await call('stream-listFailures', { id, query: '?size=500' }))).toHaveLength(100);
});

test('a record that is stored fits into a response, with its document', { tags: ['streams'] }, async () => {
  const preprocessors = [{ type: 'remove', field: ['text'] }];
  const id = await functions.makeStream({ source: await functions.makeSource({ preprocessors }) });
  const packed = { ...ndjson, 'content-encoding': 'gzip' };
  // A quote has two bytes in JSON, and four in the text of a response of Lambda.
  const quotes = (count: number) => gzipSync(JSON.stringify({ text: '"'.repeat(count) }));
  const refused = await push(id, quotes(1_500_000), packed);
  expect(codeOf(refused)).toEqual([413, 'content_too_large']);
  expect(refused.body).toMatchObject({ max_bytes: 2_621_440 });
  expect((await push(id, quotes(1_300_000), packed)).body).toMatchObject({ stored: 1, first: 0 });
  const { body } = await call('stream-getRecord', { id, position: '0' });
  expect(JSON.stringify(JSON.stringify(body)).length).toBeLessThan(6_000_000);
});

test('the message of an error is cut, so that the errors of 500 records fit into a response', async () => {
  const preprocessors = [{ type: 'fail', message: '{{text}}' }];
  const source = await functions.makeSource({ preprocessors });
  const record = { text: 'x'.repeat(5_000) };
  const error = { code: 'failed', message: `${'x'.repeat(999)}…` };
  const id = await functions.makeStream({ source });
  expect((await push(id, [record])).body).toMatchObject({ items: [{ error }] });
  expect(hitsOf(await call('stream-listFailures', { id }))).toMatchObject([{ error }]);
  const strict = await functions.makeStream({ source, on_error: 'reject' });
  expect((await push(strict, [record])).body).toMatchObject({ errors: [error] });
});

test('a push with an idempotency key is stored once', async () => {
  const id = await plainStream();
  const key = { 'idempotency-key': 'one' };
  const [one, again] = [await push(id, many(3), key), await push(id, many(3), key)];
  expect(again).toEqual(one);
  expect(positionsOf(await read(id))).toEqual([0, 1, 2]);
  expect(codeOf(await push(id, many(2), key))).toEqual([422, 'idempotency_key_reused']);
});

test('a push that is stored, but whose response was lost, is not refused when it is sent again', async () => {
  const changing = await functions.makeSource(log);
  const id = await functions.makeStream({ source: changing, on_error: 'reject' });
  const key = { 'idempotency-key': id };
  const { status, body } = await push(id, 'GET /a 200', { ...text, ...key });
  expect([status, body]).toMatchObject([201, { stored: 1, first: 0 }]);
  const again = async () => {
    await functions.forgetResponse('stream-push', id);
    return push(id, 'GET /a 200', { ...text, ...key });
  };
  const stored = { status: 201, body: { stored: 1, first: 0 } };
  const failing = { preprocessors: [{ type: 'fail', message: 'No.' }] };
  await call('source-patch', { id: changing, body: failing });
  expect(await again()).toMatchObject(stored);
  await call('stream-patch', { id, body: { state: 'closed' } });
  expect(await again()).toMatchObject(stored);
  expect(positionsOf(await read(id))).toEqual([0]);
  const other = { ...text, 'idempotency-key': `${id}-2` };
  expect(codeOf(await push(id, 'GET /a 200', other))).toEqual([409, 'stream_not_open']);
});

test('a stream that is not open takes no records', async () => {
  const id = await plainStream();
  await call('stream-patch', { id, body: { state: 'paused' } });
  const refused = await push(id, many(1));
  expect(codeOf(refused)).toEqual([409, 'stream_not_open']);
  expect(refused.body).toMatchObject({ state: 'paused', allowed: ['open', 'closed'] });
  await call('stream-patch', { id, body: { state: 'closed' } });
  expect((await push(id, many(1))).body).toMatchObject({ state: 'closed', allowed: [] });
});
