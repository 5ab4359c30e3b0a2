/**
 * The product's sources, streams and samples on a simulated table, with virtual time. Each run has its own writers, readers
 * and faults, all of which follow from its seed: `simulate(seed, …)` repeats it.
 */

import { expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { product } from './product.ts';
import { simulate } from './run.ts';

const runs = amount({ few: 8, many: 60, most: 10_000 });

test('no run breaks a promise', { tags: ['property'] }, async () => {
  let commands = 0;
  for (let seed = 0; seed < runs; seed++) {
    const result = await simulate(seed, product);
    expect(result).toMatchObject({ seed, violations: [] });
    commands += result.commands;
  }
  expect(commands).toBeGreaterThan(40 * runs);
  console.log(`${runs} runs sent ${commands} commands`);
});

test('a run repeats itself', async () => {
  const one = await simulate(7, product);
  expect(one.commands).toBeGreaterThan(0);
  expect(await simulate(7, product)).toEqual(one);
});
