/** Preprocessors of sources: requests are checked, responses describe them, and old sources stay readable. */

import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compilePipeline } from '../../../lib/ingest/engine/compile.ts';
import { documentedTypes } from '../../../lib/ingest/engine/documented-types.ts';
import { loadTypes } from '../../../lib/ingest/engine/load-types.ts';
import type { StoredPreProcessor } from '../../../lib/service/sources/source-record.ts';
import { randomPipeline } from '../../ingest/random-pipelines.ts';
import { amount } from '../../support/amount.ts';
import { type Answer, type CallFunction, loadFunction } from '../../support/emitted-function.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { repository } from '../../support/repository.ts';
import { createSourceRepository } from '../support/source-repository.ts';

await loadTypes(documentedTypes);

let engine: Engine;
let tableName: string;
let functions: ReadonlyMap<string, CallFunction>;

beforeAll(async () => {
  engine = await startEngine();
  tableName = await engine.makeTable();
  Object.assign(process.env, engine.environment, { TABLE_NAME: tableName });
  const names = ['list', 'create', 'getById', 'update', 'patch'];
  functions = new Map(
    await Promise.all(
      names.map(async (name) => [name, await loadFunction(repository, `source-${name}`)] as const),
    ),
  );
});

beforeEach(() => engine.clear(tableName));

function callFunction(name: string, event: Parameters<CallFunction>[0]): Promise<Answer> {
  return functions.get(name)?.(event) ?? Promise.reject(new Error(`no function ${name}`));
}

const call = callFunction;
const json = { 'content-type': 'application/json' };
const mergePatch = { 'content-type': 'application/merge-patch+json' };
const on = (id: string) => ({ url: `/v1/source/${id}`, pathParameters: { id } });
const create = (preprocessors: unknown) =>
  call('create', {
    method: 'POST',
    url: '/v1/source',
    headers: json,
    body: JSON.stringify({ preprocessors }),
  });
const idOf = ({ body }: Answer) => (body as { _id: string })._id;
const errorsOf = ({ body }: Answer) => (body as { errors: object[] }).errors;

const types = documentedTypes.map(({ type }) => type);
const trim = { type: 'trim', field: 'a' };
const nested = (depth: number): object => (depth === 0 ? trim : { ...trim, on_failure: [nested(depth - 1)] });

/** The configuration, and its issue: a pointer within `preprocessors`, a code, and a part of the message. */
const refused: readonly [
  name: string,
  preprocessors: unknown,
  pointer: string,
  code: string,
  says: string,
][] = [
  ['an unknown type', [{ type: 'gork', field: 'a' }], '/0/type', 'not_allowed', 'did you mean grok?'],
  ['a type that names no sub type', [{ type: 'SourcePreProcessor' }], '/0/type', 'not_allowed', '"csv"'],
  ['no type', [{ field: 'a' }], '/0/type', 'required', 'is required'],
  ['a type that objects have', [{ type: 'constructor' }], '/0/type', 'not_allowed', 'one of'],
  ['an unknown option', [{ ...trim, feild: 'a' }], '/0/feild', 'unknown_member', 'did you mean field?'],
  ['an option of another type', [{ ...trim, patterns: [] }], '/0/patterns', 'unknown_member', 'expected '],
  [
    'a read-only member',
    [{ ...trim, summary: 'x' }],
    '/0/summary',
    'read_only',
    'is read-only: leave it out',
  ],
  ['a missing option', [{ type: 'trim' }], '/0/field', 'required', 'is required'],
  ['an option of another JSON type', [{ ...trim, field: 1 }], '/0/field', 'type', 'must be a string'],
  ['a long option', [{ ...trim, tag: 'x'.repeat(65) }], '/0/tag', 'max_length', 'at most 64'],
  [
    'another value',
    [{ type: 'fingerprint', fields: ['a'], method: 'SHA-2' }],
    '/0/method',
    'not_allowed',
    'SHA-256',
  ],
  ['257 steps', Array(257).fill(trim), '', 'max_items', 'at most 256'],
  [
    '9 steps on failure',
    [{ ...trim, on_failure: Array(9).fill(trim) }],
    '/0/on_failure',
    'max_items',
    'at most 8',
  ],
  [
    'a mistake on failure',
    [{ ...trim, on_failure: [{ type: 'tirm' }] }],
    '/0/on_failure/0/type',
    'not_allowed',
    'trim',
  ],
  [
    'a grok pattern',
    [trim, { type: 'grok', field: 'a', patterns: ['%{NOPE:x}'] }],
    '/1/patterns',
    'invalid_option',
    'NOPE',
  ],
  [
    'a group that captures in a look-behind',
    [{ type: 'grok', field: 'a', patterns: ['(?<=%{INT:b})'] }],
    '/0/patterns',
    'invalid_option',
    'look-behind',
  ],
  [
    'a definition that refers to itself',
    [{ type: 'grok', field: 'a', patterns: ['%{A}'], pattern_definitions: { A: '%{B}', B: '%{A}' } }],
    '/0/patterns',
    'invalid_option',
    'A -> B -> A',
  ],
  ['a dissect pattern', [{ type: 'dissect', field: 'a', pattern: '%{' }], '/0/pattern', 'invalid_option', ''],
  [
    'a regular expression',
    [{ type: 'gsub', field: 'a', pattern: '(', replacement: '' }],
    '/0/pattern',
    'invalid_option',
    '(',
  ],
  [
    'a replacement',
    [{ type: 'gsub', field: 'a', pattern: 'a', replacement: '$1' }],
    '/0/replacement',
    'invalid_option',
    '$1',
  ],
  ['a path', [{ type: 'trim', field: 'a..b' }], '/0/field', 'invalid_option', 'path'],
  ['a query', [{ ...trim, if: 'a:[1 TO' }], '/0/if', 'invalid_option', 'Expected'],
  ['a format', [{ type: 'date', field: 'a', formats: ["yyyy 'x"] }], '/0/formats', 'invalid_option', ''],
  [
    'a zone',
    [{ type: 'date', field: 'a', formats: ['UNIX'], timezone: 'x' }],
    '/0/timezone',
    'invalid_option',
    'UTC',
  ],
  [
    'two options that exclude each other',
    [{ type: 'set', field: 'a', value: 1, copy_from: 'b' }],
    '/0/copy_from',
    'invalid_option',
    'together',
  ],
  ['an option that needs another', [{ type: 'set', field: 'a' }], '/0/value', 'invalid_option', 'copy_from'],
  [
    'a value in any letter case',
    [{ type: 'convert', field: 'a', target_type: 'integr' }],
    '/0/target_type',
    'not_allowed',
    'did you mean integer?',
  ],
  [
    'a large value',
    [{ type: 'set', field: 'a', value: 'x'.repeat(20_000) }],
    '/0/value',
    'out_of_limits',
    '16384',
  ],
  [
    '5 levels on failure',
    [nested(5)],
    '/0/on_failure/0/on_failure/0/on_failure/0/on_failure/0/on_failure',
    'out_of_limits',
    '4 levels',
  ],
  [
    '513 steps in all',
    Array(52).fill({ ...trim, on_failure: [{ ...trim, on_failure: [trim] }, ...Array(7).fill(trim)] }),
    '/51/on_failure',
    'out_of_limits',
    '512',
  ],
];

describe('refused:', () => {
  test.each(refused)('%s', async (_name, preprocessors, pointer, code, says) => {
    const answer = await create(preprocessors);
    expect(answer).toMatchObject({
      status: 400,
      body: { type: 'urn:problem-type:headwater:invalid_request' },
    });
    const [issue] = errorsOf(answer);
    expect(issue).toEqual({
      in: 'body',
      pointer: `/preprocessors${pointer}`,
      code,
      message: expect.stringContaining(says),
    });
  });

  test('by PUT and PATCH as by POST, and nothing is changed', { tags: ['functions'] }, async () => {
    const id = idOf(await create([]));
    for (const [, preprocessors, pointer, code] of refused.filter(([, , , name]) => name !== 'type')) {
      const body = JSON.stringify({ preprocessors });
      const issue = expect.objectContaining({ pointer: `/preprocessors${pointer}`, code });
      for (const answer of [
        await call('update', { ...on(id), method: 'PUT', headers: json, body }),
        await call('patch', { ...on(id), method: 'PATCH', headers: mergePatch, body }),
      ])
        expect(errorsOf(answer)).toContainEqual(issue);
    }
    expect(await call('getById', on(id))).toMatchObject({ body: { revision: 1, preprocessors: [] } });
  });

  test('with all mistakes at once, at most 20', async () => {
    const wrong = (count: number) =>
      Array.from({ length: count }, () => ({ type: 'grok', field: 'a', patterns: ['('] }));
    const two = await create(wrong(2));
    expect(two.body).toMatchObject({ detail: '2 options of preprocessors are not valid.' });
    expect(errorsOf(two)).toMatchObject([
      { pointer: '/preprocessors/0/patterns' },
      { pointer: '/preprocessors/1/patterns' },
    ]);
    expect(errorsOf(await create(wrong(21)))).toHaveLength(20);
  });
});

test.each(documentedTypes.map((type) => [type.type, type] as const))(
  'the examples of %s are accepted, and describe themselves',
  async (type, { examples }) => {
    const sent = examples.map(({ configuration }) => ({ type, ...configuration }));
    const created = await create(sent);
    expect(created.status).toBe(201);
    const { preprocessors } = created.body as { preprocessors: Record<string, unknown>[] };
    expect(preprocessors).toMatchObject(sent);
    for (const { summary, inputs, outputs } of preprocessors) {
      expect(summary).toMatch(/^[A-Z].*\S$/s);
      expect([inputs, outputs]).toEqual([expect.any(Array), expect.any(Array)]);
    }
    const id = idOf(created);
    expect((await call('getById', on(id))).body).toEqual(created.body);
    const [stored] = (await engine.scan(tableName)).filter(({ sk }) => sk === 'document');
    expect(JSON.parse(String(stored?.['preprocessors']))).toEqual(sent);
  },
);

test('every change returns the description; a list shows what is stored', async () => {
  const described = { ...trim, summary: 'Removes white space around a.', inputs: ['a'], outputs: ['a'] };
  const id = idOf(await create([trim]));
  const patched = await call('patch', {
    ...on(id),
    method: 'PATCH',
    headers: mergePatch,
    body: '{"name":"a"}',
  });
  expect(patched.body).toMatchObject({ name: 'a', preprocessors: [described] });
  const body = JSON.stringify({ preprocessors: [trim] });
  const updated = await call('update', { ...on(id), method: 'PUT', headers: json, body });
  expect(updated.body).toMatchObject({ preprocessors: [described] });
  const { hits } = (await call('list', { url: '/v1/source' })).body as { hits: { preprocessors: unknown }[] };
  expect(hits.map(({ preprocessors }) => preprocessors)).toEqual([[trim]]);
});

/** What a body may not have, whatever the models say: these options never reach the engine. */
const bodyFlaws = ['not_unicode', 'out_of_range'];

test('the models accept what the engine accepts, and nothing else is saved', {
  tags: ['property'],
}, async () => {
  const property = fc.asyncProperty(randomPipeline, async (configurations) => {
    const sent: unknown = JSON.parse(JSON.stringify(configurations));
    const isAccepted = 'pipeline' in compilePipeline(sent);
    const answer = await create(sent);
    expect([201, 400]).toContain(answer.status);
    if (!isAccepted || answer.status === 201) {
      expect(answer.status).toBe(isAccepted ? 201 : 400);
      return;
    }
    // The service refuses JSON with __proto__; for an option, it refuses null, which the engine reads as absent.
    const { type, errors = [] } = answer.body as {
      type: string;
      errors?: { code: string; pointer: string }[];
    };
    if (type.endsWith('malformed_json')) return;
    const wrong = errors.filter(
      ({ code, pointer }) => !bodyFlaws.includes(code) && valueAt({ preprocessors: sent }, pointer) !== null,
    );
    expect(wrong).toEqual([]);
  });
  await fc.assert(property, { seed: 20261122, numRuns: amount({ few: 15, many: 80, most: 2_000 }) });
});

function valueAt(body: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>(
    (value, name) => Object(value)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    body,
  );
}

test('a description says what is read and written, on failure too, and is short', async () => {
  const { body } = await create([
    {
      type: 'grok',
      field: 'line',
      patterns: ['%{COMMONAPACHELOG} %{ORDER:order:int} (?<rest>.*)'],
      pattern_definitions: { ORDER: '%{INT:number}' },
      on_failure: [{ type: 'set', field: 'error', copy_from: 'line' }],
    },
    {
      type: 'csv',
      field: 'line',
      target_fields: Array.from({ length: 200 }, (_, index) => `column_${index}`),
    },
  ]);
  const [grok, csv] = (body as { preprocessors: Record<string, unknown>[] }).preprocessors;
  expect(grok).toMatchObject({
    summary: 'Reads fields from line by %{COMMONAPACHELOG} %{ORDER:order:int} (?<rest>.*).',
    inputs: ['line'],
    outputs: [
      ...[
        'clientip',
        'ident',
        'auth',
        'timestamp',
        'verb',
        'request',
        'httpversion',
        'rawrequest',
        'response',
      ],
      ...['bytes', 'order', 'number', 'rest'],
    ],
    on_failure: [{ summary: 'Copies line to error.', inputs: ['line'], outputs: ['error'] }],
  });
  expect(csv?.['summary']).toMatch(/^Splits the CSV in line into column_0, .*…$/);
  expect(String(csv?.['summary'])).toHaveLength(300);
  expect(csv?.['outputs']).toHaveLength(200);
});

describe('a source that was stored before preprocessors were checked', () => {
  const old: readonly StoredPreProcessor[] = [
    { type: 'scale', by: 1e300, to: { deep: [1, null] } },
    { type: 'grok', field: 'a', patterns: ['('], on_failure: 'stop' },
    { type: 'trim', field: '__proto__', on_failure: [{ type: 'x' }, { type: 'trim', field: 'b' }, null, 1] },
    { type: 'constructor', summary: 7 },
    { type: 'dissect', field: 'a', pattern: '%{' },
    { type: 'set' },
  ];
  const shown = [
    ...old.slice(0, 1),
    { ...old[1], summary: 'Reads fields from a by (.', inputs: ['a'], outputs: [] },
    {
      ...old[2],
      on_failure: [
        { type: 'x' },
        { type: 'trim', field: 'b', summary: 'Removes white space around b.', inputs: ['b'], outputs: ['b'] },
        null,
        1,
      ],
    },
    ...old.slice(3),
  ];
  let id: string;
  let onOld: ReadonlyMap<string, CallFunction>;

  beforeAll(async () => {
    const names = ['list', 'getById', 'update', 'patch'];
    const load = (name: string) => loadFunction(repository, `source-${name}`, { isDescribed: false });
    onOld = new Map(await Promise.all(names.map(async (name) => [name, await load(name)] as const)));
  });

  const call: typeof callFunction = (name, event) =>
    onOld.get(name)?.(event) ?? Promise.reject(new Error(`no function ${name}`));

  beforeEach(async () => {
    const sources = createSourceRepository({ client: engine.client, tableName });
    id = (await sources.create({ name: 'old', tags: ['a'], format: 'json', preprocessors: old }))._id;
  });

  test('is read, listed and found', async () => {
    expect(await call('getById', on(id))).toMatchObject({
      status: 200,
      body: { name: 'old', preprocessors: shown },
    });
    expect((await call('list', { url: '/v1/source?query=preprocessors.type:scale' })).body).toMatchObject({
      total: 1,
      hits: [{ _id: id, preprocessors: old }],
    });
  });

  test('keeps them while other members change', async () => {
    const body = '{"name":"new","tags":null}';
    expect(await call('patch', { ...on(id), method: 'PATCH', headers: mergePatch, body })).toMatchObject({
      status: 200,
      body: { name: 'new', tags: [], revision: 2, preprocessors: shown },
    });
    expect((await call('list', { url: '/v1/source' })).body).toMatchObject({
      hits: [{ preprocessors: old }],
    });
  });

  test('gets others by PUT and PATCH, but not its own again', async () => {
    const put = (preprocessors: unknown) =>
      call('update', { ...on(id), method: 'PUT', headers: json, body: JSON.stringify({ preprocessors }) });
    const refusal = await put(old);
    expect(refusal.status).toBe(400);
    expect(errorsOf(refusal)).toContainEqual(
      expect.objectContaining({ pointer: '/preprocessors/0/type', code: 'not_allowed' }),
    );
    expect(await put([trim])).toMatchObject({ status: 200, body: { preprocessors: [trim] } });
    const cleared = await call('patch', {
      ...on(id),
      method: 'PATCH',
      headers: mergePatch,
      body: '{"preprocessors":null}',
    });
    expect(cleared).toMatchObject({ status: 200, body: { preprocessors: [], revision: 3 } });
  });
});

test('the accepted types of a message are those of the catalogue', async () => {
  const [issue] = errorsOf(await create([{ type: '?' }]));
  expect(issue).toMatchObject({ message: `must be one of ${types.map((type) => `"${type}"`).join(', ')}` });
});
