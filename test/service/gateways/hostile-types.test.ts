/** Unusual and unsupported media types, charsets and codings of bodies. */

import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { describeGateways } from './gateways.ts';
import { issues, problem, type Row, show, testTable } from './table.ts';

type Headers = NonNullable<RawRequest['headers']>;

const post = (headers: Headers, body: string | Uint8Array = '{"format":"csv"}') => ({
  method: 'POST',
  target: '/v1/source',
  headers,
  body,
});
const typed = (type: string, body?: string | Uint8Array) => post([['Content-Type', type]], body);
const unsupported = problem('unsupported_media_type');
const accepted = { format: 'csv' };

testTable('unusual JSON media types of a body', [
  ...[
    'application/json',
    'APPLICATION/JSON',
    'application/json;',
    'application/json ; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; charset=utf8',
    'application/json; version=1; charset=utf-8',
    'application/json; profile="a;b=c"',
    'application/json;;;',
    'application/json; charset',
    'application/vnd.headwater+json',
    'application/vnd.headwater-v1+json; charset=utf-8',
    'application/ld+json',
    'model/gltf+json',
  ].map((type): Row => [type, typed(type), 201, accepted]),
  ['spaces around it', post([['Content-Type', '   application/json   ']]), 201, accepted],
  ['a header name in capitals', post([['CONTENT-TYPE', 'application/json']]), 201, accepted],
]);

testTable('media types of a body other than JSON', [
  ...[
    'text/plain',
    'text/json',
    'text/html',
    'application/xml',
    'application/javascript',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=a',
    'application/octet-stream',
    'application/jsonp',
    'application/json-seq',
    'application/x-ndjson',
    'application/json/x',
    'application/jsonx',
    'application/merge-patch+json',
    'application/+json',
    'json',
    '*/*',
    'application/*',
    ';charset=utf-8',
    'application/json, application/json',
    'application/json,text/plain',
    '"application/json"',
    'application / json',
    '__proto__',
    'a'.repeat(5_000),
  ].map((type): Row => [show(type), typed(type), 415, unsupported]),
  [
    'twice',
    post([
      ['Content-Type', 'application/json'],
      ['Content-Type', 'text/plain'],
    ]),
    415,
    unsupported,
  ],
  ['none', post([]), 415, unsupported],
  ['an empty Content-Type', typed(''), 415, unsupported],
  ['reported before errors in the body', typed('text/plain', '{"name":"a","name":"b"'), 415, unsupported],
]);

testTable('charsets of a body other than utf-8', [
  ...[
    'utf-16',
    'utf-16le',
    'utf-32',
    'iso-8859-1',
    'latin1',
    'us-ascii',
    'windows-1252',
    'utf-7',
    'cp500',
    '""',
    'utf-8x',
  ].flatMap((charset): Row[] => [
    [charset, typed(`application/json; charset=${charset}`), 415, unsupported],
    [`${charset} of a vendor type`, typed(`application/vnd.a+json;CHARSET=${charset}`), 415, unsupported],
  ]),
  ['one of two charsets', typed('application/json; charset=utf-8; charset=utf-16'), 415, unsupported],
  ['none after an equals sign', typed('application/json; charset='), 415, unsupported],
  ['reported before errors in the body', typed('application/json; charset=utf-16', '{'), 415, unsupported],
]);

const coded = (coding: string, body: string | Uint8Array = gzipSync('{}')) =>
  post(
    [
      ['Content-Type', 'application/json'],
      ['Content-Encoding', coding],
    ],
    body,
  );
testTable('content codings of a body', [
  ...[
    'gzip',
    'GZIP',
    'x-gzip',
    'deflate',
    'br',
    'zstd',
    'compress',
    'gzip, gzip',
    'identity, gzip',
    'aws-chunked',
    'nonsense',
    '*',
  ].map(
    (coding): Row => [
      coding,
      coded(coding),
      415,
      { ...unsupported, detail: 'The body is compressed; send it as it is.' },
    ],
  ),
  ['undeclared gzip', typed('application/json', gzipSync('{}')), 400, problem('malformed_json')],
  [
    'undeclared gzip of a vendor type',
    typed('application/vnd.a+json', gzipSync('{}')),
    400,
    problem('malformed_json'),
  ],
  ['malformed gzip', coded('gzip', '{"format":"csv"}'), 415, unsupported],
  ['identity', coded('identity', '{"format":"csv"}'), 201, accepted],
  ['Identity', coded(' Identity ', '{"format":"csv"}'), 201, accepted],
  ['nothing', coded('', '{"format":"csv"}'), 201, accepted],
]);

const required = issues({ in: 'body', pointer: '', code: 'required' });
testTable('absent and undeclared bodies', [
  ['an empty JSON body', typed('application/json', ''), 400, required],
  ['an empty body of a vendor type', typed('application/vnd.a+json', ''), 400, required],
  ['an empty text body', typed('text/plain', ''), 400, required],
  ['an empty body without a type', post([], ''), 400, required],
  ['an empty body with a length', post([['Content-Length', '0']], ''), 400, required],
  ['white space', typed('application/json', ' \r\n\t '), 400, problem('malformed_json')],
  ['one space', typed('application/json', ' '), 400, problem('malformed_json')],
  ['a body of GET', { ...typed('application/json'), method: 'GET' }, 200, { from: 0 }],
  ['a malformed body in a GET', { ...typed('application/json', '{'), method: 'GET' }, 200, { from: 0 }],
  [
    'a body of DELETE',
    { ...typed('application/json', '{'), method: 'DELETE', target: '/v1/source/0123456789abcdef01234567' },
    404,
    problem('not_found'),
  ],
]);

describeGateways('the response to a compressed body', (test) => {
  test('asks for an uncompressed body', async (call) => {
    expect((await call(coded('gzip'))).headers['accept-encoding']).toBe('identity');
  });
});
