/** Records are replayed: emitted bundles, real-shaped events, a real engine. */

import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../support/emitted-function.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let functions: StreamFunctions;

beforeAll(async () => {
  const names = ['push', 'createReplay', 'listRecords', 'listFailures', 'stat', 'patch'];
  functions = await streamFunctions([...names.map((name) => `stream-${name}`), 'source-patch']);
});

const integer = { type: 'convert', field: 'n', target_type: 'integer' };
const withoutUnit = { type: 'gsub', field: 'n', pattern: ' kg$', replacement: '' };
const noTest = { type: 'drop', if: 'n:test' };

const call: StreamFunctions['call'] = (...args) => functions.call(...args);
const push = (id: string, ...values: readonly unknown[]) =>
  call('stream-push', { id, body: values.map((n) => ({ n })) });
const replay = (id: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  call('stream-createReplay', { id, body, headers });
const mend = (id: string, ...preprocessors: readonly object[]) =>
  call('source-patch', { id, body: { preprocessors } });
const hitsOf = ({ body }: Answer) => (body as { hits: Record<string, unknown>[] }).hits;
const records = async (id: string) =>
  hitsOf(await call('stream-listRecords', { id })).map(({ position, document }) => [
    position,
    Object(document).n,
  ]);
const failures = async (id: string) =>
  hitsOf(await call('stream-listFailures', { id })).map(({ position }) => position);
const codeOf = ({ status, body }: Answer) => [status, (body as { type: string }).type.split(':').at(-1)];

async function open(...preprocessors: readonly object[]) {
  const source = await functions.makeSource({ preprocessors });
  return { source, id: await functions.makeStream({ source }) };
}

test('failures that succeed now become records, and the others stay', async () => {
  const { source, id } = await open(integer);
  await push(id, '1', 'x', '2 kg', 'test');
  await push(id, '3 kg', '4');
  await mend(source, noTest, withoutUnit, integer);
  const { status, body } = await replay(id, { failures: true });
  const error = { code: 'not_convertible', path: 'n', value: 'x' };
  expect([status, body]).toMatchObject([
    200,
    {
      ...{ errors: true, size: 4, stored: 2, failed_count: 1, dropped_count: 1 },
      items: [
        { origin: 1, status: 'failed', error, step: 2 },
        { origin: 2, status: 'stored', position: 6 },
        { origin: 3, status: 'dropped', step: 0 },
        { origin: 4, status: 'stored', position: 7 },
      ],
    },
  ]);
  expect(body).not.toHaveProperty('after');
  expect(await records(id)).toEqual([
    [0, 1],
    [5, 4],
    [6, 2],
    [7, 3],
  ]);
  expect(await failures(id)).toEqual([1]);
  const stats = (await call('stream-stat', { query: `?source=${source}` })).body;
  expect(stats).toMatchObject({ records: 4, failures: 1, dropped: 1, bytes: 63 });
  const again = await replay(id, { failures: true });
  expect(again.body).toMatchObject({ size: 1, stored: 0, failed_count: 1, items: [{ origin: 1 }] });
  expect(await records(id)).toHaveLength(4);
});

test('a list passes failures that are none any more, however large they are', {
  tags: ['streams'],
}, async () => {
  const { source, id } = await open(integer);
  const noise = () => Buffer.from(randomBytes(42_000)).toString('base64');
  await push(id, ...Array.from({ length: 60 }, (_, n) => `${n} ${noise()}`));
  await mend(
    source,
    { type: 'gsub', field: 'n', pattern: '^([0-4]?[0-9]|5[0-8]) .*', replacement: '$1' },
    integer,
  );
  expect((await replay(id, { failures: true })).body).toMatchObject({ stored: 59, failed_count: 1 });
  const found: unknown[] = [];
  let from = 0;
  for (let pages = 0; from < 119 && pages < 10; pages++) {
    const page = await call('stream-listFailures', { id, query: `?from=${from}` });
    found.push(...hitsOf(page).map(({ position }) => position));
    from = Number(Object(page.body).after);
  }
  expect([found, from]).toEqual([[59], 119]);
});

test('records get other documents where they are', async () => {
  const { source, id } = await open();
  await push(id, '1', 'x', '2 kg', 'test');
  await push(id, '3', '4 kg');
  await mend(source, noTest, withoutUnit, integer);
  const { status, body } = await replay(id, { from: 1, to: 4 });
  expect([status, body]).toMatchObject([
    200,
    {
      ...{ size: 4, stored: 2, failed_count: 1, dropped_count: 1 },
      items: [
        { origin: 1, status: 'failed', error: { code: 'not_convertible' }, step: 2 },
        { origin: 2, status: 'stored', position: 2 },
        { origin: 3, status: 'dropped', step: 0 },
        { origin: 4, status: 'stored', position: 4 },
      ],
    },
  ]);
  const replaced = [
    [0, '1'],
    [1, 'x'],
    [2, 2],
    [4, 3],
    [5, '4 kg'],
  ];
  expect(await records(id)).toEqual(replaced);
  expect(await replay(id, { from: 4, to: 900 })).toMatchObject({
    status: 201,
    body: { errors: false, items: [{ origin: 4 }, { origin: 5 }] },
  });
  expect(await records(id)).toEqual([...replaced.slice(0, 4), [5, 4]]);
  expect((await call('stream-stat', { query: `?source=${source}` })).body).toMatchObject({ records: 6 });
});

test('a limit ends a replay, and `after` continues it', { tags: ['streams'] }, async () => {
  const { source, id } = await open(integer);
  for (let at = 0; at < 3; at++) await push(id, 'a', 'b', 'c', '1');
  await mend(source);
  const sizes: number[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { body }: Answer = await replay(id, { failures: true, from, limit: 2 });
    const page = body as { size: number; after?: number };
    sizes.push(page.size);
    from = page.after;
  }
  expect(sizes.reduce((sum, size) => sum + size)).toBe(9);
  expect(Math.max(...sizes)).toBe(2);
  expect((await records(id)).map(([, n]) => n)).toEqual([1, 1, 1, ...'abcabcabc']);
  expect(await failures(id)).toEqual([]);
  const range = await replay(id, { from: 3, to: 13, limit: 3 });
  expect(range.body).toMatchObject({ items: [{ origin: 3 }, { origin: 7 }, { origin: 11 }], after: 12 });
  const rest = await replay(id, { from: 12, to: 13, limit: 3 });
  expect(rest.body).toMatchObject({ size: 2 });
  expect(rest.body).not.toHaveProperty('after');
});

test('a request with an idempotency key gets the same response again', async () => {
  const { source, id } = await open(integer);
  await push(id, 'x', 'y');
  await mend(source);
  const key = { 'idempotency-key': 'one' };
  const first = await replay(id, { failures: true, limit: 1 }, key);
  expect(first.body).toMatchObject({ items: [{ origin: 0, position: 2 }], after: 1 });
  expect(await replay(id, { failures: true, limit: 1 }, key)).toEqual(first);
  expect(await failures(id)).toEqual([1]);
});

test('a replay that is stored, but whose response was lost, is not refused when it is sent again', async () => {
  const { source, id } = await open(integer);
  await push(id, 'x');
  await mend(source);
  const send = () => replay(id, { failures: true }, { 'idempotency-key': id });
  const first = await send();
  const items = [{ origin: 0, status: 'stored', position: 1 }];
  expect([first.status, first.body]).toMatchObject([201, { items }]);
  await functions.forgetResponse('stream-createReplay', id);
  await call('stream-patch', { id, body: { state: 'paused' } });
  const again = await send();
  expect([again.status, again.body]).toMatchObject([201, { items }]);
});

test.each<[name: string, body: object, pointer: string, code: string]>([
  ['nothing', {}, '/from', 'required'],
  ['a range without an end', { from: 3 }, '/to', 'required'],
  ['a range that ends before it begins', { from: 3, to: 2 }, '/to', 'minimum'],
  ['501 records', { failures: true, limit: 501 }, '/limit', 'maximum'],
])('%s is refused', async (_name, body, pointer, code) => {
  const { id } = await open();
  const answer = await replay(id, body);
  expect(codeOf(answer)).toEqual([400, 'invalid_request']);
  expect(answer.body).toMatchObject({ errors: [{ in: 'body', pointer, code }] });
});

test('a stream that is not open replays nothing', async () => {
  const { id } = await open();
  await call('stream-patch', { id, body: { state: 'paused' } });
  expect(codeOf(await replay(id, { failures: true }))).toEqual([409, 'stream_not_open']);
  expect((await replay('0123456789abcdef01234567', { failures: true })).status).toBe(404);
});
