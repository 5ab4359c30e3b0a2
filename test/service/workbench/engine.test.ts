/**
 * The emitted worker of the workbench, with what stands in for Node.js in a browser, beside an emitted function of the service:
 * random pipelines give the same documents and failures on both.
 */

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { readJson, writeJson } from '../../../lib/headwater/shared/json/lossless-json.ts';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import type { StepConfiguration } from '../../../lib/service/workbench/engine/protocol.ts';
import { randomHandlers, randomPipeline, randomRecord } from '../../ingest/random-pipelines.ts';
import { amount } from '../../support/amount.ts';
import { loadHandler } from '../../support/emitted-function.ts';
import { startEngine } from '../../support/engine.ts';
import { httpApiEvent } from '../../support/event.ts';
import { repository } from '../../support/repository.ts';
import { type Ask, loadWorker } from './emitted-worker.ts';

let ask: Ask;
let call: (
  name: string,
  request: CallRequest,
) => Promise<{ readonly status: number; readonly body: unknown }>;

interface CallRequest {
  readonly method: 'GET' | 'POST';
  /** Below `/v1/`. */
  readonly path: string;
  readonly id?: string;
  readonly body?: string;
  readonly type?: string;
}

beforeAll(async () => {
  ask = await loadWorker();
  const engine = await startEngine();
  const tableName = await engine.makeTable();
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName });
  const handlers = new Map<string, ReturnType<typeof loadHandler>>();
  call = async (name, { method, path, id, body, type = 'application/json' }) => {
    const loaded = handlers.get(name) ?? loadHandler(repository, name);
    handlers.set(name, loaded);
    const event = httpApiEvent({
      ...{ method, url: `/v1/${path}`, pathParameters: id === undefined ? {} : { id } },
      ...(body === undefined ? {} : { body, headers: { 'content-type': type } }),
    });
    const handle = await loaded;
    const answer = (await handle(event, lambdaContext())) as {
      readonly statusCode: number;
      readonly body: string;
    };
    // Integers beyond 2^53 keep their digits.
    return { status: answer.statusCode, body: readJson(answer.body) };
  };
});

/** Members of JSON alone: the worker's values have not been written and read. */
const plain = (value: unknown) => writeJson(value);

interface Stored {
  readonly items?: readonly PushedItem[];
  readonly documents: readonly unknown[];
}

interface PushedItem {
  readonly status: string;
  readonly step?: number;
  readonly error?: unknown;
}

/** Stores a source with the pipeline, pushes the records to a stream, and reads what is stored. Undefined for a source that is refused. */
async function push(pipeline: object, text: string): Promise<Stored | undefined> {
  const source = await call('source-create', {
    method: 'POST',
    path: 'source',
    body: writeJson({ format: 'ndjson', ...pipeline }),
  });
  // The schema of the body may refuse more than the engine does.
  if (source.status !== 201) return undefined;
  const { _id: owner } = source.body as { readonly _id: string };
  const stream = await call('stream-create', {
    method: 'POST',
    path: 'stream',
    body: writeJson({ source: owner }),
  });
  const { _id: id } = stream.body as { readonly _id: string };
  const pushed = await call('stream-push', {
    method: 'POST',
    path: `stream/${id}/record`,
    id,
    body: text,
    type: 'application/x-ndjson',
  });
  expect([200, 201]).toContain(pushed.status);
  const read = await call('stream-listRecords', { method: 'GET', path: `stream/${id}/record?size=500`, id });
  const { hits } = read.body as { readonly hits: readonly { readonly document: unknown }[] };
  return { ...(pushed.body as Pick<Stored, 'items'>), documents: hits.map(({ document }) => document) };
}

test('random pipelines give the documents and failures that an emitted push stores', {
  tags: ['property'],
}, async () => {
  const property = fc.asyncProperty(
    randomPipeline,
    randomHandlers,
    fc.array(randomRecord, { minLength: 1, maxLength: 3 }),
    async (preprocessors, onFailure, records) => {
      const pipeline = {
        preprocessors: preprocessors as StepConfiguration[],
        on_failure: (onFailure ?? []) as StepConfiguration[],
      };
      // What a step of this type runs is stored in the service.
      fc.pre(!writeJson(pipeline).includes('"type":"pipeline"'));
      const text = records.map((record) => writeJson(record)).join('\n');
      const { issues, outcomes } = await ask('run', {
        input: { text, format: 'ndjson', limit: 100 },
        pipeline,
        limits: { refused: [] },
      });
      const stored = await push(
        { preprocessors, ...(pipeline.on_failure.length > 0 ? { on_failure: onFailure } : {}) },
        text,
      );
      // Three of four are refused: another one takes its place, so that each run compares.
      fc.pre(stored !== undefined);
      expect(issues).toEqual([]);
      const succeeded = outcomes.filter(({ status }) => status === 'success');
      expect(stored.documents.map(plain)).toEqual(succeeded.map(({ document }) => plain(document)));
      const errors = outcomes.filter(({ status }) => status === 'error');
      // A record has one failure, whichever of its parts fail: the first.
      const failures = errors.filter(
        ({ position }, index) => errors.findIndex((one) => one.position === position) === index,
      );
      const items = (stored.items ?? []).filter(({ status }) => status === 'quarantined');
      expect(items.map(({ step, error }) => plain({ step, error }))).toEqual(
        failures.map(({ step, failure }) => plain({ step, error: failure })),
      );
    },
  );
  await fc.assert(property, { numRuns: amount({ few: 3, many: 30, most: 2_500 }) });
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('each hash function, and networks, are those of Node.js', async () => {
  const methods = ['MD5', 'SHA-1', 'SHA-256', 'SHA-512'];
  const preprocessors = [
    ...methods.map((method) => ({
      type: 'fingerprint',
      fields: ['a', 'ip'],
      method,
      target_field: `h.${method}`,
    })),
    {
      type: 'community_id',
      source_ip: 'ip',
      destination_ip: 'other',
      iana_number: 'p',
      ignore_failure: true,
    },
    {
      type: 'network_direction',
      source_ip: 'ip',
      destination_ip: 'other',
      internal_networks: ['10.0.0.0/8', '2001:db8::/33'],
      target_field: 'direction',
      ignore_failure: true,
    },
  ];
  const addresses = [
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '2001:db8::1',
    '2001:db8:8000::',
    '1::',
    'fe80::1%eth0',
    '1.2.3',
    '::1.2.3.400',
    '',
  ];
  const records = addresses.flatMap((ip) => addresses.map((other) => ({ a: 'é😀', ip, other, p: 1 })));
  const text = records.map((record) => writeJson(record)).join('\n');
  const report = await ask('run', {
    input: { text, format: 'ndjson', limit: 100 },
    pipeline: { preprocessors, on_failure: [] },
    limits: { refused: [] },
  });
  const stored = await push({ preprocessors }, text);
  expect(stored?.documents.length).toBeGreaterThan(10);
  expect(stored?.documents.map(plain)).toEqual(report.outcomes.map(({ document }) => plain(document)));
});

test('a record that is refused fails alone, and those after the end are not run', async () => {
  const { outcomes } = await ask('run', {
    input: { text: 'a\nb\nc\nd', format: 'text', limit: 100 },
    pipeline: { preprocessors: [], on_failure: [] },
    limits: { refused: [1], end: 3, suspects: [0, 2] },
  });
  expect(outcomes.map(({ position, status, failure }) => [position, status, failure?.code])).toEqual([
    [0, 'success', undefined],
    [1, 'error', 'record_timeout'],
    [2, 'success', undefined],
    [3, 'error', 'deadline_exceeded'],
  ]);
});

test('a trace shows the record after each step, and how far a pattern came', async () => {
  const preprocessors = [
    { type: 'grok', field: 'message', patterns: ['%{WORD:verb} %{INT:n}$'], ignore_failure: true },
    { type: 'set', field: 'kind', value: 'x' },
  ];
  const trace = await ask('trace', {
    input: { text: 'GET 5\nGET x', format: 'text', limit: 100 },
    pipeline: { preprocessors, on_failure: [] },
    position: 1,
  });
  expect(trace).toMatchObject({
    before: { message: 'GET x' },
    steps: [
      {
        status: 'error_ignored',
        explained: { source: 'GET x', matches: false, reached: 4, expected: '%{INT:n}$' },
      },
      { status: 'success', added: ['kind'], after: { message: 'GET x', kind: 'x' } },
    ],
  });
});

test('a run says what each step did with each record', async () => {
  const preprocessors = [
    { type: 'drop', if: 'message:=away' },
    { type: 'grok', field: 'message', patterns: ['^%{WORD:verb} %{INT:n}$'], ignore_failure: true },
    { type: 'set', field: 'verb', value: 'get', if: 'verb:*' },
    { type: 'convert', field: 'n', target_type: 'long' },
  ];
  const { outcomes } = await ask('run', {
    input: { text: 'get 1\nput 2\nother\naway', format: 'text', limit: 100 },
    pipeline: { preprocessors, on_failure: [] },
    limits: { refused: [] },
  });
  expect(outcomes.map(({ deeds }) => deeds)).toEqual([
    ['skipped', 'changed', 'unchanged', 'changed'],
    ['skipped', 'changed', 'changed', 'changed'],
    ['skipped', 'failed', 'skipped', 'failed'],
    ['dropped'],
  ]);
});

test('records are grouped by their messages: of lines, of members, and of whole objects', async () => {
  const group = async (text: string, format: 'text' | 'ndjson') =>
    (await ask('groups', { input: { text, format, limit: 100 } })).groups;
  expect(await group('user 1 in\nnothing\nuser 2 in', 'text')).toEqual([
    { pattern: 'user <number> in', positions: [0, 2] },
    { pattern: 'nothing', positions: [1] },
  ]);
  const objects = '{"a":1,"msg":"took 5 ms"}\n{"msg":"took 7 ms"}\n{"a":{"b":7}}\nno JSON';
  expect(await group(objects, 'ndjson')).toEqual([
    { pattern: 'took <number> ms', positions: [0, 1] },
    { pattern: 'no JSON', positions: [3] },
    { pattern: '{"a":{"b":<number>}}', positions: [2] },
  ]);
});

test('10,000 lines, each another one, are grouped', async () => {
  const text = Array.from({ length: 10_000 }, (_, index) => `job ${index} of u${index % 7} took ${index} ms`);
  const { groups } = await ask('groups', {
    input: { text: text.join('\n'), format: 'text', limit: 10_000 },
  });
  expect(groups.map(({ pattern, positions }) => [pattern, positions.length])).toEqual([
    ['job <number> of u<number> took <number> ms', 10_000],
  ]);
});

test('a step that fails gets a pattern or formats for what it cannot read, after the steps before it', async () => {
  const repair = (text: string, preprocessors: readonly StepConfiguration[], positions: readonly number[]) =>
    ask('repair', {
      input: { text, format: 'text', limit: 100 },
      pipeline: { preprocessors: [...preprocessors, { type: 'set', field: 'x', value: 1 }], on_failure: [] },
      index: preprocessors.length - 1,
      positions,
    });
  const rename = { type: 'rename', field: 'message', target_field: 'line' };
  const grok = { type: 'grok', field: 'line', patterns: ['^%{WORD:verb}$'], on_failure: [{ type: 'drop' }] };
  expect(await repair('get\na=1\na=2', [rename, grok], [0, 1, 2])).toEqual({
    pattern: '^a=%{INT:a:long}\\s*$',
    ...{ matched: 2, tried: 2 },
  });
  const date = { type: 'date', field: 'message', formats: ['ISO8601'] };
  expect(await repair('03.01.2026 10:00:00\n17.01.2026 11:00:00\nx', [date], [0, 1, 2])).toEqual({
    formats: ['dd.MM.yyyy HH:mm:ss'],
    ...{ matched: 2, tried: 3 },
  });
  expect(await repair('get', [rename, grok], [0])).toEqual({ matched: 0, tried: 0 });
});

test('dates have formats', async () => {
  expect(await ask('formats', { texts: ['28/Nov/2026:10:00:00 +0100'] })).toEqual({
    formats: ['dd/MMM/yyyy:HH:mm:ss Z'],
  });
  expect(await ask('formats', { texts: ['x'] })).toEqual({ formats: [] });
});

test('a text becomes pieces that a push takes', async () => {
  const text = Array.from({ length: 1_201 }, (_, index) => `line ${index}`).join('\n');
  const { pieces } = await ask('pieces', { input: { text, format: 'text', limit: Number.MAX_SAFE_INTEGER } });
  expect(pieces.map((piece) => piece.split('\n').length)).toEqual([500, 500, 201]);
  expect(pieces[2]?.split('\n').at(-1)).toBe('{"message":"line 1200"}');
});

test('of several requests at once, the newest is answered', async () => {
  const preprocessors = [{ type: 'user_agent', field: 'message' }];
  const input = {
    text: Array.from({ length: 300 }, () => 'Mozilla/5.0').join('\n'),
    format: 'text',
    limit: 300,
  } as const;
  const ran = (steps: typeof preprocessors) =>
    ask('run', { input, pipeline: { preprocessors: steps, on_failure: [] }, limits: { refused: [] } });
  // The first one waits for the code of its type, and goes on while the last one waits.
  void ran(preprocessors);
  void ran([]);
  expect((await ran([])).outcomes).toHaveLength(300);
});
