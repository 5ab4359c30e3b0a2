/**
 * Records that cannot be read fail alone: emitted bundles, events as the gateway makes them, a real engine.
 *
 * @module-tag hostile
 */

import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../support/emitted-function.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

let functions: StreamFunctions;

beforeAll(async () => {
  const names = ['push', 'createReplay', 'listRecords', 'listFailures', 'stat'];
  const ofSources = ['patch', 'putSample', 'createMappingPreview', 'discoverFields'];
  functions = await streamFunctions([
    ...names.map((name) => `stream-${name}`),
    ...ofSources.map((name) => `source-${name}`),
  ]);
});

const ndjson = 'application/x-ndjson';
const json = 'application/json';
const csv = 'text/csv';
const plain = 'text/plain';

const call: StreamFunctions['call'] = (...args) => functions.call(...args);
const hitsOf = ({ body }: Answer) => (body as { hits: Record<string, unknown>[] }).hits;
const raws = async (id: string) =>
  hitsOf(await call('stream-listRecords', { id, query: '?view=raw&size=500' })).map(({ raw }) => raw);
const failures = async (id: string) => hitsOf(await call('stream-listFailures', { id, query: '?size=500' }));
const push = (id: string, type: string, body: unknown, headers = {}) =>
  call('stream-push', { id, body, headers: { 'content-type': type, ...headers } });

async function open(format = 'json', stream: object = {}) {
  const source = await functions.makeSource({ format });
  return { source, id: await functions.makeStream({ source, ...stream }) };
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const base64 = (text: string) => latin1(text).toString('base64');
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const rows = (count: number, row: string) => Array.from({ length: count }, () => row).join('\n');

/** The stored records, and the failures with their messages; `encoding` if the raw text has been changed. */
interface Want {
  readonly stored: readonly object[];
  readonly failed: readonly {
    readonly at: number;
    readonly raw: string;
    readonly message: string;
    readonly encoding?: string;
  }[];
}

type Case = readonly [name: string, type: string, body: string | Uint8Array, want: Want];

const [one, two] = [{ a: 1 }, { a: 2 }];
const amongTwo = (line: string, message: string): Case[2 | 3][] => [
  `{"a":1}\n${line}\n{"a":2}`,
  { stored: [one, two], failed: [{ at: 1, raw: line, message }] },
];
const inLine = (name: string, line: string, message: string): Case =>
  [name, ndjson, ...amongTwo(line, message)] as unknown as Case;
const inArray = (name: string, item: string, message: string): Case => [
  `${name} of an array`,
  json,
  `[{"a":1}, ${item} ,{"a":2}]`,
  { stored: [one, two], failed: [{ at: 1, raw: item, message }] },
];

const forbidden = 'has a member "__proto__", or "constructor" with a "prototype".';
const both: readonly (readonly [name: string, text: string, what: string])[] = [
  ['a number', '7', 'is a number, not an object.'],
  ['a list', '[1]', 'is a list, not an object.'],
  ['null', 'null', 'is null, not an object.'],
  ['a text', '"x, [y"', 'is a string, not an object.'],
  ['a name twice', '{"a":1,"a":2}', 'is not exact: /a must not be given twice.'],
  ['__proto__', '{"b":{"__proto__":1}}', forbidden],
  ['a lone surrogate', '{"a":"\\ud800"}', 'is not exact: /a must not have one half of a surrogate pair.'],
  ['a number out of range', '{"a":1e400}', 'is not exact: /a must be a number that a double holds.'],
  ['a thousand levels', nested(1000), 'is nested deeper than 64 levels.'],
];

const cases: readonly Case[] = [
  ...both.map(([name, text, what]) => inLine(name, text, `Line 2 ${what}`)),
  ...both.map(([name, text, what]) => inArray(name, text, `The record at /1 ${what}`)),
  inLine('cut JSON', '{"a":', 'Line 2 is not JSON: cut off at column 6.'),
  inLine('no JSON', 'Hello, "[{\\', 'Line 2 is not JSON: a text without quotes at column 1.'),
  [
    'Latin-1 in NDJSON',
    ndjson,
    latin1('{"a":1}\r\n{"a":"caf\xe9"}\r\n{"a":2}\r\n'),
    {
      stored: [one, two],
      failed: [
        { at: 1, raw: base64('{"a":"caf\xe9"}'), message: 'Line 2 is not UTF-8.', encoding: 'base64' },
      ],
    },
  ],
  [
    'Latin-1 beside a byte order mark, UTF-8 and blank lines',
    ndjson,
    Buffer.concat([Buffer.from('\ufeff{"a":"ä€😀"}\n\n'), latin1('\xe4\n'), Buffer.from('{"a":"ß"}')]),
    {
      stored: [{ a: 'ä€😀' }, { a: 'ß' }],
      failed: [{ at: 1, raw: base64('\xe4'), message: 'Line 3 is not UTF-8.', encoding: 'base64' }],
    },
  ],
  [
    'Latin-1 in text, of which the gateway replaces bytes',
    plain,
    latin1('one\ncaf\xe9\nthree'),
    {
      stored: [{ message: 'one' }, { message: 'three' }],
      failed: [{ at: 1, raw: 'caf\ufffd', message: 'Line 2 is not UTF-8.', encoding: 'replaced' }],
    },
  ],
  [
    'Latin-1 in CSV, of which the gateway replaces bytes',
    csv,
    latin1('a,b\n1,2\ncaf\xe9,4\n"5\n6",7'),
    {
      stored: [
        { a: '1', b: '2' },
        { a: '5\n6', b: '7' },
      ],
      failed: [{ at: 1, raw: 'caf\ufffd,4', message: 'Line 3 is not UTF-8.', encoding: 'replaced' }],
    },
  ],
  [
    'Latin-1 in an array, of which the gateway replaces bytes',
    json,
    latin1('[{"a":1},{"a":"caf\xe9"},{"a":2}]'),
    {
      stored: [one, two],
      failed: [
        { at: 1, raw: '{"a":"caf\ufffd"}', message: 'The record at /1 is not UTF-8.', encoding: 'replaced' },
      ],
    },
  ],
  [
    'a ragged row',
    csv,
    'a,b\r\n1,2\r\n3,4,5\r\n6\r\n',
    {
      stored: [{ a: '1', b: '2' }, { a: '6' }],
      failed: [{ at: 1, raw: '3,4,5', message: 'Line 3 has 3 values for 2 columns.' }],
    },
  ],
  [
    'a ragged row of several lines, which fails as one',
    csv,
    'a\n"x\ny",2\n3',
    {
      stored: [{ a: '3' }],
      failed: [{ at: 0, raw: '"x\ny",2', message: 'Line 2 has 2 values for 1 columns.' }],
    },
  ],
  [
    'a stray quote, whose line alone fails',
    csv,
    'a,b\n5" disk,1\n2,"x\ny"\n3,4',
    {
      stored: [
        { a: '2', b: 'x\ny' },
        { a: '3', b: '4' },
      ],
      failed: [
        {
          at: 0,
          raw: '5" disk,1',
          message: 'Line 2 is not CSV: it has an illegal character at 1, in a value without quotes.',
        },
      ],
    },
  ],
  [
    'a quote that stays open, and one that is closed in the wrong place',
    csv,
    'a,b\n1,"x\n2,y\n3,"z\n4,"5"w\n6,7',
    {
      stored: [
        { a: '2', b: 'y' },
        { a: '6', b: '7' },
      ],
      failed: [
        { at: 0, raw: '1,"x', message: 'Line 2 is not CSV: it has a quote without its end.' },
        { at: 2, raw: '3,"z', message: 'Line 4 is not CSV: it has a quote without its end.' },
        {
          at: 3,
          raw: '4,"5"w',
          message: 'Line 5 is not CSV: it has the character w at 5, after a quoted value.',
        },
      ],
    },
  ],
];

const formatOf = (type: string) => (type === csv ? 'csv' : type === plain ? 'text' : 'json');

const isShort = (_case: Case, at: number) => at % 4 === 0;
const isLong = (_case: Case, at: number) => at % 4 > 0;
const quarantine = '%s: it is quarantined, and the others are stored';
test.each(cases.filter(isShort))(quarantine, expectQuarantine);
test.each(cases.filter(isLong))(quarantine, { tags: ['hostile'] }, expectQuarantine);

async function expectQuarantine(_name: string, type: string, body: Case[2], want: Want) {
  const { id } = await open(formatOf(type));
  const answer = await push(id, type, body);
  const count = want.stored.length + want.failed.length;
  const failedAt = new Map(want.failed.map((failed) => [failed.at, failed]));
  const items = Array.from({ length: count }, (_, position) => {
    const failed = failedAt.get(position);
    if (!failed) return { position, status: 'stored' };
    return { position, status: 'quarantined', error: { code: 'malformed_record', message: failed.message } };
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { errors: true, stored: want.stored.length, failed_count: want.failed.length, dropped_count: 0 },
  });
  expect(answer.body).toMatchObject({ first: 0, last: count - 1, items });
  expect(await raws(id)).toEqual(want.stored);
  expect(await failures(id)).toEqual(
    want.failed.map(({ at, raw, message, encoding }) => ({
      position: at,
      pushed: expect.any(String),
      raw,
      ...(encoding === undefined ? {} : { raw_encoding: encoding }),
      error: { code: 'malformed_record', message },
    })),
  );
}

test.each(cases)(
  '%s: it is skipped, and the others are stored',
  { tags: ['hostile'] },
  async (_name, type, body, want) => {
    const { id } = await open(formatOf(type), { on_error: 'skip' });
    const { status, body: results } = await push(id, type, body);
    expect([status, results]).toMatchObject([
      200,
      { stored: want.stored.length, failed_count: want.failed.length, last: want.stored.length - 1 },
    ]);
    const { items } = results as { items: { status: string; position?: number }[] };
    expect(items.flatMap((item, at) => (item.status === 'skipped' ? [at] : []))).toEqual(
      want.failed.map(({ at }) => at),
    );
    expect(await raws(id)).toEqual(want.stored);
    expect(await failures(id)).toEqual([]);
  },
);

test.each(cases)(
  '%s: a stream that rejects refuses all of them',
  { tags: ['hostile'] },
  async (_name, type, body, want) => {
    const { id } = await open(formatOf(type), { on_error: 'reject' });
    const detail = want.failed[0]?.message;
    expect(await push(id, type, body)).toMatchObject({
      status: 400,
      body: { type: 'urn:problem-type:headwater:malformed_records', detail },
    });
    expect([await raws(id), await failures(id)]).toEqual([[], []]);
  },
);

test.each([
  ['a broken array', json, '[{"a":1},{"a":]', 'malformed_json'],
  ['an array without an end', json, '[{"a":1},{"a":2}', 'malformed_json'],
  ['an array with a wrong end', json, '[{"a":1}}', 'malformed_json'],
  ['an array with a comma at its end', json, '[{"a":1},]', 'malformed_json'],
  ['an array with two records and no comma', json, '[{"a":1} {"a":2}]', 'malformed_json'],
  ['something behind an array', json, '[{"a":1}] x', 'malformed_json'],
  ['a thousand arrays without an end', json, '['.repeat(1000), 'malformed_json'],
  ['a broken object', json, '{"a":', 'malformed_json'],
  ['an object', json, '{"a":1}', 'invalid_request'],
  ['an empty array', json, ' [ ] ', 'invalid_request'],
  ['501 lines, of which all are malformed', ndjson, rows(501, '{'), 'invalid_request'],
  ['501 items that are no objects', json, `[${rows(501, '1').replaceAll('\n', ',')}]`, 'invalid_request'],
  ['a malformed line of names', csv, 'a,"b"c\n1,2', 'malformed_records'],
  ['names that are not UTF-8', csv, latin1('a,\xe4\n1,2'), 'malformed_records'],
])('%s refuses the request, whatever on_error says', async (_name, type, body, code) => {
  for (const on_error of ['quarantine', 'skip', 'reject']) {
    const { id } = await open(formatOf(type), { on_error });
    const answer = await push(id, type, body);
    expect(answer).toMatchObject({ status: 400, body: { type: `urn:problem-type:headwater:${code}` } });
    expect([await raws(id), await failures(id)]).toEqual([[], []]);
  }
});

test('a shipper that repeats a batch with a poisoned line comes to its end, and all others are stored once', async () => {
  const { source, id } = await open();
  const lines = Array.from({ length: 500 }, (_, n) => (n === 250 ? `{"n":${n},` : `{"n":${n}}`));
  const body = gzipSync(lines.join('\n'));
  const send = () => push(id, ndjson, body, { 'content-encoding': 'gzip', 'idempotency-key': 'batch-1' });
  const first = await send();
  expect([first.status, first.body]).toMatchObject([200, { stored: 499, failed_count: 1, last: 499 }]);
  expect(await send()).toEqual(first);
  // The response of the first is lost; the log knows the batch.
  await functions.forgetResponse('stream-push', 'batch-1');
  const { took: _took, ...results } = first.body as { took: number };
  expect(await send()).toMatchObject({ status: 200, body: results });
  expect((await raws(id)).map((raw) => Object(raw).n)).toEqual(
    lines.flatMap((_, n) => (n === 250 ? [] : [n])),
  );
  expect(await failures(id)).toMatchObject([{ position: 250, raw: '{"n":250,' }]);
  expect((await call('stream-stat', { query: `?source=${source}` })).body).toMatchObject({
    ...{ records: 499, failures: 1, skipped: 0 },
    // The JSON of a raw text is a string.
    bytes: lines.join('').length + '"\\\\"'.length,
  });
});

test('records without one that can be read are all failures', async () => {
  const { id } = await open();
  const { body } = await push(id, ndjson, rows(500, '{'));
  expect(body).toMatchObject({ stored: 0, failed_count: 500, first: 0, last: 499 });
  expect(await failures(id)).toHaveLength(500);
});

test('a malformed record stays a failure until the format of its source reads it', async () => {
  const { source, id } = await open();
  await push(id, ndjson, latin1('{"a":1}\n{"a":\n7\n\xe4'));
  const replay = () => call('stream-createReplay', { id, body: { failures: true } });
  const code = 'malformed_record';
  const failed = (origin: number, message: string) => ({
    origin,
    status: 'failed',
    error: { code, message },
  });
  const again = await replay();
  expect([again.status, again.body]).toMatchObject([
    200,
    {
      failed_count: 3,
      items: [
        failed(1, 'The record is not JSON: cut off at column 6.'),
        failed(2, 'The record is a number, not an object.'),
        failed(3, 'Line 4 is not UTF-8.'),
      ],
    },
  ]);
  await call('source-patch', {
    id: source,
    body: { format: 'text', preprocessors: [{ type: 'uppercase', field: 'message' }] },
  });
  expect((await replay()).body).toMatchObject({
    ...{ stored: 2, failed_count: 1 },
    items: [
      { origin: 1, status: 'stored', position: 4 },
      { origin: 2, status: 'stored', position: 5 },
      failed(3, 'Line 4 is not UTF-8.'),
    ],
  });
  const records = hitsOf(await call('stream-listRecords', { id, query: '?view=both' }));
  expect(records.slice(1)).toMatchObject([
    { position: 4, raw: { message: '{"a":' }, document: { message: '{"A":' } },
    { position: 5, raw: { message: '7' }, document: { message: '7' } },
  ]);
  expect(await failures(id)).toMatchObject([{ position: 3, raw: base64('\xe4'), raw_encoding: 'base64' }]);
});

test('a row of CSV stays a failure: the line with the names of its columns is not kept with it', async () => {
  const { id } = await open('csv');
  await push(id, csv, 'a\n1\n2,3');
  const { body } = await call('stream-createReplay', { id, body: { failures: true } });
  const message = 'Line 3 has 2 values for 1 columns.';
  expect(body).toMatchObject({ items: [{ origin: 1, error: { code: 'malformed_record', message } }] });
});

test('failures that are malformed have their place in a query and in a preview', async () => {
  const { source, id } = await open();
  await call('source-patch', {
    id: source,
    body: { preprocessors: [{ type: 'convert', field: 'a', target_type: 'integer' }] },
  });
  await push(id, ndjson, latin1('{"a":"x"}\n{"a":\n{"a":"5 kg"}\n\xe4'));
  const query = `?query=${encodeURIComponent('error.code:malformed_record')}`;
  expect(hitsOf(await call('stream-listFailures', { id, query }))).toMatchObject([
    { position: 1, raw: '{"a":' },
    { position: 3, raw: base64('\xe4') },
  ]);
  const preprocessors = [{ type: 'gsub', field: 'a', pattern: ' kg', replacement: '' }];
  const body = { stream: id, failures: true, preprocessors };
  const preview = await call('source-createMappingPreview', { id: source, body, query: '?verbose=true' });
  const error = { code: 'malformed_record' };
  expect([preview.status, preview.body]).toMatchObject([
    200,
    {
      ...{ sampled: 4, succeeded: 2, failed: 2 },
      results: [
        { status: 'success', raw: { a: 'x' } },
        { status: 'error', raw: '{"a":', error, steps: [] },
        { status: 'success', document: { a: '5' } },
        { status: 'error', raw: base64('\xe4'), raw_encoding: 'base64', error },
      ],
      preprocessors: [{ succeeded: 2, failed: 0 }],
    },
  ]);
});

test.each([
  ['NDJSON', 'json', { 'content-type': ndjson }, latin1('{"a":1}\n{"a":\n\xe4\n{"a":2}')],
  ['the text of a JSON body', 'json', { 'content-type': json }, { text: '{"a":1}\n{"a":\n7\n{"a":2}' }],
])('a preview of %s shows what is malformed beside the others', async (_name, format, headers, body) => {
  const id = await functions.makeSource({ format });
  const preview = await call('source-createMappingPreview', { id, headers, body });
  const failed = { status: 'error', raw: expect.any(String), error: { code: 'malformed_record' } };
  expect([preview.status, preview.body]).toMatchObject([
    200,
    {
      ...{ sampled: 4, succeeded: 2, failed: 2 },
      results: [{ document: one }, failed, failed, { document: two }],
      mapping: [{ path: 'a', origin: 'record' }],
    },
  ]);
});

test.each(['source-putSample', 'source-discoverFields'])('%s refuses a malformed line', async (operation) => {
  const id = await functions.makeSource();
  const send = (body: Uint8Array) => call(operation, { id, body, headers: { 'content-type': ndjson } });
  const type = 'urn:problem-type:headwater:malformed_records';
  expect(await send(Buffer.from('{}\n7'))).toMatchObject({ status: 400, body: { type, line: 2 } });
  expect(await send(latin1('{}\n{"a":"\xe4"}'))).toMatchObject({ status: 400, body: { type, line: 2 } });
});
