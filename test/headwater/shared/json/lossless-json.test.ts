/** JSON whose integers keep their digits, compared with the positions of jsonc-parser and with JSON itself. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equal } from '../../../../lib/headwater/shared/json/equal.ts';
import { compareNumbers } from '../../../../lib/headwater/shared/json/long-integers.ts';
import { parseExactly, readJson, writeJson } from '../../../../lib/headwater/shared/json/lossless-json.ts';
import { amount } from '../../../support/amount.ts';

const seed = 2_025;

test('what is read is written again as it was', { tags: ['property'] }, () => {
  const integer = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String);
  const near = fc.bigInt({ min: -5n, max: 5n }).map((offset) => String(2n ** 53n + offset));
  const text = fc.string().map((value) => JSON.stringify(value));
  const lookalike = integer.map((digits) => JSON.stringify(`a:${digits},${digits}`));
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(integer, near, text, lookalike, fc.constantFrom('null', 'true', '1.5', '-1e-7')),
      fc.array(tie('value')).map((items) => `[${items.join(',')}]`),
      fc
        .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]+$/), tie('value')), { selector: ([name]) => name })
        .map((members) => `{${members.map(([name, inner]) => `"${name}":${inner}`).join(',')}}`),
    ),
  }));
  fc.assert(
    fc.property(value, (json) => {
      const read = readJson(json);
      expect(writeJson(read)).toBe(json);
      expect(equal(parseExactly(json), read)).toBe(true);
      expect(writeJson(read, 2).replaceAll(/\s/g, '')).toBe(json.replaceAll(/\s/g, ''));
    }),
    { seed, numRuns: amount({ few: 500, many: 2_000, most: 50_000 }) },
  );
});

test('only integers beyond 2^53 are bigints', () => {
  const text = '[9007199254740991,9007199254740992,-9007199254740992,1e20,9007199254740993.0,-0,7]';
  expect(parseExactly(text)).toEqual([2 ** 53 - 1, 2n ** 53n, -(2n ** 53n), 1e20, 2 ** 53, -0, 7]);
});

test('a cycle is an error, also beside a bigint', () => {
  const cyclic: unknown[] = [2n ** 60n];
  cyclic.push(cyclic);
  expect(() => writeJson(cyclic)).toThrow(TypeError);
});

describe('numbers compare exactly', () => {
  test.each<[a: number | bigint, b: number | bigint, order: number]>([
    [2 ** 53, 2n ** 53n + 1n, -1],
    [2n ** 53n + 1n, 2 ** 53, 1],
    [2n ** 63n - 1n, 2n ** 63n, -1],
    [1.5, 2n ** 53n, -1],
    [1e300, 10n ** 299n, 1],
    // As JSON writes the double 2^63.
    [2 ** 63, 9223372036854776000n, 0],
    [1e21, 10n ** 21n, 0],
    [1, 1, 0],
  ])('%s and %s: %d', (a, b, order) => {
    expect([compareNumbers(a, b), equal(a, b), equal([{ a }], [{ a: b }])]).toEqual([
      order,
      order === 0,
      order === 0,
    ]);
  });

  test('a text with the same digits is not equal', () => {
    expect(equal(2n ** 60n, String(2n ** 60n))).toBe(false);
  });
});
