/** Whole findings: the texts that JSON.parse would change silently, and the texts that it refuses. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type IsExact,
  inspectJson,
  type JsonFlaw,
} from '../../../../lib/headwater/shared/json/inspect-json.ts';
import { amount } from '../../../support/amount.ts';

const seed = 20260101;

const flawless: readonly string[] = [
  'null',
  '{}',
  '[]',
  '"a"',
  '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}',
  '{"a":"b","b":"a"}',
  '["a","a",{"a":"a"}]',
  String.raw`"\""`,
  String.raw`{"a\\":1,"a":2,"\"a":3}`,
  String.raw`["\\","\\\\","\"","{\"a\":1,\"a\":2}"]`,
  String.raw`"\ud83d\ude00"`,
  '"😀"',
  '9007199254740991',
  '-9007199254740991',
  '9007199254740992',
  '1180591620717411303424',
  '1152921504606847000',
  '9007199254740993.0',
  '9.007199254740993e15',
  '0.1000000000000000055511151231257827',
  '1e308',
  '1e-400',
  '-0',
];
test.each(flawless)('%s has no flaw', (text) => {
  expect(inspectJson(text)).toEqual({ findings: [] });
});

const flawed: readonly [text: string, flaw: JsonFlaw, pointer: string, column: number][] = [
  ['{"a":1,"a":1}', 'duplicate_name', '/a', 8],
  ['{"a":1,"b":2,"a":1}', 'duplicate_name', '/a', 14],
  [String.raw`{"a":1,"\u0061":1}`, 'duplicate_name', '/a', 8],
  [String.raw`{"\"":1,"\u0022":1}`, 'duplicate_name', '/"', 9],
  ['{"":1,"":1}', 'duplicate_name', '/', 7],
  ['{"a/b~":1,"a/b~":1}', 'duplicate_name', '/a~1b~0', 11],
  ['{"__proto__":1}', 'forbidden_name', '/__proto__', 2],
  [String.raw`{"\u005f_proto__":1}`, 'forbidden_name', '/__proto__', 2],
  ['{"a":{"constructor":{"b":1,"prototype":1}}}', 'forbidden_name', '/a/constructor/prototype', 28],
  ['[0,{"x":[{"a":1,"a":1}]}]', 'duplicate_name', '/1/x/0/a', 17],
  ['{"b":{"a":1},"b":{"a":1}}', 'duplicate_name', '/b', 14],
  [String.raw`"\ud800"`, 'lone_surrogate', '', 1],
  [String.raw`"\udc00\ud800"`, 'lone_surrogate', '', 1],
  [String.raw`["x","\ud83d"]`, 'lone_surrogate', '/1', 6],
  [String.raw`{"\ud800":1}`, 'lone_surrogate', '/\ufffd', 2],
  ['"\ud800"', 'lone_surrogate', '', 1],
  [String.raw`"\\\ud800"`, 'lone_surrogate', '', 1],
  ['9007199254740993', 'not_exact', '', 1],
  ['[-9007199254740993]', 'not_exact', '/0', 2],
  ['{"a":123456789012345678901234567890}', 'not_exact', '/a', 6],
  ['1e400', 'not_finite', '', 1],
  ['[-1E+400]', 'not_finite', '/0', 2],
  ['9'.repeat(400), 'not_finite', '', 1],
];
test.each(flawed)('%s: %s', (text, flaw, pointer, column) => {
  expect(inspectJson(text)).toEqual({ findings: [{ flaw, pointer, line: 1, column }] });
});

describe('where integers keep their digits', () => {
  const isExact: IsExact = ([name]) => name === 'in';

  test.each(['9007199254740993', '-9007199254740992', '9'.repeat(1_000), `-${'9'.repeat(1_000)}`])(
    '%s is told, and no flaw',
    (digits) => {
      expect(inspectJson(`{"in":[{"a":${digits}}]}`, isExact)).toEqual({
        findings: [],
        hasLongIntegers: true,
      });
      expect(inspectJson(digits, () => true)).toEqual({ findings: [], hasLongIntegers: true });
    },
  );

  test.each(['9007199254740991', '-0', '1e300', '9007199254740993.0', '"9007199254740993"'])(
    '%s is as anywhere',
    (literal) => {
      expect(inspectJson(`{"in":${literal}}`, isExact)).toEqual({ findings: [] });
    },
  );

  test.each<[literal: string, flaw: JsonFlaw]>([
    ['9'.repeat(1_001), 'too_many_digits'],
    ['1e400', 'not_finite'],
    [`${'9'.repeat(400)}.0`, 'not_finite'],
  ])('%s is a flaw', (literal, flaw) => {
    expect(inspectJson(`{"in":${literal}}`, isExact).findings).toMatchObject([{ flaw, pointer: '/in' }]);
  });

  test('elsewhere they do not', () => {
    const { findings, hasLongIntegers } = inspectJson('{"in":1,"a":{"in":9007199254740993}}', isExact);
    expect([findings, hasLongIntegers]).toMatchObject([[{ flaw: 'not_exact', pointer: '/a/in' }], undefined]);
  });
});

test('findings come in the order of the text, with lines, and no more than 20', () => {
  const text = String.raw`{"a":[9007199254740993,
 "\ud800"],
  "a":1e999}`;
  expect(inspectJson(text).findings).toEqual([
    { flaw: 'not_exact', pointer: '/a/0', line: 1, column: 7 },
    { flaw: 'lone_surrogate', pointer: '/a/1', line: 2, column: 2 },
    { flaw: 'duplicate_name', pointer: '/a', line: 3, column: 3 },
    { flaw: 'not_finite', pointer: '/a', line: 3, column: 7 },
  ]);
  expect(inspectJson(`[${'1e999,'.repeat(100)}0]`).findings).toHaveLength(20);
});

const closing = 'a quote at its end, and \\n for a line break';
const quoted = 'double quotes: "text"';
const numbers = 'a number such as 0.5 or 10';
const refused: readonly [text: string, what: string, line: number, column: number, accepted?: string][] = [
  ['', 'value expected', 1, 1],
  [' \n', 'value expected', 2, 1],
  ['[1,\n]', 'a comma before ]', 2, 1, 'no comma after the last one'],
  ['{"a":1, }', 'a comma before }', 1, 9, 'no comma after the last one'],
  ['{"a" 1}', 'colon expected', 1, 6],
  ['[1 2]', 'comma expected', 1, 4],
  ['[1', 'cut off', 1, 3],
  ['{"a":', 'cut off', 1, 6],
  ['{"a":"b\nc"}', 'a text without its closing quote', 1, 6, closing],
  ['{"a":"b}', 'a text without its closing quote', 1, 6, closing],
  ['["a","secret]', 'a text without its closing quote', 1, 6, closing],
  [String.raw`"\x"`, 'invalid escape character', 1, 1],
  [String.raw`"\u00g0"`, 'invalid unicode', 1, 1],
  ['1.', 'unexpected end of number', 1, 1],
  ['{}//', 'a comment', 1, 3, 'none: JSON has no comments'],
  ['\ufeff{}', 'a byte order mark', 1, 1, 'JSON without it'],
  ['1 1', 'more text after the end', 1, 3, 'one value'],
  ['{"a":1}{"a":2}', 'more text after the end', 1, 8, 'one value'],
  ["{'a':1}", 'a single quote', 1, 2, quoted],
  ['{"a":\'b\'}', 'a single quote', 1, 6, quoted],
  ['{a:1}', 'the name a without quotes', 1, 2, '"a"'],
  [`{${'n'.repeat(100)}:1}`, `the name ${'n'.repeat(40)} without quotes`, 1, 2, `"${'n'.repeat(40)}"`],
  ['{"a: 1}', 'the name a without its closing quote', 1, 2, '"a"'],
  ['{"a: "b"}', 'the name a without its closing quote', 1, 7, '"a"'],
  ['{a": 1}', 'the name a without its opening quote', 1, 2, '"a"'],
  ['{"a":1 "b":2}', 'a member without a comma before it', 1, 8, 'a comma after the one before'],
  [`{"a":1 "${'b'.repeat(300)}":2}`, 'comma expected', 1, 8],
  ['{"a":True}', 'True instead of true', 1, 6, 'true'],
  ['[None]', 'None instead of null', 1, 2, 'null'],
  ['[1, NaN]', 'NaN instead of null', 1, 5, 'null'],
  ['{"a":secret}', 'a text without quotes', 1, 6, quoted],
  ['name=a', 'a text without quotes', 1, 1, quoted],
  ['<a/>', 'HTML or XML', 1, 1],
  ['[.5]', 'a number that begins with .', 1, 2, numbers],
  ['[+5]', 'a number that begins with +', 1, 2, numbers],
  ['[05]', 'a number that begins with 0', 1, 3, numbers],
  ['[10 5]', 'comma expected', 1, 5],
  ['[-]', 'invalid symbol', 1, 2],
];
test.each(refused)('%j: %s', (text, what, line, column, accepted) => {
  const error = { kind: 'syntax', what, line, column, ...(accepted !== undefined && { accepted }) };
  expect(inspectJson(text)).toEqual({ error, findings: [] });
});

test('findings before an error are kept', () => {
  const { error, findings } = inspectJson('[1e999,1e999');
  expect(error).toMatchObject({ what: 'cut off' });
  expect(findings).toHaveLength(2);
});

describe('depth', () => {
  const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
  test.each(['[]', '{}'])('64 levels of %s are accepted', ([open = '', close = '']) => {
    const text = open === '{' ? `${'{"a":'.repeat(64)}1${close.repeat(64)}` : nested(open, close, 64);
    expect(inspectJson(text)).toEqual({ findings: [] });
  });

  const tooDeep: readonly [name: string, text: string, column: number][] = [
    ['65 arrays', nested('[', ']', 65), 65],
    ['a million arrays', '['.repeat(1_000_000), 65],
    ['65 objects', '{"a":'.repeat(65), 321],
    ['200,000 objects', '{"a":'.repeat(200_000), 321],
  ];
  test.each(tooDeep)('%s are too deep', (_name, text, column) => {
    expect(inspectJson(text)).toEqual({ error: { kind: 'too_deep', line: 1, column }, findings: [] });
  });

  // jsonc-parser goes one level down for each of these, though their brackets seem balanced.
  const unbalanced = ['[},', '{"a":],', '{,', '[{]', '[{"a":[}'];
  test.each(unbalanced)('a megabyte of %s does not overflow the stack', (text) => {
    const { error } = inspectJson(text.repeat(1_000_000 / text.length));
    expect(error?.kind).toBe('syntax');
  });
});

describe('arbitrary text', { tags: ['property'] }, () => {
  test('JSON.stringify writes no flaw, except in strings that are not well-formed Unicode', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value);
        const isUnicode = text === JSON.stringify(JSON.parse(text)) && !/\\u[dD][89a-fA-F]/.test(text);
        const flaws = inspectJson(text).findings.map(({ flaw }) => flaw);
        expect(flaws).toEqual(isUnicode ? [] : flaws.map(() => 'lone_surrogate'));
      }),
      { seed, numRuns: amount({ few: 500, many: 1_000, most: 2_000 }) },
    );
  });

  test('a repeated name is reported at its second place', () => {
    const entries = fc.array(fc.tuple(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(entries, (members) => {
        const names = members.map(([name]) => name);
        const text = `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
        const repeats = names.filter((name, at) => names.indexOf(name) !== at);
        const found = inspectJson(text).findings.filter(({ flaw }) => flaw === 'duplicate_name');
        const pointers = repeats.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
        expect(found.map(({ pointer }) => pointer)).toEqual(pointers);
      }),
      { seed, numRuns: amount({ few: 300, many: 1_000 }) },
    );
  });

  test('exactly what JSON.parse refuses is an error', () => {
    const pieces = [...'{}[],:"\\-a \n\t0eE.+', '\\u', '\\u0041', 'd800', '1e999', '\ud800', '"a"', '"b":'];
    const words = ['true', 'null', '//', '/*', '"a":1', '[]', '{}', ...'\u0000\ufeff\u00a0\u2028\u007f'];
    const soup = fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 12 });
    const edited = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ...pieces, ...words), fc.nat(1));
    const texts = fc.oneof(
      soup.map((parts) => parts.join('')),
      edited.map(([json, seek, piece, skipped]) => {
        const at = seek % (json.length + 1);
        return json.slice(0, at) + piece + json.slice(at + skipped);
      }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(inspectJson(text).error === undefined, text).toBe(isJson(text));
      }),
      { seed, numRuns: amount({ few: 1_000, many: 5_000, most: 20_000 }) },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
