/**
 * Integers beyond 2^53 come back with all their digits, wherever records go: emitted bundles, real-shaped events, a real
 * engine. The tests compare requests and responses as texts.
 *
 * @module-tag streams
 */

import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { problemTypePrefix } from '../../../lib/headwater/shared/project-names.ts';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { loadHandler } from '../../support/emitted-function.ts';
import { httpApiEvent } from '../../support/event.ts';
import { slicesAt } from '../../support/json-slices.ts';
import { readOwnOperations } from '../../support/own-operations.ts';
import { pseudoRandom } from '../../support/pseudo-random.ts';
import { repository } from '../../support/repository.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

interface TextRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface TextAnswer {
  readonly status: number;
  readonly text: string;
}

const names = [
  ...['push', 'listRecords', 'getRecord', 'listFailures', 'createReplay'].map((name) => `stream-${name}`),
  ...[
    'putSample',
    'getSample',
    'listFields',
    'discoverFields',
    'createMappingPreview',
    'getMappingPreview',
  ].map((name) => `source-${name}`),
  'preprocessor-preview',
];
const ndjson = { 'content-type': 'application/x-ndjson' };

let functions: StreamFunctions;
let operations: Awaited<ReturnType<typeof readOwnOperations>>;

beforeAll(async () => {
  functions = await streamFunctions(['source-patch']);
  operations = await readOwnOperations();
  // The bundles read their settings when they are loaded.
  for (const name of names) handlers.set(name, await loadHandler(repository, name));
});

const handlers = new Map<string, Awaited<ReturnType<typeof loadHandler>>>();

/** Like `functions.call`, without reading a number of the answer. */
async function send(
  name: string,
  { path = {}, query = '', headers, body }: TextRequest = {},
): Promise<TextAnswer> {
  const operation = operations.find(({ id }) => id === name);
  const handler = handlers.get(name);
  if (!operation || !handler) throw new Error(`${name} is not loaded.`);
  const url = operation.path.replace(/\{(\w+)\}/g, (_all, variable: string) => path[variable] ?? '') + query;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const event = httpApiEvent({
    ...{ method: operation.method, url, pathParameters: path, headers: { ...type, ...headers } },
    ...(body === undefined ? {} : { body }),
  });
  const response = await handler(event, lambdaContext({ getRemainingTimeInMillis: () => 60_000 }));
  const { statusCode: status, body: text = '' } = response as { statusCode: number; body?: string };
  return { status, text };
}

const codeOf = ({ status, text }: TextAnswer) => [
  status,
  JSON.parse(text).type.slice(problemTypePrefix.length),
];
const issuesOf = ({ text }: TextAnswer) =>
  JSON.parse(text).errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);

const limits = [
  ...['9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993'],
  ...['9223372036854775807', '-9223372036854775808', '9223372036854775808', '18446744073709551615'],
  ...['-18446744073709551616', '340282366920938463463374607431768211455', '100000000000000000000000'],
  ...['9'.repeat(400), `-${'1'.repeat(1_000)}`],
];

/** 1,200 lines of traces as exporters of OTLP write them: each with nine integers beyond 2^53. */
function traces(): string[] {
  const random = pseudoRandom(2_025);
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  return Array.from({ length: 1_200 }, (_, index) => {
    const nanos = `17338${digits(14)}`;
    const span = (name: string) =>
      `{"name":"${name}","traceId":1${digits(37)},"spanId":1${digits(18)},"startTimeUnixNano":${nanos},` +
      `"endTimeUnixNano":1${nanos},"attributes":[{"key":"big","value":{"intValue":-9${digits(18)}}},` +
      `{"key":"small","value":{"intValue":${index}}}],"duration":0.${digits(3)}1}`;
    return (
      `{"resource":{"attributes":{"host.id":1${digits(19)},"name":"at: ${nanos}"}},"scope":{"version":[1,2.5,${nanos}]},` +
      `"timeUnixNano":${nanos},"spans":[${span('GET /')},${span('SELECT')}],"body":"\\u20ac \\"${nanos}\\"","ok":true}`
    );
  });
}

/** The line as `JSON.stringify` writes it, without escapes. */
const plain = (line: string) => line.replaceAll('\\u20ac', '€');

async function pageThrough(id: string, view: string): Promise<string[]> {
  const pages: string[] = [];
  for (const from of [0, 500, 1_000]) {
    const page = await send('stream-listRecords', {
      path: { id },
      query: `?view=${view}&from=${from}&size=500`,
    });
    expect(page.status).toBe(200);
    pages.push(page.text);
  }
  return pages;
}

test('1,200 of 1,200 lines of OTLP come back as they were sent, in every view', {
  tags: ['streams'],
}, async () => {
  const id = await functions.makeStream();
  const lines = traces();
  const bodies: TextRequest[] = [
    { headers: ndjson, body: lines.slice(0, 500).join('\n') },
    {
      headers: { ...ndjson, 'content-encoding': 'gzip' },
      body: gzipSync(lines.slice(500, 1_000).join('\n')),
    },
    { body: `[${lines.slice(1_000).join(' ,\n')}]` },
  ];
  for (const body of bodies) expect((await send('stream-push', { path: { id }, ...body })).status).toBe(201);
  const sent = lines.map(plain);
  for (const [view, parts] of [
    ['raw', ['raw']],
    ['document', ['document']],
    ['both', ['raw', 'document']],
  ] as const) {
    const pages = await pageThrough(id, view);
    for (const part of parts)
      expect(pages.flatMap((page) => slicesAt(page, ['hits', '*', part]))).toEqual(sent);
  }
  const accept = { accept: 'application/x-ndjson' };
  const asLines = await send('stream-listRecords', { path: { id }, query: '?size=500', headers: accept });
  expect(
    asLines.text
      .trimEnd()
      .split('\n')
      .flatMap((line) => slicesAt(line, ['document'])),
  ).toEqual(sent.slice(0, 500));
  for (const position of [0, 700, 1_199]) {
    const { text } = await send('stream-getRecord', { path: { id, position: String(position) } });
    expect([slicesAt(text, ['raw']), slicesAt(text, ['document'])]).toEqual([
      [sent[position]],
      [sent[position]],
    ]);
  }
});

test.each(['application/json', 'application/x-ndjson'])('integers of any size, as %s', async (type) => {
  const id = await functions.makeStream();
  const records = limits.map((digits) => `{"n":${digits},"in":[[${digits}]]}`);
  const body = type === 'application/json' ? `[${records.join(', ')}]` : records.join('\r\n');
  expect((await send('stream-push', { path: { id }, headers: { 'content-type': type }, body })).status).toBe(
    201,
  );
  const { text } = await send('stream-listRecords', { path: { id } });
  expect(slicesAt(text, ['hits', '*', 'document'])).toEqual(records);
});

test.each([
  ['more than 1,000 digits', '1'.repeat(1_001)],
  ['4 MB of digits', '1'.repeat(4_000_000)],
  ['1e400', '1e400'],
  ['a fraction beyond the doubles', `${'9'.repeat(400)}.5`],
])('%s are refused', async (_name, literal) => {
  const id = await functions.makeStream({ on_error: 'reject' });
  const refused = await send('stream-push', { path: { id }, body: `[{"a":1},{"n":${literal}}]` });
  expect(codeOf(refused)).toEqual([400, 'malformed_records']);
  expect(JSON.parse(refused.text)).toMatchObject({ pointer: '/1', detail: expect.stringContaining('/n ') });
  const line = await send('stream-push', { path: { id }, headers: ndjson, body: `{"n":${literal}}` });
  expect(codeOf(line)).toEqual([400, 'malformed_records']);
});

test.each(['NaN', 'Infinity', '-NaN'])('%s is no JSON', async (literal) => {
  const id = await functions.makeStream();
  const body = `[{"n":9223372036854775807,"m":${literal}}]`;
  expect(codeOf(await send('stream-push', { path: { id }, body }))).toEqual([400, 'malformed_json']);
});

test('a long integer is no record, and no member that is declared', async () => {
  const id = await functions.makeStream({ on_error: 'reject' });
  const pushed = await send('stream-push', { path: { id }, body: '[9223372036854775807]' });
  expect(codeOf(pushed)).toEqual([400, 'malformed_records']);
  expect(JSON.parse(pushed.text)).toMatchObject({
    pointer: '/0',
    detail: expect.stringContaining('a number'),
  });
  const source = { id: await functions.makeSource() };
  const put = await send('source-putSample', {
    path: source,
    body: '{"records":[{}],"expected":[9223372036854775807]}',
  });
  expect(issuesOf(put)).toEqual([['/expected/0', 'type']]);
  const preview = (preprocessors: string) =>
    send('source-createMappingPreview', {
      path: source,
      body: `{"records":[{}],"preprocessors":${preprocessors}}`,
    });
  expect(issuesOf(await preview('9007199254740993'))).toEqual([['/preprocessors', 'out_of_range']]);
  const set = await preview('[{"type":"set","field":"a","value":9007199254740993}]');
  expect(issuesOf(set)).toEqual([['/preprocessors/0/value', 'out_of_range']]);
  const kept = await preview('[{"type":"set","field":"a","value":9007199254740992}]');
  expect(slicesAt(kept.text, ['results', '*', 'document'])).toEqual(['{"a":9007199254740992}']);
});

test('requests that differ in the last digit are two requests', async () => {
  const id = await functions.makeStream();
  const push = (digits: string) =>
    send('stream-push', { path: { id }, headers: { 'idempotency-key': 'k' }, body: `[{"n":${digits}}]` });
  const first = await push('9223372036854775807');
  expect([first.status, (await push('9223372036854775807')).text]).toEqual([201, first.text]);
  expect(codeOf(await push('9223372036854775806'))).toEqual([422, 'idempotency_key_reused']);
});

describe('queries compare exactly', () => {
  let id: string;
  const numbers = [
    '9223372036854775806',
    '9223372036854775807',
    '5',
    '9223372036854775807.5',
    '"9223372036854775805"',
  ];

  beforeAll(async () => {
    id = await functions.makeStream();
    const body = numbers.map((number) => `{"n":${number}}`).join('\n');
    expect((await send('stream-push', { path: { id }, headers: ndjson, body })).status).toBe(201);
  });

  test.each<[query: string, positions: readonly number[]]>([
    ['n:9223372036854775807', [1]],
    ['9223372036854775806', [0]],
    ['n:>9223372036854775806', [1, 3]],
    ['n:>=9223372036854775806', [0, 1, 3]],
    ['n:<9223372036854775807', [0, 2, 4]],
    ['n:[9223372036854775805 TO 9223372036854775806]', [0, 4]],
    ['n:<9223372036854775806 AND NOT n:5', [4]],
    ['n:9223372036854776000', [3]],
    ['n:92233720368547758*', [0, 1, 4]],
    ['n:*', [0, 1, 2, 3, 4]],
  ])('%s', async (query, positions) => {
    const { text } = await send('stream-listRecords', {
      path: { id },
      query: `?query=${encodeURIComponent(query)}`,
    });
    expect(slicesAt(text, ['hits', '*', 'position']).map(Number)).toEqual(positions);
  });
});

const long = '9223372036854775807';

describe('preprocessors keep the digits', () => {
  test.each<[type: string, configuration: object, record: string, document: string]>([
    ['convert', { field: 'n', target_type: 'long' }, `{"n":"${long}"}`, `{"n":${long}}`],
    ['convert', { field: 'n', target_type: 'long' }, `{"n":${long}}`, `{"n":${long}}`],
    [
      'convert',
      { field: 'n', target_type: 'long' },
      '{"n":"-9223372036854775808"}',
      '{"n":-9223372036854775808}',
    ],
    ['convert', { field: 'n', target_type: 'long' }, '{"n":"0x7fffffffffffffff"}', `{"n":${long}}`],
    ['convert', { field: 'n', target_type: 'long' }, '{"n":"9007199254740991"}', '{"n":9007199254740991}'],
    [
      'convert',
      { field: 'n', target_type: 'long' },
      '{"n":["9007199254740993",1]}',
      '{"n":[9007199254740993,1]}',
    ],
    ['convert', { field: 'n', target_type: 'auto' }, `{"n":"${long}"}`, `{"n":${long}}`],
    [
      'convert',
      { field: 'n', target_type: 'auto' },
      '{"n":18446744073709551615}',
      '{"n":18446744073709551615}',
    ],
    [
      'convert',
      { field: 'n', target_type: 'string' },
      '{"n":18446744073709551615}',
      '{"n":"18446744073709551615"}',
    ],
    ['convert', { field: 'n', target_type: 'double' }, `{"n":${long}}`, '{"n":9223372036854776000}'],
    ['convert', { field: 'n', target_type: 'float' }, '{"n":9007199254740993}', '{"n":9007199254740992}'],
    [
      'json',
      { field: 'n' },
      '{"n":"{\\"a\\":[18446744073709551615, 1]}"}',
      '{"n":{"a":[18446744073709551615,1]}}',
    ],
    ['json', { field: 'n', strict_json_parsing: false }, '{"n":9007199254740993}', '{"n":9007199254740993}'],
    ['set', { field: 'm', value: 'id {{n}}' }, `{"n":${long}}`, `{"n":${long},"m":"id ${long}"}`],
    [
      'set',
      { field: 'm', value: '{{n}}' },
      '{"n":{"a":[9007199254740993]}}',
      '{"n":{"a":[9007199254740993]},"m":"{a=[9007199254740993]}"}',
    ],
    ['set', { field: 'm', copy_from: 'n' }, `{"n":{"a":${long}}}`, `{"n":{"a":${long}},"m":{"a":${long}}}`],
    ['set', { field: 'n', value: 1, override: false }, `{"n":${long}}`, `{"n":${long}}`],
    ['rename', { field: 'n', target_field: 'm' }, `{"n":${long}}`, `{"m":${long}}`],
    [
      'join',
      { field: 'n', separator: '-' },
      `{"n":[${long},9007199254740993]}`,
      `{"n":"${long}-9007199254740993"}`,
    ],
    [
      'append',
      { field: 'n', value: ['{{m}}'] },
      `{"n":${long},"m":9007199254740993}`,
      `{"n":[${long},"9007199254740993"],"m":9007199254740993}`,
    ],
    [
      'dot_expander',
      { field: 'a.n' },
      `{"a.n":${long},"a":{"n":9007199254740993}}`,
      `{"a":{"n":[9007199254740993,${long}]}}`,
    ],
    ['grok', { field: 'm', patterns: ['%{INT:n:long}'] }, `{"m":"${long}"}`, `{"m":"${long}","n":${long}}`],
    [
      'date',
      { field: 'n', formats: ['UNIX_MS'], target_field: 't' },
      '{"n":9007199254740993}',
      '{"n":9007199254740993,"t":"+287396-10-12T08:59:00.993Z"}',
    ],
    ['split', { field: 'm', separator: ',' }, `{"m":"a,b","n":${long}}`, `{"m":["a","b"],"n":${long}}`],
    ['lowercase', { field: 'm' }, `{"m":"A","n":[{"a":${long}}]}`, `{"m":"a","n":[{"a":${long}}]}`],
    ['set', { field: 'm', value: 1, if: `n:${long}` }, `{"n":${long}}`, `{"n":${long},"m":1}`],
    ['set', { field: 'm', value: 1, if: `n:>${long}` }, `{"n":${long}}`, `{"n":${long}}`],
    [
      'set',
      { field: 'm', value: 1, if: `n:>${long}` },
      '{"n":9223372036854775808}',
      '{"n":9223372036854775808,"m":1}',
    ],
    ['set', { field: 'm', value: 1, if: 'n:>1.5' }, '{"n":9007199254740993}', '{"n":9007199254740993,"m":1}'],
    [
      'fingerprint',
      { fields: ['n'] },
      `{"n":${long}}`,
      `{"n":${long},"fingerprint":"hC9GRmrPY2RTb2AKrX8gLir//gg="}`,
    ],
  ])('%s %j: %s', async (type, configuration, record, document) => {
    const body = JSON.stringify({ configuration, records: [] }).replace('[]}', `[${record}]}`);
    const { text } = await send('preprocessor-preview', { path: { type }, body });
    expect(slicesAt(text, ['results', 0, 'document'])).toEqual([document]);
  });

  test.each<[type: string, configuration: object, record: string, code: string]>([
    ['convert', { field: 'n', target_type: 'long' }, '{"n":9223372036854775808}', 'not_convertible'],
    ['convert', { field: 'n', target_type: 'long' }, '{"n":"-9223372036854775809"}', 'not_convertible'],
    ['convert', { field: 'n', target_type: 'integer' }, `{"n":${long}}`, 'not_convertible'],
    ['convert', { field: 'n', target_type: 'float' }, `{"n":${'9'.repeat(400)}}`, 'not_convertible'],
    ['grok', { field: 'm', patterns: ['%{INT:n:int}'] }, `{"m":"${long}"}`, 'not_convertible'],
    ['json', { field: 'n' }, `{"n":"${'9'.repeat(1_001)}"}`, 'invalid_json'],
    ['gsub', { field: 'n', pattern: '9', replacement: '' }, `{"n":${long}}`, 'wrong_type'],
    ['date', { field: 'n', formats: ['UNIX_MS'] }, '{"n":18446744073709551615}', 'invalid_date'],
  ])('%s %j fails with %s', async (type, configuration, record, code) => {
    const body = JSON.stringify({ configuration, records: [] }).replace('[]}', `[${record}]}`);
    const { text } = await send('preprocessor-preview', { path: { type }, body });
    expect(JSON.parse(text).results[0]).toMatchObject({ status: 'error', error: { code } });
    expect(text).not.toContain('bigint');
  });

  test('fingerprints of neighbours differ, also beyond 64 bits', async () => {
    const records = ['9223372036854775806', long, '18446744073709551615', '18446744073709551614'];
    const body = `{"configuration":{"fields":["n"]},"records":[${records.map((n) => `{"n":${n}}`).join(',')}]}`;
    const { text } = await send('preprocessor-preview', { path: { type: 'fingerprint' }, body });
    expect(new Set(slicesAt(text, ['results', '*', 'document', 'fingerprint'])).size).toBe(4);
  });

  test('values are known or new by all their digits', async () => {
    const configuration = '{"field":"n","value":["{{m}}"],"allow_duplicates":false}';
    const body = `{"configuration":${configuration},"records":[{"n":["9007199254740993"],"m":9007199254740993},{"n":["9007199254740992"],"m":9007199254740993}]}`;
    const { text } = await send('preprocessor-preview', { path: { type: 'append' }, body });
    expect(slicesAt(text, ['results', '*', 'document', 'n'])).toEqual([
      '["9007199254740993"]',
      '["9007199254740992","9007199254740993"]',
    ]);
  });

  test('rows of CSV and pairs are converted without rounding', async () => {
    const source = await functions.makeSource({
      format: 'csv',
      preprocessors: [
        { type: 'convert', field: 'id', target_type: 'long' },
        { type: 'kv', field: 'more', field_split: ' ', value_split: '=' },
        { type: 'convert', field: 'b', target_type: 'auto' },
        { type: 'dissect', field: 'at', pattern: '%{nanos} %{}' },
        { type: 'convert', field: 'nanos', target_type: 'long' },
        { type: 'remove', field: ['more', 'at'] },
      ],
    });
    const id = await functions.makeStream({ source });
    const body = `id,more,at\n${long},a=1 b=9007199254740993,1733839200123456789 ns\n`;
    expect(
      (await send('stream-push', { path: { id }, headers: { 'content-type': 'text/csv' }, body })).status,
    ).toBe(201);
    const { text } = await send('stream-listRecords', { path: { id } });
    expect(slicesAt(text, ['hits', 0, 'document'])).toEqual([
      `{"id":${long},"a":"1","b":9007199254740993,"nanos":1733839200123456789}`,
    ]);
  });
});

test('a record that fails keeps its digits as a failure, in a preview over it, and when it is replayed', async () => {
  const source = await functions.makeSource({
    preprocessors: [{ type: 'convert', field: 'id', target_type: 'integer', if: 'id:>9007199254740992' }],
  });
  const id = await functions.makeStream({ source });
  const records = [`{"id":${long},"s":[9007199254740993]}`, '{"id":9007199254740992}', '{"id":7}'];
  const pushed = await send('stream-push', { path: { id }, headers: ndjson, body: records.join('\n') });
  expect([pushed.status, slicesAt(pushed.text, ['items', '*', 'status'])]).toEqual([
    200,
    ['"quarantined"', '"stored"', '"stored"'],
  ]);
  expect(slicesAt(pushed.text, ['items', 0, 'error', 'value'])).toEqual([`"${long}"`]);
  const failures = await send('stream-listFailures', { path: { id }, query: `?query=raw.id:${long}` });
  expect(slicesAt(failures.text, ['hits', '*', 'raw'])).toEqual([records[0]]);
  const preprocessors = [{ type: 'set', field: 'text', value: '{{id}}' }];
  const preview = await send('source-createMappingPreview', {
    ...{ path: { id: source }, query: '?verbose=true' },
    body: JSON.stringify({ stream: id, failures: true, preprocessors }),
  });
  expect(slicesAt(preview.text, ['results', '*', 'raw'])).toEqual([records[0]]);
  expect(slicesAt(preview.text, ['results', 0, 'document'])).toEqual([
    `{"id":${long},"s":[9007199254740993],"text":"${long}"}`,
  ]);
  const steps = [{ type: 'convert', field: 'id', target_type: 'long' }];
  expect((await functions.call('source-patch', { id: source, body: { preprocessors: steps } })).status).toBe(
    200,
  );
  const replayed = await send('stream-createReplay', { path: { id }, body: '{"failures":true}' });
  expect([replayed.status, JSON.parse(replayed.text).stored]).toEqual([201, 1]);
  const { text } = await send('stream-listRecords', { path: { id }, query: '?view=both' });
  expect(slicesAt(text, ['hits', '*', 'raw'])).toEqual([records[1], records[2], records[0]]);
  expect(slicesAt(text, ['hits', '*', 'document'])).toEqual([records[1], records[2], records[0]]);
  const again = await send('stream-createReplay', { path: { id }, body: '{"from":0,"to":9}' });
  expect(JSON.parse(again.text)).toMatchObject({ stored: 3, failed_count: 0 });
  expect((await send('stream-listRecords', { path: { id }, query: '?view=both' })).text).toBe(text);
});

describe('samples and previews', () => {
  const records = [`{"n":${long},"d":1.5}`, '{"n":-9007199254740993,"d":9007199254740993}', '{"n":3,"d":1}'];

  test('a sample is stored, read, and compared with what is expected', async () => {
    const path = {
      id: await functions.makeSource({ preprocessors: [{ type: 'rename', field: 'n', target_field: 'm' }] }),
    };
    const expected = [`{"m":${long},"d":1.5}`, '{"m":-9007199254740992,"d":9007199254740993}', 'null'];
    const body = `{"records":[${records.join(',')}],"expected":[${expected.join(',')}]}`;
    for (const { status, text } of [
      await send('source-putSample', { path, body }),
      await send('source-getSample', { path }),
    ]) {
      expect(status).toBe(200);
      expect(slicesAt(text, ['records', '*'])).toEqual(records);
      expect(slicesAt(text, ['expected', '*'])).toEqual(expected);
    }
    const { text } = await send('source-getMappingPreview', { path, query: '?verbose=true' });
    expect(slicesAt(text, ['differences', 0])).toEqual([
      '{"position":1,"path":"m","expected":-9007199254740992,"found":-9007199254740993}',
    ]);
    expect(slicesAt(text, ['results', '*', 'raw'])).toEqual(records);
  });

  test('a sample of NDJSON', async () => {
    const path = { id: await functions.makeSource() };
    const put = await send('source-putSample', { path, headers: ndjson, body: records.join('\n') });
    expect([put.status, slicesAt(put.text, ['records', '*'])]).toEqual([200, records]);
    const body = JSON.stringify({ text: records.join('\n') });
    const { text } = await send('source-createMappingPreview', { path, body });
    expect(slicesAt(text, ['results', '*', 'document'])).toEqual(records);
  });

  test('fields: least, greatest, most frequent', async () => {
    const path = { id: await functions.makeSource() };
    const body = `{"records":[${[...records, records[0], `{"n":9007199254740992,"d":${'9'.repeat(400)}}`].join(',')}]}`;
    const found = await send('source-discoverFields', { path, body });
    const field = (index: number, ...member: string[]) => slicesAt(found.text, ['hits', index, ...member]);
    expect([field(0, 'min'), field(0, 'max'), field(0, 'type')]).toEqual([
      ['-9007199254740993'],
      [long],
      ['"long"'],
    ]);
    expect([field(0, 'cardinality'), field(0, 'top')]).toEqual([
      ['4'],
      [
        `[{"value":${long},"count":2},{"value":-9007199254740993,"count":1},{"value":3,"count":1},{"value":9007199254740992,"count":1}]`,
      ],
    ]);
    expect(Number(field(0, 'mean'))).toBeCloseTo((2 * 2 ** 63) / 5, -4);
    expect([field(1, 'min'), field(1, 'max')]).toEqual([['1'], ['9'.repeat(400)]]);
    // No double holds it.
    expect(JSON.parse(found.text).hits[1]).not.toHaveProperty('mean');
  });

  test('fields of the stored sample, found by their limits', async () => {
    const path = { id: await functions.makeSource() };
    await send('source-putSample', { path, body: `{"records":[${records.join(',')}]}` });
    const { text } = await send('source-listFields', { path, query: `?query=max:${long}` });
    expect(slicesAt(text, ['hits', '*', 'path'])).toEqual(['"n"']);
  });

  test('the mapping is that of Elasticsearch: long, whose range it keeps', async () => {
    const path = { id: await functions.makeSource() };
    const body =
      '{"records":[{"n":9223372036854775807},{"n":-9223372036854775808},{"n":9223372036854775808}]}';
    const { text } = await send('source-createMappingPreview', { path, body });
    const { mapping, conflicts, warnings } = JSON.parse(text);
    expect(mapping).toMatchObject([{ path: 'n', type: 'long' }]);
    expect(conflicts).toMatchObject([
      { path: 'n', positions: [2], elasticsearch_outcome: expect.stringContaining('"9223372036854775808"') },
    ]);
    expect(warnings).toHaveLength(1);
    const accept = { accept: 'application/schema+json' };
    const schema = await send('source-createMappingPreview', { path, body, headers: accept });
    expect(JSON.parse(schema.text)).toMatchObject({ properties: { n: { type: 'integer' } } });
  });

  test('steps tell what has changed by one, and what has not', async () => {
    const path = { id: await functions.makeSource() };
    const preprocessors = [
      { type: 'convert', field: 'n', target_type: 'long' },
      { type: 'convert', field: 's', target_type: 'long' },
      { type: 'set', field: 'n', copy_from: 's' },
      { type: 'convert', field: 'n', target_type: 'double' },
    ];
    const body = `{"records":[{"n":${long},"s":"9223372036854775806"}],"preprocessors":${JSON.stringify(preprocessors)}}`;
    const { text } = await send('source-createMappingPreview', { path, query: '?verbose=true', body });
    const [{ steps }] = JSON.parse(text).results;
    expect(steps.map(({ changed }: { changed: string[] }) => changed)).toEqual([[], ['s'], ['n'], ['n']]);
  });
});
