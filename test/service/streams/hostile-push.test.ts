/** Pushes that are wrong in every way, into streams that reject: a precise refusal, and nothing stored. */

import { deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';
import { headAmong } from '../support/stream-log.ts';

let functions: StreamFunctions;
let streams: Readonly<Record<'json' | 'csv' | 'text', string>>;

beforeAll(async () => {
  functions = await streamFunctions(['stream-push']);
  const make = async (format: string) =>
    functions.makeStream({ source: await functions.makeSource({ format }), on_error: 'reject' });
  streams = { json: await make('json'), csv: await make('csv'), text: await make('text') };
});

const ndjson = 'application/x-ndjson';
const mebibyte = 1_048_576;
const filled = (bytes: number) => 'x'.repeat(bytes);
const rows = (count: number, row: string) => Array.from({ length: count }, () => row).join('\n');
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

type Hostile = readonly [
  name: string,
  request: { readonly type?: string; readonly coding?: string; readonly body: string | Uint8Array },
  want: readonly [status: number, code: string, more?: object],
  format?: 'json' | 'csv' | 'text',
];

const line = (number: number) => ({ line: number });
const at = (pointer: string) => ({ pointer });
const bad = (pointer: string, code: string) => ({ errors: [{ in: 'body', pointer, code }] });
const large = { max_bytes: 4 * mebibyte };

const pushes: readonly Hostile[] = [
  ['no body', { body: '' }, [400, 'invalid_request']],
  ['no records', { body: '[]' }, [400, 'invalid_request', bad('', 'min_items')]],
  ['an object', { body: '{"a":1}' }, [400, 'invalid_request', bad('', 'type')]],
  ['a list of lists', { body: '[[1]]' }, [400, 'malformed_records', at('/0')]],
  ['a null among records', { body: '[{},null]' }, [400, 'malformed_records', at('/1')]],
  ['a number among records', { body: '[{},7,{}]' }, [400, 'malformed_records', at('/1')]],
  [
    '501 records',
    { body: `[${rows(501, '{}').replaceAll('\n', ',')}]` },
    [400, 'invalid_request', bad('', 'max_items')],
  ],
  ['cut JSON', { body: '[{"a":1},' }, [400, 'malformed_json', line(1)]],
  ['two values', { body: '[{}] [{}]' }, [400, 'malformed_json', line(1)]],
  ['a member twice', { body: '[{"a":1,"a":2}]' }, [400, 'malformed_records', at('/0')]],
  [
    'an integer of 1,001 digits',
    { body: `[{"a":${'9'.repeat(1_001)}}]` },
    [400, 'malformed_records', at('/0')],
  ],
  ['a lone surrogate', { body: '[{"a":"\\ud800"}]' }, [400, 'malformed_records', at('/0')]],
  ['__proto__', { body: '[{"__proto__":{"a":1}}]' }, [400, 'malformed_records', at('/0')]],
  ['JSON of a thousand levels', { body: `[${nested(1000)}]` }, [400, 'malformed_records', at('/0')]],
  ['JSON of 5 MiB', { body: `[{"a":"${filled(5 * mebibyte)}"}]` }, [413, 'content_too_large', large]],
  ['no type', { type: '', body: '[{}]' }, [415, 'unsupported_media_type']],
  ['XML', { type: 'application/xml', body: '<a/>' }, [415, 'unsupported_media_type']],
  ['a form', { type: 'application/x-www-form-urlencoded', body: 'a=1' }, [415, 'unsupported_media_type']],
  ['CSV for a source of JSON', { type: 'text/csv', body: 'a\n1' }, [415, 'unsupported_media_type']],
  ['text for a source of CSV', { type: 'text/plain', body: 'a' }, [415, 'unsupported_media_type'], 'csv'],
  ['another charset', { type: `${ndjson}; charset=klingon`, body: '{}' }, [415, 'unsupported_media_type']],
  [
    'bytes that are not UTF-8',
    { type: ndjson, body: Buffer.from([0x7b, 0xff, 0x7d]) },
    [400, 'malformed_records'],
  ],
  ['NDJSON without records', { type: ndjson, body: '\n \n' }, [400, 'invalid_request', bad('', 'min_items')]],
  ['501 lines', { type: ndjson, body: rows(501, '{}') }, [400, 'invalid_request', bad('', 'max_items')]],
  [
    'a bad line among good ones',
    { type: ndjson, body: '{"a":1}\n{"a":\n{"a":3}' },
    [400, 'malformed_records', line(2)],
  ],
  ['a list in a line', { type: ndjson, body: '{}\n[1]' }, [400, 'malformed_records', line(2)]],
  [
    'a member twice in a line',
    { type: ndjson, body: '{}\n{"a":1,"a":2}' },
    [400, 'malformed_records', line(2)],
  ],
  [
    '__proto__ in a line',
    { type: ndjson, body: '{"a":{"__proto__":1}}' },
    [400, 'malformed_records', line(1)],
  ],
  ['a line of a thousand levels', { type: ndjson, body: nested(1000) }, [400, 'malformed_records', line(1)]],
  [
    'lines of 1 MiB, more than 4 MiB',
    { type: ndjson, body: rows(5, `{"a":"${filled(mebibyte)}"}`) },
    [413, 'content_too_large', large],
  ],
  [
    'two columns of one name',
    { type: 'text/csv', body: 'a,a\n1,2' },
    [400, 'malformed_records', line(1)],
    'csv',
  ],
  [
    'a row with a value too many',
    { type: 'text/csv', body: 'a\n1\n1,2' },
    [400, 'malformed_records', line(3)],
    'csv',
  ],
  ['an open quote', { type: 'text/csv', body: 'a\n1\n"2' }, [400, 'malformed_records', line(3)], 'csv'],
  [
    'empty lines',
    { type: 'text/plain', body: '\n\n' },
    [400, 'invalid_request', bad('', 'min_items')],
    'text',
  ],
  [
    'a bomb',
    { type: ndjson, coding: 'gzip', body: gzipSync(filled(64 * mebibyte)) },
    [413, 'content_too_large', large],
  ],
  [
    'bombs, one behind the other',
    {
      type: ndjson,
      coding: 'gzip',
      body: Buffer.concat([1, 2, 3].map(() => gzipSync(filled(2 * mebibyte)))),
    },
    [413, 'content_too_large', large],
  ],
  [
    'text that claims to be gzip',
    { type: ndjson, coding: 'gzip', body: '{"a":1}' },
    [400, 'malformed_content'],
  ],
  [
    'cut gzip',
    { type: ndjson, coding: 'gzip', body: gzipSync('{"a":1}').subarray(0, 20) },
    [400, 'malformed_content'],
  ],
  [
    'gzip within gzip',
    { type: ndjson, coding: 'gzip', body: gzipSync(gzipSync('{"a":1}')) },
    [400, 'malformed_records'],
  ],
  [
    'gzip with damaged bytes',
    { type: ndjson, coding: 'gzip', body: gzipSync(`{"a":"${filled(99)}"}`).fill(7, 15, 22) },
    [400, 'malformed_content'],
  ],
  [
    'gzip that is passed on as text',
    { type: 'application/json', coding: 'gzip', body: gzipSync('[{"a":1}]') },
    [415, 'unsupported_media_type'],
  ],
  [
    'deflate',
    { type: ndjson, coding: 'deflate', body: deflateSync('{"a":1}') },
    [415, 'unsupported_media_type'],
  ],
  [
    'two codings',
    { type: ndjson, coding: 'gzip, gzip', body: gzipSync(gzipSync('{}')) },
    [415, 'unsupported_media_type'],
  ],
  [
    'a bad line within gzip',
    { type: ndjson, coding: 'gzip', body: gzipSync('{}\n{') },
    [400, 'malformed_records', line(2)],
  ],
];

test.each(pushes.map(([name, ...row]) => ({ name, row })))('$name', async ({ row }) => {
  const [{ type = 'application/json', coding, body }, [status, code, more = {}], format = 'json'] = row;
  const headers = { 'content-type': type, ...(coding ? { 'content-encoding': coding } : {}) };
  const answer = await functions.call('stream-push', { id: streams[format], body, headers });
  const problem = `urn:problem-type:headwater:${code}`;
  expect(answer).toMatchObject({ status, body: { type: problem, ...more } });
});

test('nothing of them is stored', async () => {
  const items = await functions.engine.scan(functions.tableName);
  for (const stream of Object.values(streams))
    expect(headAmong(items, stream)).toMatchObject({ next: 0, batches: 0 });
});
