/** Malformed and unusual headers and cookies. */

import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { problem, type Row, show, testTable } from './table.ts';

type Headers = NonNullable<RawRequest['headers']>;

const get = (...headers: Headers) => ({ target: '/v1/source?size=0', headers });
const listed = { size: 0 };
testTable('odd headers that the service ignores', [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'].map(
    (name): Row => [name, get([name, 'a']), 200, listed],
  ),
  ['a header 100 times', get(...Array.from({ length: 100 }, () => ['X-A', 'a'] as const)), 200, listed],
  ['100 headers', get(...Array.from({ length: 100 }, (_, at) => [`X-${at}`, 'a'] as const)), 200, listed],
  ['Latin-1', get(['X-A', 'é']), 200, listed],
  ['an empty value', get(['X-A', '']), 200, listed],
  ['a value of tabs', get(['X-A', '\t\t']), 200, listed],
  ['the header of another gateway', get(['X-HTTP-Method-Override', 'DELETE']), 200, listed],
  [
    'a forged request context',
    get(['X-Amzn-Request-Context', '{}'], ['X-Forwarded-For', "'--"]),
    200,
    listed,
  ],
  ['a conditional request', get(['If-None-Match', '"a"'], ['If-Modified-Since', 'yesterday']), 200, listed],
  ['a range', get(['Range', 'bytes=0-1']), 200, listed],
  ['a supported Expect', get(['Expect', '100-continue']), 200, listed],
  ['an Authorization of nonsense', get(['Authorization', 'Bearer ..']), 200, listed],
]);

testTable('nonsense in Accept', [
  ['another type', get(['Accept', 'text/csv']), 406, problem('not_acceptable')],
  ['no type at all', get(['Accept', 'nonsense']), 406, problem('not_acceptable')],
  ['__proto__', get(['Accept', '__proto__/constructor']), 406, problem('not_acceptable')],
  ['1,000 types', get(['Accept', 'a/b,'.repeat(1_000)]), 406, problem('not_acceptable')],
  ['1,000 parameters', get(['Accept', `a/b${';c=d'.repeat(1_000)}`]), 406, problem('not_acceptable')],
]);

testTable('cookies, which the service ignores', [
  ...[
    'a=b',
    'a=b; c=d',
    '__proto__=1; constructor=2',
    'a=1; a=2',
    'a="b"',
    'a',
    '=a',
    'a=b=c',
    ';;;',
    'a=%zz',
    'a=b, c=d',
    'a=é',
    'a={"b":1}',
    'a=<script>',
    `a=${'b'.repeat(8_000)}`,
    'a=1; '.repeat(1_000),
  ].map((cookie): Row => [show(cookie), get(['Cookie', cookie]), 200, listed]),
  ['two headers', get(['Cookie', 'a=b'], ['Cookie', 'c=d']), 200, listed],
]);
