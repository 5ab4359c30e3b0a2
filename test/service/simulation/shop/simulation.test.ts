/**
 * Rules of document types and writes of several documents on a simulated table, with virtual time: unique values, references, counts
 * and sums. `simulateShop(seed, …)` repeats a run.
 */

import { expect, test } from 'vitest';
import { amount } from '../../../support/amount.ts';
import { mutateProduct } from '../mutations.ts';
import { shopMutations } from './mutations.ts';
import { product, type ShopSubject } from './product.ts';
import { simulateShop } from './run.ts';

const runs = amount({ few: 8, many: 60, most: 10_000 });

test('no run breaks a rule', { tags: ['property'] }, async () => {
  let commands = 0;
  for (let seed = 0; seed < runs; seed++) {
    const result = await simulateShop(seed, product);
    expect(result).toMatchObject({ seed, violations: [] });
    commands += result.commands;
  }
  expect(commands).toBeGreaterThan(20 * runs);
  console.log(`${runs} runs sent ${commands} commands`);
});

test('a run repeats itself', async () => {
  expect(await simulateShop(7, product)).toEqual(await simulateShop(7, product));
});

test.each(shopMutations)('$name', { tags: ['faults'] }, async (mutation) => {
  const path = 'test/service/simulation/shop/product.ts';
  const { subject, remove } = await mutateProduct<ShopSubject>(mutation, path, [
    'test/support/shop-types.ts',
  ]);
  try {
    const { from = 0 } = mutation;
    for (let seed = from; seed < from + mutation.runs; seed++) {
      const [found] = (await simulateShop(seed, subject)).violations;
      if (!found) continue;
      console.log(`${mutation.name}: seed ${seed}: ${found}`);
      return;
    }
    expect.fail(`${mutation.runs} runs break no rule`);
  } finally {
    await remove();
  }
});
