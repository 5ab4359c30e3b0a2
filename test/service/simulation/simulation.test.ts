/**
 * The product's repository of sources on a simulated table, with virtual time.
 * Each run has its own writers, readers and faults, all of which follow from its
 * seed: `simulate(seed, …)` repeats it.
 */

import { expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { createSourceRepository } from '../support/source-repository.ts';
import { simulate } from './run.ts';

const runs = amount({ few: 30, many: 200, most: 10_000 });

test('no run breaks a promise', { tags: ['random'] }, async () => {
  let commands = 0;
  for (let seed = 0; seed < runs; seed++) {
    const result = await simulate(seed, { createSourceRepository });
    expect(result).toMatchObject({ seed, violations: [] });
    commands += result.commands;
  }
  expect(commands).toBeGreaterThan(40 * runs);
  console.log(`${runs} runs sent ${commands} commands`);
});

test('a run repeats itself', async () => {
  const one = await simulate(7, { createSourceRepository });
  expect(one.commands).toBeGreaterThan(0);
  expect(await simulate(7, { createSourceRepository })).toEqual(one);
});
