/** The counts of streams, and their failures as the records of a preview: emitted bundles on a real engine. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../support/emitted-function.ts';
import { crashingClient } from '../../support/faulty-client.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';
import { batchOf, openLog } from '../support/stream-log.ts';

const strict = { preprocessors: [{ type: 'convert', field: 'n', target_type: 'integer' }] };

let functions: StreamFunctions;

beforeAll(async () => {
  const names = [
    'stream-push',
    'stream-stat',
    'stream-patch',
    'stream-listFailures',
    'source-createMappingPreview',
  ];
  functions = await streamFunctions(names);
});

const call: StreamFunctions['call'] = (...args) => functions.call(...args);
const push = (id: string, body: readonly object[]) => call('stream-push', { id, body });
const issues = ({ status, body }: Answer) => [status, (body as { errors: object[] }).errors];
const totals = { skipped: 0, dropped: 0 };

test('pushes are counted by source', async () => {
  const [one, other] = [await functions.makeSource(strict), await functions.makeSource()];
  const first = await functions.makeStream({ source: one });
  const second = await functions.makeStream({ source: one, on_error: 'skip' });
  const third = await functions.makeStream({ source: other });
  await push(first, [{ n: '1' }, { n: 'x' }]);
  await push(first, [{ n: '2' }]);
  await push(second, [{ n: 'y' }]);
  await push(third, [{}]);
  await call('stream-patch', { id: second, body: { state: 'paused' } });
  const ofOne = { source: one, streams: 2, open: 1, paused: 1, closed: 0 };
  const counts = { ...ofOne, ...totals, records: 2, failures: 1, skipped: 1, bytes: 36 };
  const ofOther = { source: other, streams: 1, open: 1, paused: 0, closed: 0 };
  const others = { ...ofOther, ...totals, records: 1, failures: 0, bytes: 2 };
  const { source: _source, ...sum } = counts;
  const all = { ...sum, streams: 3, open: 2, records: 3, bytes: 38 };
  expect((await call('stream-stat')).body).toEqual({ ...all, by_source: [counts, others] });
  expect((await call('stream-stat', { query: `?source=${other}` })).body).toMatchObject({
    records: 1,
    by_source: [others],
  });
});

test('counts are exact after pushes that crashed at any command', async () => {
  const { client } = functions.engine;
  const source = await functions.makeSource();
  const { tableName } = functions;
  // Older than any push may be.
  const now = () => Date.now() - 120_000;
  const made: string[] = [];
  for (let commands = 0; commands < 8; commands++) {
    const stream = await functions.makeStream({ source });
    const crashing = openLog({ client: crashingClient(client, commands), tableName, stream, now });
    await crashing.append(batchOf([1, 2], [3])).catch(() => undefined);
    made.push(stream);
  }
  const { body } = await call('stream-stat', { query: `?source=${source}` });
  const read = await Promise.all(made.map((stream) => openLog({ client, tableName, stream }).all()));
  const stored = read.reduce((sum, { records }) => sum + records.length, 0);
  expect(stored).toBeGreaterThan(2);
  expect(body).toMatchObject({ streams: 8, records: stored, failures: stored / 2, bytes: 15 * stored });
});

test('counts are exact after more pushes have crashed at once than one request settles', {
  tags: ['streams'],
}, async () => {
  const { tableName, engine } = functions;
  const source = await functions.makeSource();
  const stream = await functions.makeStream({ source });
  const now = () => Date.now() - 120_000;
  // Each has stored its batch, and has not counted it.
  const crash = () =>
    openLog({ client: crashingClient(engine.client, 2), tableName, stream, now }).append(batchOf([1]));
  const ends = await Promise.allSettled(Array.from({ length: 40 }, crash));
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
  const { body } = await call('stream-stat', { query: `?source=${source}` });
  expect(body).toMatchObject({ streams: 1, records: 40 });
});

test('a source without streams has nothing', async () => {
  const { body } = await call('stream-stat', { query: '?source=0123456789abcdef01234567' });
  expect(body).toMatchObject({ streams: 0, records: 0, bytes: 0, by_source: [] });
});

test('failures are the records of the next try', async () => {
  const source = await functions.makeSource(strict);
  const stream = await functions.makeStream({ source });
  await push(stream, [{ n: '1' }, { n: 'x' }, { n: '2' }, { n: '3 kg' }]);
  const preview = (body: object, id = source) => call('source-createMappingPreview', { id, body });
  const failing = await preview({ stream, failures: true });
  expect(failing.body).toMatchObject({ sampled: 2, failed: 2, results: [{ raw: { n: 'x' } }, {}] });
  const preprocessors = [
    { type: 'gsub', field: 'n', pattern: ' kg$', replacement: '' },
    { ...strict.preprocessors[0], ignore_failure: true },
  ];
  const mended = await preview({ stream, failures: true, preprocessors });
  const documents = (mended.body as { results: { document: object }[] }).results;
  expect(documents.map(({ document }) => document)).toEqual([{ n: 'x' }, { n: 3 }]);
  expect(issues(await preview({ failures: true }))).toMatchObject([400, [{ pointer: '/failures' }]]);
  const both = await preview({ stream, failures: true, records: [] });
  expect(issues(both)).toMatchObject([400, [{ pointer: '/records', code: 'not_allowed' }]]);
  expect((await preview({ stream, failures: true }, await functions.makeSource())).status).toBe(404);
});

test('stored records are the records of a preview, beside the documents of now', async () => {
  const source = await functions.makeSource({
    preprocessors: [{ type: 'set', field: 'v', value: 1 }],
  });
  const stream = await functions.makeStream({ source });
  await push(stream, [{ n: '1' }, { n: '2' }, { n: 'x' }]);
  const preview = (body: object) => call('source-createMappingPreview', { id: source, body });
  const same = await preview({ stream });
  expect(same.body).toMatchObject({ sampled: 3, succeeded: 3, differences: [] });
  const preprocessors = [
    { type: 'set', field: 'v', value: 1 },
    { type: 'convert', field: 'n', target_type: 'long' },
  ];
  const { body } = await preview({ stream, from: 1, preprocessors });
  expect(body).toMatchObject({
    sampled: 2,
    failed: 1,
    results: [
      { raw: { n: '2' }, stored: { n: '2', v: 1 }, document: { n: 2, v: 1 } },
      { raw: { n: 'x' }, stored: { n: 'x', v: 1 }, error: { code: 'not_convertible' } },
    ],
    differences: [
      { position: 0, path: 'n', expected: '2', found: 2 },
      { position: 1, path: '', expected: { n: 'x', v: 1 }, found: null },
    ],
  });
  expect(issues(await preview({ from: 1, records: [] }))).toMatchObject([400, [{ pointer: '/from' }]]);
});

test('failures are counted by step, code and message', async () => {
  const source = await functions.makeSource({
    preprocessors: [
      { type: 'convert', field: 'n', target_type: 'long' },
      { type: 'fail', message: 'kind {{kind}}', if: 'kind:*' },
    ],
  });
  const stream = await functions.makeStream({ source });
  await push(stream, [{ n: 'x' }, { n: '1' }, { n: 'y' }, {}, { n: '1', kind: 'a' }, { n: '2', kind: 'a' }]);
  const counted = async (query = '') =>
    (await call('stream-listFailures', { id: stream, query: `?counts=true${query}` })).body;
  const kinds = [
    { step: 0, code: 'not_convertible', message: 'n cannot be converted to long.', count: 2, first: 0 },
    { step: 1, code: 'failed', message: 'kind a', count: 2, first: 4 },
    { step: 0, code: 'missing_field', message: 'n is absent.', count: 1, first: 3 },
  ];
  expect(await counted()).toEqual({ from: 0, size: 0, hits: [], counts: kinds, after: 6 });
  expect(await counted('&query=step:0&from=1')).toMatchObject({
    counts: [{ ...kinds[0], count: 1, first: 2 }, kinds[2]],
  });
  await push(
    stream,
    Array.from({ length: 150 }, (_, index) => ({ n: '1', kind: String(index) })),
  );
  const many = Object(await counted()).counts;
  expect(many).toHaveLength(100);
  expect(many[0]).toMatchObject({ step: 1, code: 'failed', count: 54 });
  expect(many[0]).not.toHaveProperty('message');
  expect(many.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(155);
});

test('a preview finds failures that stand far behind all others', { tags: ['streams'] }, async () => {
  const source = await functions.makeSource(strict);
  const stream = await functions.makeStream({ source });
  const { engine, tableName } = functions;
  await engine.client.send(
    new UpdateCommand({
      TableName: tableName,
      Key: { pk: `stream/${stream}`, sk: 'log' },
      UpdateExpression: 'SET #next = :next',
      ExpressionAttributeNames: { '#next': 'next' },
      ExpressionAttributeValues: { ':next': 70 * 65_536 },
    }),
  );
  await push(stream, [{ n: 'x' }]);
  const body = { stream, failures: true };
  const preview = await call('source-createMappingPreview', { id: source, body });
  expect(preview.body).toMatchObject({ sampled: 1, results: [{ raw: { n: 'x' } }] });
});

test('a preview takes failures of at most 4 MiB', { tags: ['streams'] }, async () => {
  const source = await functions.makeSource(strict);
  const stream = await functions.makeStream({ source });
  const large = { n: 'x', text: 'y'.repeat(900_000) };
  for (let pushes = 0; pushes < 3; pushes++) await push(stream, [large, large]);
  const preprocessors = [{ type: 'remove', field: ['text'] }];
  const body = { stream, failures: true, preprocessors };
  const preview = await call('source-createMappingPreview', { id: source, body, query: '?size=1' });
  expect(preview.body).toMatchObject({ sampled: 4, succeeded: 4 });
});
