/** `on_failure` of a source: pushes, replays, previews, samples and commands, through the functions as they ship. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanUp } from '../../support/clean-up.ts';
import { commandNamed } from '../../support/command.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let service: StreamFunctions;

beforeAll(async () => {
  service = await streamFunctions([
    'source-getById',
    'source-patch',
    'source-update',
    'source-putSample',
    'source-listFields',
    'source-createMappingPreview',
    'stream-push',
    'stream-listRecords',
    'stream-listFailures',
    'stream-createReplay',
  ]);
});

const steps = [
  { type: 'set', field: 'seen', value: true },
  { type: 'convert', field: 'n', target_type: 'integer', tag: 'number' },
  { type: 'set', field: 'late', value: true },
];
const handlers = [
  { type: 'set', field: 'error.message', value: '{{{_ingest.on_failure_message}}}' },
  {
    type: 'set',
    field: 'error.at',
    value: '{{_ingest.on_failure_processor_type}}/{{_ingest.on_failure_processor_tag}}',
  },
];
const message = 'n cannot be converted to integer.';
const failed = { code: 'not_convertible', message, path: 'n', value: 'x' };
const rescued = { seen: true, n: 'x', error: { message, at: 'convert/number' } };

const documentsIn = async (id: string) =>
  Object((await service.call('stream-listRecords', { id })).body).hits.map(
    ({ document }: { document: object }) => document,
  );

test('a push stores the record as it was at the failure, with what the handlers add, and says so', async () => {
  const id = await service.makeStream({
    source: await service.makeSource({ preprocessors: steps, on_failure: handlers }),
  });
  const request = { id, body: [{ n: '1' }, { n: 'x' }], headers: { 'idempotency-key': 'a' } };
  const answer = await service.call('stream-push', request);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      errors: false,
      stored: 2,
      failed_count: 0,
      rescued_count: 1,
      items: [
        { position: 0, status: 'stored' },
        { position: 1, status: 'stored', error: failed, step: 1 },
      ],
    },
  });
  await service.forgetResponse('stream-push', 'a');
  const { took: _, ...again } = Object((await service.call('stream-push', request)).body);
  expect(again).toEqual({ ...Object(answer.body), took: undefined });
  expect(await documentsIn(id)).toEqual([{ n: 1, seen: true, late: true }, rescued]);
  const none = await service.call('stream-push', { id, body: [{ n: 'x' }], query: '?items=failed' });
  expect(none).toMatchObject({ status: 201, body: { rescued_count: 1 } });
  expect(none.body).not.toHaveProperty('items');
});

test.each<[handler: object, error: object, policy: string]>([
  [
    { type: 'fail', message: 'Not {{n}}.' },
    { ...failed, message: `${message} Its on_failure failed, too: Not x.` },
    'quarantine',
  ],
  [
    { type: 'trim', field: 'none' },
    { ...failed, message: `${message} Its on_failure failed, too: none is absent.` },
    'skip',
  ],
])('a record whose handler fails, too, fails with its first error: %j', async (handler, error, policy) => {
  const source = await service.makeSource({ preprocessors: steps, on_failure: [...handlers, handler] });
  const id = await service.makeStream({ source, on_error: policy });
  const status = policy === 'skip' ? 'skipped' : 'quarantined';
  expect(await service.call('stream-push', { id, body: [{ n: 'x' }] })).toMatchObject({
    status: 200,
    body: { stored: 0, failed_count: 1, items: [{ status, error, step: 1 }] },
  });
});

test('a handler may drop the record, may be skipped, and may have handlers of its own', async () => {
  const source = await service.makeSource({
    preprocessors: [{ type: 'fail', message: 'First.' }],
    on_failure: [
      { type: 'drop', if: 'useless:=true' },
      { type: 'set', field: 'kind', value: 'web', if: 'path:*' },
      {
        type: 'fail',
        message: 'Second.',
        on_failure: [{ type: 'set', field: 'second', value: '{{_ingest.on_failure_message}}' }],
      },
      { type: 'fail', message: 'Third.', ignore_failure: true },
      { type: 'set', field: 'first', value: '{{_ingest.on_failure_message}}' },
      { type: 'terminate' },
      { type: 'set', field: 'unreached', value: true },
    ],
  });
  const id = await service.makeStream({ source });
  const body = [{ useless: true }, { path: '/' }, {}];
  expect(await service.call('stream-push', { id, body })).toMatchObject({
    status: 201,
    body: { stored: 2, dropped_count: 1, items: [{ status: 'dropped', step: 0 }, {}, {}] },
  });
  expect(await documentsIn(id)).toEqual([
    { path: '/', kind: 'web', second: 'Second.', first: 'First.' },
    { second: 'Second.', first: 'First.' },
  ]);
});

test('failures of a step that its own options handle are none of the pipeline', async () => {
  const own = { type: 'fail', message: 'No.' };
  const source = await service.makeSource({
    preprocessors: [
      { ...own, ignore_failure: true },
      { ...own, on_failure: [{ type: 'set', field: 'own', value: 1 }] },
      { ...own, message: 'Outer.', on_failure: [{ ...own, message: 'Inner.' }] },
    ],
    on_failure: [{ type: 'set', field: 'message', value: '{{_ingest.on_failure_message}}' }],
  });
  const id = await service.makeStream({ source });
  expect(await service.call('stream-push', { id, body: [{}] })).toMatchObject({
    body: { rescued_count: 1, items: [{ error: { message: 'Inner.' }, step: 2 }] },
  });
  expect(await documentsIn(id)).toEqual([{ own: 1, message: 'Inner.' }]);
});

test('a replay rescues failures and records, and says so', async () => {
  const source = await service.makeSource({ preprocessors: steps });
  const id = await service.makeStream({ source });
  await service.call('stream-push', { id, body: [{ n: 'x' }, { n: '2' }] });
  expect(await service.call('source-patch', { id: source, body: { on_failure: handlers } })).toMatchObject({
    status: 200,
  });
  expect(await service.call('stream-createReplay', { id, body: { failures: true } })).toMatchObject({
    status: 201,
    body: { stored: 1, failed_count: 0, items: [{ origin: 0, status: 'stored', error: failed, step: 1 }] },
  });
  const preprocessors = [{ type: 'fail', message: 'All.' }];
  await service.call('source-patch', { id: source, body: { preprocessors } });
  expect(await service.call('stream-createReplay', { id, body: { from: 1, to: 2 } })).toMatchObject({
    status: 201,
    body: {
      stored: 2,
      items: [
        { origin: 1, status: 'stored', position: 1, error: { message: 'All.' }, step: 0 },
        { origin: 2, status: 'stored', position: 2, step: 0 },
      ],
    },
  });
  expect(await documentsIn(id)).toMatchObject([
    { n: '2', error: { message: 'All.', at: 'fail/' } },
    { n: 'x' },
  ]);
});

describe('the configuration', () => {
  test('is described where one source is read, and null removes it', async () => {
    const id = await service.makeSource({ preprocessors: steps, on_failure: handlers });
    expect((await service.call('source-getById', { id })).body).toMatchObject({
      on_failure: [
        { ...handlers[0], summary: expect.stringContaining('error.message'), outputs: ['error.message'] },
        { type: 'set' },
      ],
    });
    const { body } = await service.call('source-patch', { id, body: { on_failure: null } });
    expect(body).not.toHaveProperty('on_failure');
    expect((await service.call('source-patch', { id, body: { on_failure: [] } })).body).toMatchObject({
      on_failure: [],
    });
  });

  test('is checked like preprocessors, with the limits of steps that have failed', async () => {
    const body = {
      preprocessors: [{ type: 'trim', feild: 'a' }],
      on_failure: [
        { type: 'gork' },
        { type: 'fail', message: 'a', on_failure: [{ type: 'drop', if: 'a:(' }] },
      ],
    };
    const fault = (pointer: string) => expect.objectContaining({ in: 'body', pointer });
    const answer = await service.call('source-create', { body });
    expect(answer.status).toBe(400);
    expect(Object(answer.body).errors).toEqual(expect.arrayContaining([fault('/on_failure/0/type')]));
    const deep = (levels: number): object =>
      levels === 0 ? { type: 'drop' } : { type: 'fail', message: 'a', on_failure: [deep(levels - 1)] };
    const create = async (source: object) => {
      const { status, body: created } = await service.call('source-create', { body: source });
      return [status, Object(created).errors?.[0]?.pointer];
    };
    expect(await create({ on_failure: [deep(3)] })).toEqual([201, undefined]);
    expect(await create({ on_failure: [deep(4)] })).toEqual([
      400,
      `/on_failure/0${'/on_failure/0'.repeat(3)}/on_failure`,
    ]);
    expect(await create({ on_failure: Array(9).fill({ type: 'drop' }) })).toEqual([400, '/on_failure']);
  });

  test('counts with the preprocessors, also when a patch sends one of both', async () => {
    const eight = { type: 'fail', message: 'a', on_failure: Array(8).fill({ type: 'drop' }) };
    const source = { preprocessors: Array(50).fill(eight) };
    const id = await service.makeSource(source);
    const onFailure = Array(8).fill(eight);
    const patched = await service.call('source-patch', { id, body: { on_failure: onFailure } });
    expect(patched).toMatchObject({ status: 400 });
    expect(Object(patched.body).errors[0]).toMatchObject({
      pointer: expect.stringMatching(/^\/on_failure/),
      message: 'is one list too many: a pipeline has at most 512 steps in all',
    });
    expect(await service.call('source-patch', { id, body: { on_failure: [eight] } })).toMatchObject({
      status: 200,
    });
  });
});

describe('a preview', () => {
  test('lists the handlers after the step that failed, and counts what they have rescued', async () => {
    const id = await service.makeSource({ preprocessors: steps, on_failure: handlers });
    const body = { records: [{ n: 'x' }, { n: 1 }] };
    const { body: report } = await service.call('source-createMappingPreview', {
      id,
      body,
      query: '?verbose=true',
    });
    expect(report).toMatchObject({
      succeeded: 2,
      failed: 0,
      rescued: 1,
      preprocessors: [
        { succeeded: 2, failed: 0 },
        { succeeded: 1, failed: 1 },
        { succeeded: 1, failed: 0 },
      ],
    });
    const [first] = Object(report).results;
    expect(first).toMatchObject({ status: 'success', document: rescued, error: failed, step: 1 });
    expect(first.steps).toMatchObject([
      { index: 0, status: 'success', added: ['seen'] },
      { index: 1, status: 'error_handled', error: failed, added: [] },
      { index: 1, pointer: '/on_failure/0', type: 'set', status: 'success', added: ['error'] },
      { index: 1, pointer: '/on_failure/1', type: 'set', status: 'success', added: ['error.at'] },
    ]);
  });

  test('takes unsaved handlers; what it leaves out is that of the source', async () => {
    const id = await service.makeSource({ preprocessors: steps, on_failure: handlers });
    const preview = async (more: object) => {
      const { body } = await service.call('source-createMappingPreview', {
        id,
        body: { records: [{ n: 'x' }], ...more },
      });
      return Object(body).results?.[0] ?? body;
    };
    expect(await preview({})).toMatchObject({ status: 'success', document: rescued });
    expect(await preview({ on_failure: [] })).toMatchObject({ status: 'error', step: 1 });
    const on_failure = [{ type: 'set', field: 'a', value: 1 }];
    expect(await preview({ on_failure })).toMatchObject({ document: { n: 'x', seen: true, a: 1 } });
    const preprocessors = [{ type: 'fail', message: 'No.' }];
    expect(await preview({ preprocessors })).toMatchObject({ document: { error: { message: 'No.' } } });
    const unknown = { preprocessors, on_failure: [{ type: 'set', field: 'a' }] };
    expect(await preview(unknown)).toMatchObject({
      status: 400,
      errors: [{ pointer: expect.stringMatching(/^\/on_failure\/0/) }],
    });
  });

  test('of fields names the handler, and compares with the handlers that there were', async () => {
    const id = await service.makeSource({ preprocessors: steps, on_failure: handlers });
    await service.call('source-putSample', { id, body: { records: [{ n: 'x' }, { n: '1' }] } });
    const fields = async (query: string) =>
      Object((await service.call('source-listFields', { id, query })).body);
    const { hits } = await fields('');
    const producers = hits.map((field: { path: string; produced_by?: string }) => [
      field.path,
      field.produced_by,
    ]);
    expect(Object.fromEntries(producers)).toMatchObject({
      'error.message': 'on_failure[0] set',
      seen: 'preprocessors[0] set',
    });
    await service.call('source-patch', { id, body: { on_failure: null } });
    const { changes } = await fields('?since=1');
    expect(changes).toContainEqual({
      path: 'error.message',
      change: 'removed',
      breaks: true,
      before: 'text',
    });
  });
});

test('the command shows what was rescued', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-rescued-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const [source, sample] = [join(folder, 'source.json'), join(folder, 'sample.json')];
  await writeFile(source, JSON.stringify({ preprocessors: steps, on_failure: handlers }));
  await writeFile(sample, JSON.stringify({ records: [{ n: 'x' }], expected: [rescued] }));
  const preview = commandNamed('preview');
  const { output = '', exitCode } = await preview([source, sample, '--check']);
  expect(exitCode).toBe(0);
  expect(output).toContain('1 succeeded, 1 of them rescued by on_failure');
  expect(output).toMatch(/on_failure 1 set +\+error/);
  expect(output).toContain(`rescued from: ${message}`);
  const { output: json = '' } = await preview([source, sample, '--json']);
  expect(JSON.parse(json)).toMatchObject({ succeeded: 1, rescued: 1, results: [{ error: failed }] });
});
