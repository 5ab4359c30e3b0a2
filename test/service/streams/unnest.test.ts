/** Records that become several: emitted bundles, real-shaped events, a real engine. */

import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../support/emitted-function.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let functions: StreamFunctions;

beforeAll(async () => {
  const names = ['push', 'createReplay', 'listRecords', 'getRecord', 'listFailures', 'stat'];
  functions = await streamFunctions([
    ...names.map((name) => `stream-${name}`),
    ...['source-patch', 'source-createMappingPreview', 'source-discoverFields', 'source-putSample'],
    ...['source-getMappingPreview', 'pipeline-put'],
  ]);
});

const unnest = { type: 'unnest', field: 'Records', add_to_root: true };
const noRead = { type: 'drop', if: 'name:=Read' };
const integer = { type: 'convert', field: 'size', target_type: 'integer' };
const withoutUnit = { type: 'gsub', field: 'size', pattern: ' kg$', replacement: '' };

const call: StreamFunctions['call'] = (...args) => functions.call(...args);
const mend = (id: string, ...preprocessors: readonly object[]) =>
  call('source-patch', { id, body: { preprocessors } });
const replay = (id: string, body: object) => call('stream-createReplay', { id, body });
const hitsOf = ({ body }: Answer) => (body as { hits: Record<string, unknown>[] }).hits;
const records = async (id: string, query = '') =>
  hitsOf(await call('stream-listRecords', { id, query })).map(({ position, part, document }) => [
    position,
    part,
    Object(document).size,
  ]);
const failures = async (id: string) =>
  hitsOf(await call('stream-listFailures', { id })).map(({ position, failed_parts }) => [
    position,
    (failed_parts as { part: string }[] | undefined)?.map(({ part }) => part),
  ]);
const event = (size: string, name = 'Put') => ({ name, size });

async function open(stream: object, ...preprocessors: readonly object[]) {
  const source = await functions.makeSource({ preprocessors });
  return { source, id: await functions.makeStream({ source, ...stream }) };
}

const body = [
  { account: 7, Records: [event('1'), event('x'), event('0', 'Read'), event('2')] },
  { account: 8, Records: [event('3')] },
  { account: 9 },
  { account: 9, Records: [] },
  { account: 9, Records: [event('5 kg'), event('6 kg')] },
];

test('each part is stored, fails or is dropped by itself', async () => {
  const { source, id } = await open({}, unnest, noRead, integer);
  const pushed = await call('stream-push', { id, body });
  const error = { code: 'not_convertible', path: 'size', value: 'x' };
  expect([pushed.status, pushed.body]).toMatchObject([
    200,
    {
      ...{ errors: true, stored: 3, failed_count: 3, dropped_count: 2, first: 0, last: 3 },
      items: [
        {
          position: 0,
          status: 'quarantined',
          error,
          step: 2,
          part: '1',
          parts: { stored: 2, failed: 1, dropped: 1 },
        },
        { position: 1, status: 'stored', parts: { stored: 1, failed: 0, dropped: 0 } },
        { position: 2, status: 'quarantined', error: { code: 'missing_field' }, step: 0 },
        { status: 'dropped', step: 0 },
        {
          position: 3,
          status: 'quarantined',
          step: 2,
          part: '0',
          parts: { stored: 0, failed: 2, dropped: 0 },
        },
      ],
    },
  ]);
  const all = [
    [0, '0', 1],
    [0, '3', 2],
    [1, '0', 3],
  ];
  expect(await records(id)).toEqual(all);
  expect(await records(id, '?order=desc')).toEqual([all[2], all[0], all[1]]);
  // The parts of a record are on one page.
  expect(await records(id, '?size=1')).toEqual(all.slice(0, 2));
  expect((await call('stream-listRecords', { id, query: '?size=1' })).body).toMatchObject({
    size: 2,
    after: 1,
  });
  expect(await records(id, '?query=size:>1')).toEqual(all.slice(1));
  const both = hitsOf(await call('stream-listRecords', { id, query: '?view=both&query=size:>1' }));
  expect(both.map(({ raw }) => raw)).toEqual([body[0], body[1]]);
  const raw = hitsOf(await call('stream-listRecords', { id, query: '?view=raw' }));
  expect(raw.map(({ pushed: _, ...hit }) => hit)).toEqual([
    { position: 0, raw: body[0] },
    { position: 1, raw: body[1] },
  ]);
  const one = (query: string) => call('stream-getRecord', { id, position: '0', query });
  expect((await one('')).body).toMatchObject({ part: '0', document: { account: 7, size: 1 }, raw: body[0] });
  expect((await one('?part=3')).body).toMatchObject({ part: '3', document: { account: 7, size: 2 } });
  expect(await one('?part=1')).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining('part 1') },
  });
  expect(await failures(id)).toEqual([
    [0, ['1']],
    [2, undefined],
    [3, ['0', '1']],
  ]);
  const counted = await call('stream-listFailures', { id, query: '?counts=true' });
  expect(counted.body).toMatchObject({
    counts: [
      { code: 'not_convertible', count: 3 },
      { code: 'missing_field', count: 1 },
    ],
  });
  const stats = await call('stream-stat', { query: `?source=${source}` });
  expect(stats.body).toMatchObject({ records: 3, failures: 3, dropped: 2 });
});

test('a replay stores what failed, and nothing twice', async () => {
  const { source, id } = await open({}, unnest, noRead, integer);
  await call('stream-push', { id, body });
  await mend(source, { ...unnest, ignore_missing: true }, noRead, withoutUnit, integer);
  const replayed = await replay(id, { failures: true });
  expect(replayed.body).toMatchObject({
    ...{ errors: true, size: 3, stored: 1, failed_count: 2 },
    items: [
      { origin: 0, status: 'failed', part: '1', parts: { stored: 0, failed: 1, dropped: 0 } },
      { origin: 2, status: 'failed', error: { path: 'size' } },
      { origin: 3, status: 'stored', position: 4 },
    ],
  });
  const documents = [
    [0, '0', 1],
    [0, '3', 2],
    [1, '0', 3],
    [4, '0', 5],
    [4, '1', 6],
  ];
  expect(await records(id)).toEqual(documents);
  expect(await failures(id)).toEqual([
    [0, ['1']],
    [2, undefined],
  ]);
  // A part that fails leaves the record as it is; the failed part is no part of the stored record.
  const mark = { type: 'set', field: 'size', value: 40, if: 'size:1' };
  const noTwo = { type: 'fail', message: 'two', if: 'size:2' };
  await mend(source, unnest, noRead, withoutUnit, integer, mark, noTwo);
  expect((await replay(id, { from: 0, to: 9 })).body).toMatchObject({
    items: [
      { origin: 0, status: 'failed', part: '3' },
      { origin: 1, status: 'stored' },
      { origin: 4, status: 'stored' },
    ],
  });
  expect(await records(id)).toEqual(documents);
  await mend(
    source,
    unnest,
    noRead,
    withoutUnit,
    { type: 'set', field: 'size', value: 50, if: 'size:=x' },
    integer,
    mark,
  );
  await replay(id, { from: 0, to: 9 });
  expect(await records(id)).toEqual([[0, '0', 40], ...documents.slice(1)]);
  await replay(id, { failures: true });
  expect(await records(id)).toEqual([[0, '0', 40], ...documents.slice(1), [5, '1', 50]]);
  expect(await failures(id)).toEqual([[2, undefined]]);
  // The part that was stored later stays one document when all are made again.
  await replay(id, { from: 0, to: 9 });
  expect(await records(id)).toEqual([[0, '0', 40], ...documents.slice(1), [5, '1', 50]]);
});

test('records become several, or one again, when their range is replayed', async () => {
  const { source, id } = await open({});
  await call('stream-push', { id, body: body.slice(0, 2) });
  await mend(source, unnest, noRead, integer);
  expect((await replay(id, { from: 0, to: 9 })).body).toMatchObject({ stored: 1, failed_count: 1 });
  await mend(source, unnest, noRead);
  expect((await replay(id, { from: 0, to: 9 })).body).toMatchObject({ stored: 2, failed_count: 0 });
  expect(await records(id)).toEqual([
    [0, '0', '1'],
    [0, '1', 'x'],
    [0, '3', '2'],
    [1, '0', '3'],
  ]);
  await mend(source, { type: 'drop', if: 'account:8' });
  await replay(id, { from: 0, to: 9 });
  expect(await records(id)).toEqual([[0, undefined, undefined]]);
});

test('a failed part that the preprocessors do not make any more stays a failure', async () => {
  const { source, id } = await open({}, unnest, integer);
  await call('stream-push', { id, body: [body[0]] });
  await mend(source);
  expect((await replay(id, { failures: true })).body).toMatchObject({
    items: [
      { origin: 0, status: 'failed', error: { message: expect.stringContaining('do not make part 1') } },
    ],
  });
  expect(await failures(id)).toEqual([[0, ['1']]]);
});

test('skip leaves out the parts that fail, and reject refuses all', async () => {
  const skipping = await open({ on_error: 'skip' }, unnest, noRead, integer);
  const pushed = await call('stream-push', { id: skipping.id, body, query: '?items=failed' });
  expect(pushed.body).toMatchObject({
    ...{ stored: 3, failed_count: 3, dropped_count: 2, first: 0, last: 1 },
    items: [
      { index: 0, position: 0, status: 'skipped', part: '1' },
      { index: 2, status: 'skipped' },
      { index: 4, status: 'skipped', part: '0' },
    ],
  });
  expect(await failures(skipping.id)).toEqual([]);
  const rejecting = await open({ on_error: 'reject' }, unnest, noRead, integer);
  expect(await call('stream-push', { id: rejecting.id, body })).toMatchObject({
    status: 400,
    body: {
      failed_count: 3,
      errors: [{ pointer: '/0', message: expect.stringMatching(/^Part 1: size/) }, {}, {}],
    },
  });
  expect(await records(rejecting.id)).toEqual([]);
});

test('a repeated request has the same answer', async () => {
  const { id } = await open({}, unnest, noRead, integer);
  const headers = { 'idempotency-key': 'once' };
  const first = await call('stream-push', { id, body, headers });
  await functions.forgetResponse('stream-push', 'once');
  const second = await call('stream-push', { id, body, headers });
  expect({ ...Object(second.body), took: 0 }).toEqual({ ...Object(first.body), took: 0 });
  expect(await records(id)).toHaveLength(3);
});

test('parts of parts', async () => {
  const lists = ['resourceLogs', 'scopeLogs', 'logRecords'].map((field) => ({ ...unnest, field }));
  const late = { type: 'fail', message: 'late', if: 'n:=1.1' };
  const { source, id } = await open({}, ...lists, late);
  const scope = (name: string, ...bodies: readonly string[]) => ({
    scope: name,
    logRecords: bodies.map((n) => ({ n })),
  });
  const record = {
    resourceLogs: [
      { scopeLogs: [scope('a', '0.0', '0.1')] },
      { scopeLogs: [scope('b', '1.0', '1.1'), { scope: 'none' }, scope('c', '1.2')] },
    ],
  };
  await call('stream-push', { id, body: [record] });
  const parts = async () =>
    hitsOf(await call('stream-listRecords', { id })).map(({ position, part, document }) => [
      position,
      part,
      Object(document).scope,
      Object(document).n,
    ]);
  const stored = [
    [0, '0.0.0', 'a', '0.0'],
    [0, '0.0.1', 'a', '0.1'],
    [0, '1.0.0', 'b', '1.0'],
    [0, '1.2.0', 'c', '1.2'],
  ];
  expect(await parts()).toEqual(stored);
  expect(await failures(id)).toEqual([[0, ['1.0.1', '1.1']]]);
  // A part that failed before it could become several.
  await mend(source, ...lists.map((list) => ({ ...list, ignore_missing: true })), late);
  await replay(id, { failures: true });
  expect(await parts()).toEqual([...stored, [1, '1.1', 'none', undefined]]);
  expect(await failures(id)).toEqual([[1, ['1.0.1']]]);
});

test('previews, samples and fields', async () => {
  const { source, id } = await open({}, unnest, noRead, integer);
  await call('stream-push', { id, body });
  const preview = async (sent: object, query = '') =>
    Object((await call('source-createMappingPreview', { id: source, body: sent, query })).body);
  const shown = await preview({ records: body }, '?verbose=true');
  expect(shown).toMatchObject({ sampled: 5, succeeded: 3, failed: 4, dropped: 2 });
  expect(
    shown.results.map(({ position, part, status, raw, steps }: Record<string, unknown>) => [
      ...[position, part, status, raw !== undefined],
      (steps as { index: number }[]).map(({ index }) => index),
    ]),
  ).toEqual([
    [0, '0', 'success', true, [0, 1, 2]],
    [0, '1', 'error', false, [1, 2]],
    [0, '2', 'dropped', false, [1]],
    [0, '3', 'success', false, [1, 2]],
    [1, '0', 'success', true, [0, 1, 2]],
    [2, undefined, 'error', true, [0]],
    [3, undefined, 'dropped', true, [0]],
    [4, '0', 'error', true, [0, 1, 2]],
    [4, '1', 'error', false, [1, 2]],
  ]);
  const counts = {
    preprocessors: [{ succeeded: 3, failed: 1, dropped: 1 }, { dropped: 1 }, { succeeded: 3, failed: 3 }],
  };
  expect(shown).toMatchObject(counts);
  expect(await preview({ records: body })).toMatchObject(counts);
  const stored = await preview({ stream: id, preprocessors: [unnest, noRead, withoutUnit, integer] });
  expect(stored).toMatchObject({ sampled: 2, differences: [] });
  expect(stored.results[0].stored).toEqual([
    { account: 7, name: 'Put', size: 1 },
    null,
    null,
    { account: 7, name: 'Put', size: 2 },
  ]);
  const fields = await call('source-discoverFields', { id: source, body: { records: body } });
  expect(Object(fields.body)).toMatchObject({
    sampled: 5,
    succeeded: 3,
    hits: [{ path: 'account' }, { path: 'name' }, { path: 'size', type: 'long' }],
  });
  const expected = [[{ account: 7, name: 'Put', size: 1 }, null, null, { account: 7, name: 'Put', size: 9 }]];
  const sample = await call('source-putSample', { id: source, body: { records: [body[0]], expected } });
  expect(sample.status).toBe(200);
  expect(Object((await call('source-getMappingPreview', { id: source })).body).differences).toEqual([
    { position: 0, part: '3', path: 'size', expected: 9, found: 2 },
  ]);
  const wrong = { records: [body[1]], expected: [{ account: 8, name: 'Put', size: 3 }] };
  expect((await preview(wrong)).differences).toMatchObject([{ position: 0, path: '', found: [{ size: 3 }] }]);
});

test('a shared pipeline cannot make several records of one', async () => {
  const stored = await call('pipeline-put', { name: 'events', body: { preprocessors: [integer, unnest] } });
  expect(stored).toMatchObject({ status: 400, body: { errors: [{ pointer: '/preprocessors/1/type' }] } });
});

test('limits of parts', async () => {
  const { id } = await open(
    {},
    { type: 'unnest', field: 'l' },
    { type: 'set', field: 'x', value: '{{{l}}}{{{l}}}' },
  );
  const many = (length: number) => ({ l: Array.from({ length }, (_, n) => n) });
  const large = { l: ['a', 'b', 'c', 'd'].map((text) => text.repeat(100_000)) };
  const pushed = await call('stream-push', {
    id,
    body: [many(1_000), many(1_001), { ...large, text: 'x'.repeat(300_000) }, large],
  });
  expect(pushed.body).toMatchObject({
    ...{ stored: 1_003, failed_count: 3 },
    items: [
      { parts: { stored: 1_000 } },
      { error: { code: 'output_too_large', message: 'The record has more than 1000 parts.' }, step: 0 },
      { error: { code: 'output_too_large' }, step: 0 },
      // Their documents share the limit.
      { error: { code: 'output_too_large' }, part: '3', parts: { stored: 3, failed: 1 } },
    ],
  });
  const within = { type: 'fail', message: 'x', on_failure: [{ type: 'unnest', field: 'l' }] };
  const refused = await call('source-patch', {
    id: await functions.makeSource(),
    body: { preprocessors: [within] },
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/preprocessors/0/on_failure/0/type' }] },
  });
});

test('a word of any part is found past the filters of batches', async () => {
  const { source, id } = await open({}, unnest);
  // Compresses badly: small batches have no filter.
  const part = (name: string) => ({ name, size: randomBytes(6_000).toString('hex') });
  const found = async (word: string) =>
    hitsOf(await call('stream-listRecords', { id, query: `?query=name:${word}` })).map(
      ({ position, part }) => [position, part],
    );
  for (const name of ['earliest', 'middle', 'scarce', 'latest'])
    await call('stream-push', { id, body: [{ Records: [part('usual'), part(name)] }] });
  expect(await found('scarce')).toEqual([[2, '1']]);
  await mend(source, unnest, { type: 'gsub', field: 'name', pattern: 'scarce', replacement: 'corrected' });
  await replay(id, { from: 0, to: 9 });
  expect([await found('corrected'), await found('scarce')]).toEqual([[[2, '1']], []]);
});
