/** Multiples of decimal numbers, judged by their decimal digits. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMultipleOf } from '../../../../lib/headwater/shared/json/multiple-of.ts';

test.each([
  [0.3, 0.1, true],
  [0.29, 0.01, true],
  [0.295, 0.01, false],
  [1.1, 0.1, true],
  [-0.7, 0.1, true],
  [0, 0.1, true],
  [-0, 3, true],
  [19.99, 0.01, true],
  [4.35, 0.05, true],
  [10, 2.5, true],
  [1e21, 3, false],
  [1e21, 10, true],
  [9_007_199_254_740_991, 2, false],
  [9_007_199_254_740_991, 0.5, true],
  [1e-7, 1e-8, true],
  [1.000_000_001, 1, false],
  [1e308, 1e-300, true],
  [1.5e308, 1e308, false],
  [5e-324, 1e-320, false],
])('%d by %d: %s', (value, divisor, want) => {
  expect(isMultipleOf(value, divisor)).toBe(want);
});

test('each count of a step with two decimals is one, and what lies between is none', () => {
  const cents = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(cents, fc.integer({ min: -100_000, max: 100_000 }), (step, count) => {
      const total = step * count;
      const of = (number: number) => Number(`${number}e-2`);
      expect(isMultipleOf(of(total), of(step))).toBe(true);
      expect(isMultipleOf(of(total + 1), of(step))).toBe(step === 1);
    }),
    { seed: 1 },
  );
});
