/** Unknown methods, invalid HTTP and requests over the limits. */

import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { problem, type Row, testTable } from './table.ts';

const json = ['Content-Type', 'application/json'] as const;
const post = { method: 'POST', target: '/v1/source', headers: [json] };

testTable('methods', [
  ...['PATCH', 'PUT', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK', 'M-SEARCH', 'PURGE', 'QUERY'].map(
    (method): Row => [
      `${method} on a path that does not declare it`,
      { method, target: '/v1/source' },
      405,
      problem('method_not_allowed'),
    ],
  ),
  [
    'POST on a path that does not declare it',
    { ...post, target: '/v1/source/0123456789abcdef01234567', body: '{}' },
    405,
    problem('method_not_allowed'),
  ],
  [
    'POST on the descriptors',
    { ...post, target: '/v1/api-docs.json', body: '{}' },
    405,
    problem('method_not_allowed'),
  ],
  ...['FOO', 'get', 'Get', 'GETS', '__proto__', 'GET,POST', '1', 'X'.repeat(5_000)].map(
    (method): Row => [`no method: ${method.slice(0, 20)}`, { method, target: '/v1/source' }, 400],
  ),
]);

const lines = (...headers: NonNullable<RawRequest['headers']>) => ({ target: '/v1/source', headers });
testTable('requests that are not HTTP', [
  ['a space in the target', { target: '/v1/source ?size=1' }, 400],
  ['a NUL in the target', { target: '/v1/source\u0000' }, 400],
  ['a control character in the target', { target: '/v1/source\u0001' }, 400],
  ['a target without a slash', { target: 'v1/source' }, 400],
  ['no target', { target: '' }, 400],
  ['another version', { target: '/v1/source HTTP/9.9' }, 400],
  ['a space in the name of a header', lines(['X A', 'a']), 400],
  ['a space before the colon', lines(['X-A ', 'a']), 400],
  ['an empty name', lines(['', 'a']), 400],
  ['a NUL in a header', lines(['X-A', 'a\u0000b']), 400],
  ['a control character in a header', lines(['X-A', 'a\u0001b']), 400],
  ['a bare carriage return', lines(['X-A', 'a\rb']), 400],
  ['a name that is not ASCII', lines(['X-é', 'a']), 400],
  ['brackets in a name', lines(['X[a]', 'a']), 400],
  [
    'a second length',
    { ...post, headers: [json, ['Content-Length', '2'], ['Content-Length', '3']], body: '{}' },
    400,
  ],
  ['a negative length', { ...post, headers: [json, ['Content-Length', '-2']], body: '{}' }, 400],
  [
    'a length in hexadecimal digits',
    { ...post, headers: [json, ['Content-Length', '0x2']], body: '{}' },
    400,
  ],
  ['a length with a fraction', { ...post, headers: [json, ['Content-Length', '2.0']], body: '{}' }, 400],
  [
    'a length of 30 digits',
    { ...post, headers: [json, ['Content-Length', '9'.repeat(30)]], body: '{}' },
    400,
  ],
  [
    'a length and chunks',
    {
      ...post,
      headers: [json, ['Content-Length', '2'], ['Transfer-Encoding', 'chunked']],
      body: '2\r\n{}\r\n0\r\n\r\n',
    },
    400,
  ],
  [
    'a transfer coding other than chunked',
    { ...post, headers: [json, ['Transfer-Encoding', 'gzip']], body: '{}' },
    400,
  ],
]);

const chunked = (body: string) => ({
  ...post,
  headers: [json, ['Transfer-Encoding', 'chunked'] as const],
  body,
});
testTable('bodies in chunks', [
  ['one chunk', chunked('10\r\n{"format":"csv"}\r\n0\r\n\r\n'), 201, { format: 'csv' }],
  [
    'many chunks',
    chunked(`${[...'{"format":"csv"}'].map((c) => `1\r\n${c}\r\n`).join('')}0\r\n\r\n`),
    201,
    { format: 'csv' },
  ],
  ['a chunk with an extension', chunked('10;a=b\r\n{"format":"csv"}\r\n0\r\n\r\n'), 201, { format: 'csv' }],
  ['a trailer', chunked('10\r\n{"format":"csv"}\r\n0\r\nX-A: b\r\n\r\n'), 201, { format: 'csv' }],
  ['no chunk', chunked('0\r\n\r\n'), 400, problem('invalid_request')],
  ['half a JSON', chunked('1\r\n{\r\n0\r\n\r\n'), 400, problem('malformed_json')],
  ['a malformed size', chunked('zz\r\n{}\r\n0\r\n\r\n'), 400],
  ['a negative size', chunked('-2\r\n{}\r\n0\r\n\r\n'), 400],
  ['a chunk longer than its size', chunked('1\r\n{}\r\n0\r\n\r\n'), 400],
]);

const text = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
const tooLarge = problem('content_too_large');
testTable('large requests', [
  ['a body of 1 MiB', { ...post, body: text(1_048_576) }, 400, problem('invalid_request')],
  ['a body one byte over the limit', { ...post, body: text(1_048_577) }, 413, tooLarge],
  ['a body of 5 MB', { ...post, body: text(5_000_000) }, 413, tooLarge],
  [
    'a body of 5 MB, in base64',
    { ...post, headers: [['Content-Type', 'application/vnd.a+json']], body: text(5_000_000) },
    413,
  ],
  ['a body of 7 MB', { ...post, body: text(7_000_000) }, 413],
  ['a header of 9,000 bytes', lines(['X-A', 'a'.repeat(9_000)]), 200],
  ['a header of 10,300 bytes', lines(['X-A', 'a'.repeat(10_300)]), 431],
  ['a header of 20,000 bytes', lines(['X-A', 'a'.repeat(20_000)]), 431],
  [
    'headers of 11,000 bytes',
    lines(...Array.from({ length: 100 }, (_, at) => [`X-${at}`, 'a'.repeat(105)] as const)),
    431,
  ],
  ['a name of 11,000 bytes', lines(['X'.repeat(11_000), 'a']), 431],
]);
