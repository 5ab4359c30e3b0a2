/** Decimals in queries, against whole numbers of any size; and the keys by which numbers and texts sort. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../../lib/headwater/shared/query/evaluate.ts';
import { fieldsOf } from '../../../../lib/headwater/shared/query/fields.ts';
import { parseQuery } from '../../../../lib/headwater/shared/query/parse-query.ts';
import { sortKeysOf } from '../../../../lib/headwater/shared/query/sort-keys.ts';
import { amount } from '../../../support/amount.ts';

interface Priced {
  readonly price: number;
  readonly code: string;
}

const index = {
  fields: fieldsOf<Priced>({ price: { kind: 'decimal', sort: true }, code: { kind: 'keyword', sort: true } }),
  idOf: () => '',
};
const numRuns = amount({ few: 1_000, many: 20_000, most: 200_000 });

/** The digits of a decimal as a whole number of 10^-400, as JSON has it. */
function exact(text: string): bigint {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction}${'0'.repeat(400 - fraction.length + Number(power))}`);
}

/** At most 15 significant digits, with zeros before them, and a point among them. */
const decimals = fc
  .tuple(fc.boolean(), fc.stringMatching(/^0{0,5}[0-9]{1,15}$/), fc.nat(15))
  .map(([isNegative, digits, places]) => {
    const at = Math.max(1, digits.length - places);
    const fraction = digits.slice(at);
    return `${isNegative ? '-' : ''}${digits.slice(0, at)}${fraction === '' ? '' : `.${fraction}`}`;
  });

const numbers = fc.oneof(
  decimals.map(Number),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e125, max: 1e125 }),
);

const comparisons = {
  '': (a: bigint, b: bigint) => a === b,
  '<': (a: bigint, b: bigint) => a < b,
  '<=': (a: bigint, b: bigint) => a <= b,
  '>': (a: bigint, b: bigint) => a > b,
  '>=': (a: bigint, b: bigint) => a >= b,
};

describe('a decimal', () => {
  test('compares with any number as their digits do', { tags: ['property'] }, () => {
    fc.assert(
      fc.property(numbers, decimals, fc.boolean(), (stored, written, isNear) => {
        const price = isNear ? Number(written) : stored;
        for (const [symbol, compare] of Object.entries(comparisons)) {
          const query = parseQuery(`price:${symbol}${written}`, { fields: index.fields, now: 0 });
          const isFound = evaluate(index, query, { price, code: '' });
          expect([symbol, isFound]).toEqual([symbol, compare(exact(String(price)), exact(written))]);
        }
      }),
      { numRuns },
    );
  });

  test.each([
    ['price:9.99e2', 6],
    ['price:0x10', 6],
    ['price:.5', 6],
    ['price:5.', 6],
    ['price:<=1234567890.123456', 8],
    ['price:[1 TO ten]', 12],
  ])('%j is refused at %d, with what would be accepted', (query, offset) => {
    const message = `Expected a decimal such as 9.99, of at most 15 digits at ${offset}.`;
    expect(() => parseQuery(query, { fields: index.fields, now: 0 })).toThrow(message);
  });
});

const keyOf = (document: Priced, name: 'price' | 'code') => {
  const field = index.fields.get(name);
  return field ? sortKeysOf(index, field, document)[0] : undefined;
};

const signOf = (one: string | undefined, other: string | undefined) =>
  one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1;

describe('sort keys', () => {
  test('are in the order of the numbers', { tags: ['property'] }, () => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.oneof(any, numbers), fc.oneof(any, numbers), (one, other) => {
        const [a, b] = [one, other].map((price) => keyOf({ price, code: '' }, 'price'));
        expect(signOf(a, b)).toBe(Math.sign(one - other) || (one === other ? 0 : one < other ? -1 : 1));
      }),
      { numRuns },
    );
  });

  test('are in the order of the first 30 bytes of texts', { tags: ['property'] }, () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', 'b', '~', ' ', 'é', '日', '\ue000', '😀'),
      maxLength: 20,
    });
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [a, b] = [one, other].map((code) => keyOf({ price: 0, code }, 'code'));
        const [first, second] = [one, other].map((text) => Buffer.from(text.trim()).subarray(0, 30));
        expect(signOf(a, b)).toBe(first && second && Buffer.compare(first, second));
      }),
      { numRuns },
    );
  });
});
