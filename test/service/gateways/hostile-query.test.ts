/** Malformed and unusual queries. */

import { issues, problem, type Row, show, testTable } from './table.ts';

const list = (query: string) => ({ target: `/v1/source?${query}` });

/** Encodings that neither the gateway nor the function may replace. */
const notUtf8 = [
  '%',
  '%%',
  '%2',
  'a%',
  '%zz',
  '%0g',
  '%u0041',
  '%25%',
  '%ff',
  '%80',
  '%c3',
  '%c3%28',
  '%e2%82',
  '%e2%28%a1',
  '%c0%af',
  '%c0%80',
  '%e0%80%af',
  '%ed%a0%80',
  '%ed%a0%bd%ed%b8%80',
  '%f0%28%8c%bc',
  '%f4%90%80%80',
  '%f5%80%80%80',
  '%fe%ff',
  'a%20b%ffc',
];
testTable('hostile encodings in a query', [
  ...notUtf8.map(
    (text): Row => [
      `value ${text}`,
      list(`query=${text}`),
      400,
      issues({ in: 'query', name: 'query', code: 'percent_encoding' }),
    ],
  ),
  ...notUtf8.map(
    (text): Row => [
      `name ${text}`,
      list(`${text}=1`),
      400,
      issues({ in: 'query', name: text, code: 'percent_encoding' }),
    ],
  ),
  [
    'a valid and an invalid encoding',
    list('query=a&query=%ff'),
    400,
    issues({ name: 'query', code: 'percent_encoding' }),
  ],
  [
    'two parameters with invalid encodings',
    list('size=%zz&from=%ff'),
    400,
    issues({ name: 'size', code: 'percent_encoding' }, { name: 'from', code: 'percent_encoding' }),
  ],
]);

const none = { total: 0, hits: [] };
testTable('odd texts in a query', [
  ...[
    '%00',
    '%F0%9F%98%80',
    '%EF%BF%BD',
    'odd%EF%BB%BFquery',
    '%E2%80%AE',
    '__proto__',
    'constructor',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '%27%20OR%201%3D1--',
    '%23%23%23',
    '%25ff',
    'odd=b=c',
    'odd%26b',
    'x'.repeat(512),
    '%F0%9F%98%80'.repeat(256),
  ].map((text): Row => [show(text), list(`query=${text}`), 200, none]),
]);

testTable('odd texts that are not a query', [
  ...[
    '%0D%0AX-Injected:%201',
    '$%7Bjndi%3Aldap%3A%2F%2Fa%7D',
    '%7B%22S%22%3A%22a%22%7D',
    '[object+Object]',
    '('.repeat(512),
    'NOT%20'.repeat(100),
    '%22'.repeat(511),
    '%5C',
    '__proto__:1',
    'constructor:[1%20TO%202]',
    'created:[9e999%20TO%20*]',
    'revision:99999999999999999999',
  ].map((text): Row => [show(text), list(`query=${text}`), 400, problem('invalid_query')]),
]);

const unknown = (name: string) => issues({ in: 'query', name, code: 'unknown_parameter' });
testTable('hostile names in a query', [
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
    'length',
  ].flatMap((name): Row[] => [
    [`${name} once`, list(`${name}=1&size=0`), 400, unknown(name)],
    [`${name} twice`, list(`${name}=1&${name}=2&size=0`), 400, unknown(name)],
    [`${name} as an index`, list(`size=0&size[${name}]=1`), 400, unknown(`size[${name}]`)],
  ]),
  ['an array in brackets is another name', list('size=0&size[]=1'), 400, unknown('size[]')],
  ['a dot is another name', list('size=0&size.x=1'), 400, unknown('size.x')],
  ['another letter case is another name', list('size=0&SIZE=1'), 400, unknown('SIZE')],
  ['a NUL is another name', list('size=0&size%00=1'), 400, unknown('size\0')],
  ['an HTML entity is another name', list('size=0&amp;size=1'), 400, unknown('amp;size')],
  ['no name', list('size=0&=1'), 400, unknown('')],
  ['nothing but separators', list('&&&&size=0&&'), 200, { size: 0 }],
  ['a percent-encoded name', list('si%7Ae=0'), 200, { size: 0 }],
  ['1,000 times an unknown name', list(`size=0&${'a&'.repeat(1_000)}`), 400, unknown('a')],
  [
    '500 unknown names',
    list(Array.from({ length: 500 }, (_, index) => `a${index}`).join('&')),
    400,
    { detail: '500 values are invalid; the first 20 are listed.' },
  ],
  ['twice', list('size=1&size=1'), 400, issues({ name: 'size', code: 'repeated' })],
  ['twice, once percent-encoded', list('size=1&si%7Ae=2'), 400, issues({ name: 'size', code: 'repeated' })],
  ['twice, once without a value', list('size=1&size'), 400, issues({ name: 'size', code: 'repeated' })],
  ['1,000 times', list('size=1&'.repeat(1_000)), 400, issues({ name: 'size', code: 'repeated' })],
  ['a text twice', list('query=a&query=b'), 400, issues({ name: 'query', code: 'repeated' })],
  [
    'all at once',
    list('from=x&size=-1&query=a&query=b'),
    400,
    issues({ name: 'from' }, { name: 'query', code: 'repeated' }, { name: 'size', code: 'minimum' }),
  ],
]);

const length = (bytes: number) => {
  const start = '/v1/source?query=';
  return { target: start + 'x'.repeat(bytes - start.length) };
};
testTable('long queries', [
  [
    'a text of 513 characters',
    list(`query=${'x'.repeat(513)}`),
    400,
    issues({ name: 'query', code: 'max_length' }),
  ],
  ['a URL of 10,001 bytes', length(10_001), 400, issues({ name: 'query', code: 'max_length' })],
  ['a URL of 10,300 bytes', length(10_300), 431],
  ['a URL of 20,000 bytes', length(20_000), 431],
  ['a fragment, which no client sends', list('size=1#2'), 400, problem('invalid_request')],
]);
