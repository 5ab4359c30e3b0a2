/** Invalid and unusual JSON bodies. */

import { json, refuse } from './refuse-body.ts';
import { issues, problem, type Row, testTable } from './table.ts';

const flaw = (code: string, pointer: string) => issues({ in: 'body', code, pointer });
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const option = (text: string) => `{"preprocessors":[{"type":"set","field":"x","value":${text}}]}`;
const raw = String.raw;

refuse('bodies that JSON.parse would change', [
  ['__proto__', '{"__proto__":{"name":"a"}}', flaw('unknown_member', '/__proto__')],
  ['__proto__ as an escape', raw`{"\u005f_proto__":{"name":"a"}}`, flaw('unknown_member', '/__proto__')],
  [
    'a nested __proto__',
    option('{"__proto__":1}'),
    flaw('unknown_member', '/preprocessors/0/value/__proto__'),
  ],
  [
    'a prototype of a constructor',
    '{"constructor":{"prototype":{"name":"a"}}}',
    flaw('unknown_member', '/constructor/prototype'),
  ],
  ['a name twice', '{"name":"a","name":"b"}', flaw('duplicate_name', '/name')],
  ['a name twice, with one value', '{"name":"a","name":"a"}', flaw('duplicate_name', '/name')],
  ['a name twice, once as an escape', raw`{"name":"a","n\u0061me":"b"}`, flaw('duplicate_name', '/name')],
  [
    'a name twice, far apart',
    '{"name":"a","tags":[],"format":"json","name":"b"}',
    flaw('duplicate_name', '/name'),
  ],
  ['a nested name twice', option('{"a":1,"a":2}'), flaw('duplicate_name', '/preprocessors/0/value/a')],
  ['the empty name twice', option('{"":1,"":2}'), flaw('duplicate_name', '/preprocessors/0/value/')],
  [
    'a name with a slash twice',
    option('{"a/~":1,"a/~":2}'),
    flaw('duplicate_name', '/preprocessors/0/value/a~1~0'),
  ],
  [
    'constructor twice',
    option('{"constructor":1,"constructor":2}'),
    flaw('duplicate_name', '/preprocessors/0/value/constructor'),
  ],
  ['toString twice', '{"toString":1,"toString":2}', flaw('duplicate_name', '/toString')],
  ['a high surrogate', raw`{"name":"\ud800"}`, flaw('not_unicode', '/name')],
  ['a low surrogate', raw`{"name":"\uDC00"}`, flaw('not_unicode', '/name')],
  ['surrogates the wrong way around', raw`{"name":"\ude00\ud83d"}`, flaw('not_unicode', '/name')],
  ['a surrogate before a letter', raw`{"name":"\ud83dx"}`, flaw('not_unicode', '/name')],
  ['a surrogate in a tag', raw`{"tags":["a","\udfff"]}`, flaw('not_unicode', '/tags/1')],
  ['a surrogate in a name', option(raw`{"\ud800":1}`), flaw('not_unicode', '/preprocessors/0/value/\ufffd')],
  ['2^53 + 1', option('9007199254740993'), flaw('out_of_range', '/preprocessors/0/value')],
  ['-2^53 - 1', option('-9007199254740993'), flaw('out_of_range', '/preprocessors/0/value')],
  ['2^64 - 1', option('18446744073709551615'), flaw('out_of_range', '/preprocessors/0/value')],
  ['a long integer', option('9'.repeat(300)), flaw('out_of_range', '/preprocessors/0/value')],
  ['a very long integer', option('9'.repeat(100_000)), flaw('out_of_range', '/preprocessors/0/value')],
  ['1e400', option('1e400'), flaw('out_of_range', '/preprocessors/0/value')],
  ['-1e400', option('[-1e400]'), flaw('out_of_range', '/preprocessors/0/value/0')],
  [
    'several',
    raw`{"name":"\ud800","tags":[9007199254740993],"name":"a"}`,
    issues(
      { pointer: '/name', code: 'not_unicode' },
      { pointer: '/tags/0', code: 'out_of_range' },
      { pointer: '/name', code: 'duplicate_name' },
    ),
  ],
]);

refuse('bodies of the wrong type', [
  ['null', 'null', flaw('type', '')],
  ['a number', '1', flaw('type', '')],
  ['a string', '"a"', flaw('type', '')],
  ['a boolean', 'true', flaw('type', '')],
  ['an array', '[]', flaw('type', '')],
  ['a string with JSON in it', '"{}"', flaw('type', '')],
  ['constructor', '{"constructor":1}', flaw('unknown_member', '/constructor')],
  ['toString', '{"toString":"a"}', flaw('unknown_member', '/toString')],
  ['hasOwnProperty', '{"hasOwnProperty":1}', flaw('unknown_member', '/hasOwnProperty')],
  ['the empty name', '{"":1}', flaw('unknown_member', '/')],
  ['another letter case', '{"Name":"a"}', flaw('unknown_member', '/Name')],
  ['a name with NUL', raw`{"name\u0000":"a"}`, flaw('unknown_member', '/name\u0000')],
  ['the key of the table', '{"pk":"a"}', flaw('unknown_member', '/pk')],
  ['null for a tag', '{"tags":[null]}', flaw('type', '/tags/0')],
  ['an object for a string', '{"name":{"$gt":""}}', flaw('type', '/name')],
  ['a number for a string', '{"name":1}', flaw('type', '/name')],
  ['an object with a length', '{"tags":{"length":1}}', flaw('type', '/tags')],
  ['a string for an array', '{"tags":"a"}', flaw('type', '/tags')],
  ['129 characters', `{"name":"${'x'.repeat(129)}"}`, flaw('max_length', '/name')],
  ['129 characters of four bytes', `{"name":"${'😀'.repeat(129)}"}`, flaw('max_length', '/name')],
  [
    '100,000 tags',
    JSON.stringify({ tags: Array.from({ length: 100_000 }, (_, at) => `${at}`) }),
    flaw('max_items', '/tags'),
  ],
  [
    '1,000 unknown members',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`m${at}`, at]))),
    { ...problem('invalid_request'), detail: '1000 values are invalid; the first 20 are listed.' },
  ],
]);

const stored: readonly (readonly [name: string, text: string])[] = [
  ['a NUL', raw`"a\u0000b"`],
  ['control characters', raw`"\u0001\u001f\u007f\u0085"`],
  ['line separators', raw`"\u2028\u2029"`],
  ['a character beyond the BMP', '"😀"'],
  ['the same as an escape', raw`"\ud83d\ude00"`],
  ['the replacement character', '"\ufffd"'],
  ['the replacement character as an escape', raw`"\ufffd"`],
  ['a byte order mark', '"\ufeff"'],
  ['a noncharacter', '"\uffff"'],
  ['right to left', '"\u202e"'],
  ['backslashes', raw`"\\\\\"\/"`],
  ['2^53 - 1', '9007199254740991'],
  ['2^53', '9007199254740992'],
  ['2^70 in full', '1180591620717411303424'],
  ['2^53 + 1 as a floating-point number', '9007199254740993.0'],
  ['-0', '-0'],
  ['1e308', '1e308'],
  ['1e-400', '1e-400'],
  ['null', '[null]'],
  ['constructor', '{"constructor":{"name":"a"}}'],
  ['toString', '{"toString":1,"valueOf":2,"hasOwnProperty":3}'],
  ['64 levels', nested('[', ']', 61)],
  [
    '1,000 members',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`m${at}`, at]))),
  ],
  ['3,000 items', JSON.stringify(Array.from({ length: 3_000 }, (_, at) => at))],
];
testTable(
  'odd bodies that are returned unchanged',
  stored.map(
    ([name, text]): Row => [
      name,
      { method: 'POST', target: '/v1/source', headers: json, body: option(text) },
      201,
      // JSON.stringify writes -0 as 0.
      { preprocessors: [{ type: 'set', field: 'x', value: text === '-0' ? 0 : JSON.parse(text) }] },
    ],
  ),
);
