/** What JSON.parse takes without a word; whole findings. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonFlaw, scanJson } from '../../lib/json/scan.ts';

const seed = 20260101;

const flawless: readonly string[] = [
  '',
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
test.each(flawless)('nothing in %s', (text) => {
  expect(scanJson(text)).toEqual([]);
});

const flawed: readonly [text: string, flaw: JsonFlaw, pointer: string, offset: number][] = [
  ['{"a":1,"a":1}', 'duplicate_name', '/a', 7],
  ['{"a":1,"b":2,"a":1}', 'duplicate_name', '/a', 13],
  [String.raw`{"a":1,"\u0061":1}`, 'duplicate_name', '/a', 7],
  [String.raw`{"\"":1,"\u0022":1}`, 'duplicate_name', '/"', 8],
  ['{"":1,"":1}', 'duplicate_name', '/', 6],
  ['{"a/b~":1,"a/b~":1}', 'duplicate_name', '/a~1b~0', 10],
  ['{"__proto__":1,"__proto__":1}', 'duplicate_name', '/__proto__', 15],
  ['[0,{"x":[{"a":1,"a":1}]}]', 'duplicate_name', '/1/x/0/a', 16],
  ['{"b":{"a":1},"b":{"a":1}}', 'duplicate_name', '/b', 13],
  [String.raw`"\ud800"`, 'lone_surrogate', '', 0],
  [String.raw`"\udc00\ud800"`, 'lone_surrogate', '', 0],
  [String.raw`["x","\ud83d"]`, 'lone_surrogate', '/1', 5],
  [String.raw`{"\ud800":1}`, 'lone_surrogate', '/\ufffd', 1],
  ['"\ud800"', 'lone_surrogate', '', 0],
  [String.raw`"\\\ud800"`, 'lone_surrogate', '', 0],
  ['9007199254740993', 'not_exact', '', 0],
  ['[-9007199254740993]', 'not_exact', '/0', 1],
  ['{"a":123456789012345678901234567890}', 'not_exact', '/a', 5],
  ['1e400', 'not_finite', '', 0],
  ['[-1E+400]', 'not_finite', '/0', 1],
  ['9'.repeat(400), 'not_finite', '', 0],
  [`${'['.repeat(65)}${']'.repeat(65)}`, 'too_deep', '/0'.repeat(64), 64],
  [`${'{"a":'.repeat(65)}`, 'too_deep', '/a'.repeat(64), 320],
];
test.each(flawed)('%s', (text, flaw, pointer, offset) => {
  expect(scanJson(text)).toEqual([{ flaw, pointer, offset }]);
});

test('several, in order, and no more than 20', () => {
  const text = String.raw`{"a":[9007199254740993,"\ud800"],"a":1e999}`;
  expect(scanJson(text).map(({ flaw, pointer }) => [flaw, pointer])).toEqual([
    ['not_exact', '/a/0'],
    ['lone_surrogate', '/a/1'],
    ['duplicate_name', '/a'],
    ['not_finite', '/a'],
  ]);
  expect(scanJson(`[${'1e999,'.repeat(100)}0]`)).toHaveLength(20);
});

test('64 levels are not too deep', () => {
  expect(scanJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toEqual([]);
});

describe('of arbitrary text', () => {
  test('what JSON.stringify writes has no flaw, unless a text is no Unicode', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value);
        const isUnicode = text === JSON.stringify(JSON.parse(text)) && !/\\u[dD][89a-fA-F]/.test(text);
        const flaws = scanJson(text).map(({ flaw }) => flaw);
        expect(flaws).toEqual(isUnicode ? [] : flaws.map(() => 'lone_surrogate'));
      }),
      { seed, numRuns: 2_000 },
    );
  });

  test('a name that is put in once more is found where it was put', () => {
    const entries = fc.array(fc.tuple(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(entries, (members) => {
        const names = members.map(([name]) => name);
        const text = `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
        const repeats = names.filter((name, at) => names.indexOf(name) !== at);
        const found = scanJson(text).filter(({ flaw }) => flaw === 'duplicate_name');
        const pointers = repeats.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
        expect(found.map(({ pointer }) => pointer)).toEqual(pointers);
      }),
      { seed, numRuns: 1_000 },
    );
  });

  test('nothing makes it throw, and what it says lies within the text', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\u',
      'd800',
      '1e999',
      '-',
      'a',
      '\ud800',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        for (const { offset } of scanJson(text)) expect(offset).toBeLessThan(text.length);
      }),
      { seed, numRuns: 5_000 },
    );
  });
});
