/** Bodies that are not valid JSON. */

import { refuse } from './refuse-body.ts';
import { problem, show } from './table.ts';

const malformed = problem('malformed_json');
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const option = (text: string) => `{"preprocessors":[{"type":"a","x":${text}}]}`;
const raw = String.raw;

refuse(
  'bodies that are not JSON',
  [
    '{',
    '}',
    '[',
    '{"tags":[',
    '{"name":"a"',
    '{"name":"a',
    '{"name"}',
    '{"name":}',
    '{name:"a"}',
    "{'name':'a'}",
    '{"name":"a",}',
    '[1,]',
    '{"name":"a"}{"name":"b"}',
    '{"name":"a"} x',
    '{"name":"a"}\u0000',
    '/**/{}',
    '{}//',
    '# {}',
    'NaN',
    option('NaN'),
    option('Infinity'),
    option('-Infinity'),
    option('undefined'),
    option('01'),
    option('+1'),
    option('.5'),
    option('5.'),
    option('1e'),
    option('0x10'),
    option('1_000'),
    option('True'),
    '{"name":"a\nb"}',
    '{"name":"a\tb"}',
    '{"name":"a\u0000b"}',
    raw`{"name":"\x41"}`,
    raw`{"name":"\u00g1"}`,
    raw`{"name":"\u12"}`,
    '\ufeff{"name":"a"}',
    '\u00a0{}',
    '\u2028{}',
    '<source/>',
    'name=a',
    ")]}'\n{}",
    nested('[', ']', 65),
    nested('[', ']', 100_000),
    '['.repeat(500_000),
    '{"a":'.repeat(65),
    '{"a":'.repeat(100_000),
    '[},'.repeat(300_000),
    `{"name":"a","x":${nested('[', ']', 64)}}`,
    option(nested('[', ']', 62)),
  ].map((body) => [show(body), body, malformed] as const),
);

const bytes = (...values: number[]) => Uint8Array.from(values);
const within = (...values: number[]) =>
  Buffer.concat([Buffer.from('{"name":"'), bytes(...values), Buffer.from('"}')]);
refuse('bodies that are not UTF-8', [
  ['a lone continuation byte', within(0x80), malformed],
  ['a byte that never occurs', within(0xff), malformed],
  ['Latin-1', within(0x61, 0xe9, 0x62), malformed],
  ['a sequence that is cut short', within(0xe2, 0x82), malformed],
  ['an overlong slash', within(0xc0, 0xaf), malformed],
  ['a surrogate', within(0xed, 0xa0, 0x80), malformed],
  ['a character beyond Unicode', within(0xf5, 0x80, 0x80, 0x80), malformed],
  ['a byte order mark', Buffer.from('\ufeff{}'), malformed],
  ['UTF-16, little endian', Buffer.from('{"name":"a"}', 'utf16le'), malformed],
  ['UTF-16 with a byte order mark', Buffer.from('\ufeff{"name":"a"}', 'utf16le'), malformed],
  ['UTF-16, big endian', Buffer.from('{"name":"a"}', 'utf16le').swap16(), malformed],
  ['UTF-32', Buffer.from([...'{}'].flatMap((text) => [0, 0, 0, text.charCodeAt(0)])), malformed],
  ['NULs', bytes(0, 0, 0), malformed],
  ['a PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), malformed],
]);
