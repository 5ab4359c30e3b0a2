/** Each broken protocol breaks a promise within a few runs. */

import { expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { type Mutation, mutate, mutations } from './mutations.ts';
import { simulate } from './run.ts';

const quick = mutations.filter(({ runs }) => runs <= 400);
const rare = mutations.filter(({ runs }) => runs > 400).slice(0, amount({ few: 0, many: 0, most: 10 }));

async function expectCaught(mutation: Mutation): Promise<void> {
  const { subject, remove } = await mutate(mutation);
  try {
    for (let seed = 0; seed < mutation.runs; seed++) {
      const [found] = (await simulate(seed, subject)).violations;
      if (found) {
        console.log(`${mutation.name}: seed ${seed}: ${found.text}`);
        return;
      }
    }
    expect.fail(`${mutation.runs} runs break no promise`);
  } finally {
    await remove();
  }
}

test.each(quick)('$name', { tags: ['long'] }, expectCaught);

test.each(rare)('$name', { tags: ['random'] }, expectCaught);
