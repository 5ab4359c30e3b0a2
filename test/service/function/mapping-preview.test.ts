/** Previews over the emitted functions: documents, failures, mappings in three forms, and hostile input. */

import { beforeAll, describe, expect, test } from 'vitest';
import { type SourceFunctions, sourceFunctions } from '../support/source-functions.ts';

const elasticsearch = 'application/vnd.elasticsearch+json';
const schema = 'application/schema+json';
const preprocessors = [
  {
    type: 'grok',
    field: 'message',
    patterns: ['%{IP:client.ip} %{WORD:method} %{NUMBER:bytes:int}'],
    tag: 'line',
  },
  { type: 'remove', field: 'message' },
  { type: 'drop', if: 'method:HEAD' },
];
const lines = '10.0.0.1 GET 512\nnot a line\n10.0.0.2 HEAD 0\n10.0.0.3 PUT 7\n';

let service: SourceFunctions;
let id: string;

beforeAll(async () => {
  service = await sourceFunctions(['putSample', 'getMappingPreview', 'createMappingPreview']);
  id = await service.make({ format: 'text', preprocessors });
  const sample = { headers: { 'content-type': 'text/plain' }, body: lines };
  expect((await service.call('putSample', id, sample)).status).toBe(200);
});

const get = (query = '', headers = {}) => service.call('getMappingPreview', id, { query, headers });
const post = (body: unknown, query = '', headers = {}) =>
  service.call('createMappingPreview', id, { query, headers, body });

test('the documents of the sample, what failed, and their mapping', async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ sampled: 4, succeeded: 2, failed: 1, dropped: 1 },
    mapping: [
      {
        ...{ path: 'client.ip', type: 'text', count: 2, multi_valued: false, origin: 'preprocessor' },
        fields: { keyword: { type: 'keyword', ignore_above: 256 } },
      },
      {
        ...{ path: 'method', type: 'text', count: 2, multi_valued: false, origin: 'preprocessor' },
        fields: { keyword: { type: 'keyword', ignore_above: 256 } },
      },
      { path: 'bytes', type: 'long', count: 2, multi_valued: false, origin: 'preprocessor' },
    ],
    conflicts: [],
    ignored: [],
    results: [
      {
        ...{ position: 0, status: 'success', raw: { message: '10.0.0.1 GET 512' } },
        document: { client: { ip: '10.0.0.1' }, method: 'GET', bytes: 512 },
      },
      {
        ...{ position: 1, status: 'error', raw: { message: 'not a line' }, step: 0 },
        error: {
          code: 'no_match',
          message: expect.stringContaining('message'),
          path: 'message',
          value: 'not a line',
        },
      },
      { position: 2, status: 'dropped', raw: { message: '10.0.0.2 HEAD 0' }, step: 2 },
      {
        ...{ position: 3, status: 'success', raw: { message: '10.0.0.3 PUT 7' } },
        document: { client: { ip: '10.0.0.3' }, method: 'PUT', bytes: 7 },
      },
    ],
    preprocessors: [
      {
        ...{ index: 0, type: 'grok', tag: 'line' },
        ...{ succeeded: 3, failed: 1, skipped: 0, dropped: 0 },
      },
      {
        ...{ index: 1, type: 'remove' },
        ...{ succeeded: 3, failed: 0, skipped: 0, dropped: 0 },
      },
      {
        ...{ index: 2, type: 'drop' },
        ...{ succeeded: 0, failed: 0, skipped: 2, dropped: 1 },
      },
    ],
    warnings: [],
  });
});

test('size limits the results, not what is counted', async () => {
  expect((await get('?size=1')).body).toMatchObject({ sampled: 4, succeeded: 2, results: [{ position: 0 }] });
});

test('verbose lists the steps of each record, with their times', async () => {
  const { body, headers } = await get('?verbose=true&size=2');
  expect(headers).not.toHaveProperty('etag');
  expect(body).toMatchObject({
    results: [
      {
        steps: [
          { index: 0, type: 'grok', tag: 'line', status: 'success', added: ['client', 'method', 'bytes'] },
          { index: 1, status: 'success', removed: ['message'], took_us: expect.any(Number) },
          { index: 2, status: 'skipped', added: [], removed: [], changed: [] },
        ],
      },
      { steps: [{ index: 0, status: 'error', error: { code: 'no_match' } }] },
    ],
    preprocessors: [
      { succeeded: 3, failed: 1, skipped: 0, dropped: 0, took_us: expect.any(Number) },
      { succeeded: 3, failed: 0 },
      { succeeded: 0, skipped: 2, dropped: 1 },
    ],
  });
});

describe('forms', () => {
  test('as an index template, which has the addresses as such', async () => {
    const answer = await get('?index=shop-logs', { accept: elasticsearch });
    expect(answer.headers).toMatchObject({ 'content-type': elasticsearch });
    const { index_patterns: patterns, template } = Object(answer.body);
    expect(patterns).toEqual(['shop-logs', 'shop-logs-0*']);
    expect(template.mappings.properties).toMatchObject({
      client: { properties: { ip: { type: 'ip' } } },
      bytes: { type: 'long' },
    });
    expect(await get('?index=Shop', { accept: elasticsearch })).toMatchObject({ status: 400 });
  });

  test('the mapping as Elasticsearch takes it', async () => {
    const answer = await get('?date_detection=false', { accept: elasticsearch });
    expect(answer.headers).toMatchObject({ 'content-type': elasticsearch, vary: 'Accept' });
    const text = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };
    expect(answer.body).toEqual({
      mappings: {
        date_detection: false,
        properties: { client: { properties: { ip: text } }, method: text, bytes: { type: 'long' } },
      },
    });
  });

  test('a JSON Schema of the documents', async () => {
    const answer = await get('?verbose=true', { accept: schema });
    expect(answer).toMatchObject({
      headers: { 'content-type': schema, etag: expect.any(String) },
      body: {
        type: 'object',
        required: ['client', 'method', 'bytes'],
        properties: { bytes: { type: 'integer' } },
      },
    });
  });

  test('have entity tags of their own', async () => {
    const answers = await Promise.all(
      ['application/json', elasticsearch, schema].map((accept) => get('', { accept })),
    );
    const tags = answers.map(({ headers }) => headers['etag']);
    expect(new Set(tags).size).toBe(3);
    expect((await get('', { 'if-none-match': tags[0] })).status).toBe(304);
    expect((await get('', { 'if-none-match': tags[0], accept: schema })).status).toBe(200);
    expect((await get('', { accept: 'application/xml' })).status).toBe(406);
  });
});

describe('what a request sends in place of what is stored', () => {
  test('nothing: the sample and the preprocessors of the source', async () => {
    const { body, headers } = await post({});
    expect(body).toEqual((await get()).body);
    expect(headers).not.toHaveProperty('etag');
  });

  test('preprocessors', async () => {
    const unsaved = [{ type: 'uppercase', field: 'message' }];
    expect((await post({ preprocessors: unsaved }, '?size=1')).body).toMatchObject({
      ...{ succeeded: 4, failed: 0 },
      results: [{ document: { message: '10.0.0.1 GET 512' } }],
      mapping: [{ path: 'message', origin: 'record' }],
    });
  });

  test.each([
    [[{ type: 'set', field: 'a' }], '/preprocessors/0/value'],
    [[{ type: 'gsub', field: 'a', pattern: '(', replacement: '' }], '/preprocessors/0/pattern'],
    [[{ type: 'trim', field: 'a', if: 'b:' }], '/preprocessors/0/if'],
  ])('preprocessors that cannot run: %j', async (unsaved, pointer) => {
    expect(await post({ preprocessors: unsaved })).toMatchObject({
      status: 400,
      body: { errors: [{ in: 'body', pointer, message: expect.any(String) }] },
    });
  });

  test.each<[name: string, body: unknown, headers: object]>([
    ['records', { records: [{ message: '1.1.1.1 GET 1' }, { message: '?' }] }, {}],
    ['a text in JSON', { text: '1.1.1.1 GET 1\n?' }, {}],
    ['a text', '1.1.1.1 GET 1\n?', { 'content-type': 'text/plain' }],
    ['NDJSON', '{"message":"1.1.1.1 GET 1"}\n{"message":"?"}', { 'content-type': 'application/x-ndjson' }],
  ])('%s', async (_name, body, headers) => {
    const before = await service.engine.scan(service.tableName);
    expect((await post(body, '', headers)).body).toMatchObject({ sampled: 2, succeeded: 1, failed: 1 });
    expect(await service.engine.scan(service.tableName)).toEqual(before);
  });

  test('a mapping and the detection of types, with both outcomes of a conflict', async () => {
    const records = [
      { message: '?' },
      { n: '5', at: '2018/05/02', gone: [] },
      { n: 'x', code: 7 },
      { n: '6', code: 'y' },
    ];
    const mapping = { mappings: { properties: { code: { type: 'keyword' }, at: { type: 'text' } } } };
    const answer = await post(
      { records, mapping, preprocessors: [{ type: 'fail', message: 'no', if: 'message:*' }] },
      '?numeric_detection=true',
    );
    expect(answer.body).toMatchObject({
      mapping: [
        { path: 'n', type: 'text', origin: 'record', count: 3 },
        { path: 'at', type: 'date', origin: 'given' },
        { path: 'code', type: 'text', origin: 'given' },
      ],
      conflicts: [
        { path: 'n', types: ['long', 'text'], first: 'long', positions: [2], suggestion: 'text' },
        { path: 'code', first: 'keyword', positions: [] },
      ],
      ignored: [{ path: 'gone' }],
      warnings: [
        expect.stringMatching(/^Elasticsearch refuses 1 of 3 documents, first: n is mapped as long/),
      ],
    });
    expect((await post({ records: [], mapping }, '', { accept: elasticsearch })).body).toEqual({
      mappings: { properties: { code: { type: 'keyword' }, at: { type: 'text' } } },
    });
  });

  test.each<[body: object, pointer: string]>([
    [{ records: [{}], text: 'a' }, '/text'],
    [{ mapping: {} }, '/mapping/properties'],
    [{ mapping: { properties: { a: { type: 7 } } } }, '/mapping/properties/a/type'],
    [
      { mapping: { mappings: { properties: { 'a/b': { fields: { c: [] } } } } } },
      '/mapping/mappings/properties/a~1b/fields/c',
    ],
    [
      { mapping: { properties: Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [n, {}])) } },
      '/mapping/properties',
    ],
    [{ records: [{}], expected: [] }, '/expected'],
    [{ size: 1 }, '/size'],
  ])('%# is refused with its place', async (body, pointer) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { errors: [{ in: 'body', pointer }] } });
  });
});

test('the values that are not as expected', async () => {
  const expected = [{ client: { ip: '10.0.0.1' }, method: 'GET', bytes: 511 }, null, {}, null];
  expect((await post({ expected })).body).toMatchObject({
    differences: [
      { position: 0, path: 'bytes', expected: 511, found: 512 },
      { position: 2, path: '', expected: {}, found: null },
      { position: 3, path: '', expected: null, found: { bytes: 7 } },
    ],
  });
  const other = await service.make({ preprocessors: [{ type: 'set', field: 'b', value: 1 }] });
  await service.call('putSample', other, { body: { records: [{ a: 1 }], expected: [{ b: 1, a: 1 }] } });
  expect((await service.call('getMappingPreview', other)).body).toMatchObject({ differences: [] });
});

test('a source without a sample', async () => {
  const other = await service.make();
  const refused = { status: 409, body: { type: 'urn:problem-type:headwater:no_sample' } };
  expect(await service.call('getMappingPreview', other)).toMatchObject(refused);
  expect(await service.call('createMappingPreview', other, { body: {} })).toMatchObject(refused);
  expect((await service.call('getMappingPreview', '0'.repeat(24))).status).toBe(404);
});

/** Each configuration has a result or a precise refusal, by a limit of the engine. */
const handlers = Array.from({ length: 8 }, () => ({ type: 'set', field: 'x', value: 1 }));
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
const hostile: readonly [name: string, body: object, want: object][] = [
  [
    'a regular expression with exponential backtracking',
    {
      records: [{ a: `${'a'.repeat(50)}!` }],
      preprocessors: [{ type: 'gsub', field: 'a', pattern: '^(a|a)*$', replacement: '' }],
    },
    { sampled: 1 },
  ],
  [
    'a value of almost 1 MiB',
    {
      records: [{ a: 'x y '.repeat(250_000) }],
      preprocessors: [{ type: 'split', field: 'a', separator: ' ' }],
    },
    { sampled: 1 },
  ],
  [
    'records of 60 levels',
    { records: [nested(60)], preprocessors: [{ type: 'set', field: 'b', copy_from: 'a' }] },
    { sampled: 1 },
  ],
  [
    'a path to a prototype',
    { records: [{}], preprocessors: [{ type: 'set', field: '__proto__.polluted', value: 1 }] },
    { succeeded: 1 },
  ],
  [
    '32 steps with 8 handlers each',
    {
      records: [{}],
      preprocessors: Array.from({ length: 32 }, () => ({
        type: 'fail',
        message: 'no',
        on_failure: handlers,
      })),
    },
    { succeeded: 1 },
  ],
  [
    'documents that grow at each step',
    {
      records: [{ a: 'x'.repeat(1000) }],
      preprocessors: Array.from({ length: 32 }, () => ({ type: 'set', field: 'a', value: '{{a}}{{a}}' })),
    },
    { failed: 1, results: [{ error: { code: 'output_too_large' } }] },
  ],
  [
    'a line of 100,000 columns',
    {
      records: [{ a: 'x,'.repeat(100_000) }],
      preprocessors: [{ type: 'csv', field: 'a', target_fields: ['b'] }],
    },
    { succeeded: 1 },
  ],
  [
    'the year 300,000',
    {
      records: [{ a: '+300000-01-01T00:00:00Z' }],
      preprocessors: [{ type: 'date', field: 'a', formats: ['ISO8601'] }],
    },
    { sampled: 1 },
  ],
  [
    '1,000 records',
    { records: Array.from({ length: 1000 }, (_, n) => ({ [`f${n}`]: n })) },
    { succeeded: 1000, warnings: [] },
  ],
  [
    'more fields than an index has',
    {
      records: Array.from({ length: 20 }, (_, r) =>
        Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${r}.${n}`, n])),
      ),
    },
    { succeeded: 20, warnings: [expect.stringContaining('at most 1000 are accepted')] },
  ],
];
test.each(hostile)('hostile: %s', async (_name, body, want) => {
  const answer = await post({ preprocessors: [], ...body }, '?size=1');
  expect(answer).toMatchObject({ status: 200, body: want });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('hostile: a grok definition that refers to itself', async () => {
  const step = {
    type: 'grok',
    field: 'a',
    patterns: ['%{A}'],
    pattern_definitions: { A: '%{B}', B: '%{A}' },
  };
  expect(await post({ preprocessors: [step] })).toMatchObject({ status: 400 });
});

test('hostile: a preview that is larger than a response may be', async () => {
  const records = Array.from({ length: 6 }, () => ({ a: 'x'.repeat(30_000) }));
  const grown = [{ type: 'set', field: 'b', value: '{{a}}'.repeat(14) }];
  expect(await post({ records, preprocessors: grown })).toMatchObject({
    status: 413,
    body: { detail: expect.stringContaining('Ask for a smaller size') },
  });
  expect((await post({ records, preprocessors: grown }, '?size=1')).status).toBe(200);
});

test.each<[type: string, stored: readonly unknown[], refused: readonly unknown[]]>([
  ['unsigned_long', ['18446744073709551615', 0, '7', ''], ['18446744073709551616', -1, 1.5, 'x', true]],
  ['double', [1e300, '1.5', 9, ''], ['x', true, 'NaN']],
  ['half_float', [65504, '1.5', -65519], [65520, 1e6, 'x']],
  ['scaled_float', [1e300, '1.5'], ['x', false]],
  ['integer', [2147483647, -2147483648, '7', 1.9, '', [1, 2], null], [2147483648, 'x', true, [1, '1e10']]],
  ['short', [32767, '-32768', 32767.5], [32768, '40000', false]],
  ['byte', [127, -128, '127'], [128, -129, '1 2']],
  [
    'ip',
    ['10.0.0.1', '::1', '2001:db8::7334', ['::', '1.1.1.1']],
    ['not an ip', '1.2.3', 7, '', 'fe80::1%eth0'],
  ],
  [
    'geo_point',
    [
      { lat: 48.8, lon: '2.3' },
      { type: 'Point', coordinates: [2.3, 48.8] },
      '48.8,2.3',
      'POINT (2.3 48.8)',
      'u09tvw0',
      [2.3, 48.8],
      [[2.3, 48.8], '48.8, 2.3'],
      null,
      [],
    ],
    [{ lat: 91, lon: 0 }, { lat: 1 }, 'nowhere!', [2.3], [null]],
  ],
])('a given %s refuses what Elasticsearch refuses', async (type, stored, refused) => {
  const body = {
    records: [...stored, ...refused].map((a) => ({ a })),
    preprocessors: [],
  };
  const mapping = { properties: { a: { type } } };
  const answer = await post({ ...body, mapping });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      warnings: [expect.stringContaining(`refuses ${refused.length} of ${body.records.length} documents`)],
    },
  });
  const conflict = Object(answer.body).conflicts.find(({ path }: { path: string }) => path === 'a');
  expect(conflict).toMatchObject({
    first: type,
    positions: refused.map((_, index) => stored.length + index),
    elasticsearch_outcome: expect.stringContaining(`a is mapped as ${type} and cannot hold`),
  });
  const lenient = { properties: { a: { type, ignore_malformed: true } } };
  expect(await post({ ...body, mapping: lenient })).toMatchObject({ status: 200, body: { warnings: [] } });
});

test.each<[type: string, stored: readonly unknown[], refused: readonly unknown[]]>([
  ['integer', [7, [1, 2], null], ['7', 1.5, '']],
  ['long', [7], ['7', 1.5, true]],
  ['float', [7, 1.5], ['1.5', true]],
])('a given %s without coerce takes no text and cuts no fraction', async (type, stored, refused) => {
  const records = [...stored, ...refused].map((a) => ({ a }));
  const mapping = { properties: { a: { type, coerce: false } } };
  expect(await post({ records, preprocessors: [], mapping })).toMatchObject({
    body: {
      conflicts: [{ positions: refused.map((_, index) => stored.length + index) }],
    },
  });
});
