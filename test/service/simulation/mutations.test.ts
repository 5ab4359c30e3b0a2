/** Each broken protocol breaks a promise within a few runs. */

import { expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { mutate, mutations } from './mutations.ts';
import { simulate } from './run.ts';

const maxRuns = amount({ few: 0, many: 400, most: 3_000 });

test.each(mutations.filter(({ runs }) => runs <= maxRuns))(
  '$name',
  { tags: ['long', 'random'] },
  async (mutation) => {
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
  },
);
