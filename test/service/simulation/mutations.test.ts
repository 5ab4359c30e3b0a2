/** Each broken protocol breaks a promise within a few runs. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.ts';
import { type Mutation, mutate, mutations } from './mutations.ts';
import { simulate } from './run.ts';

async function expectCaught(mutation: Mutation): Promise<void> {
  const { subject, remove } = await mutate(mutation);
  try {
    const { from = 0 } = mutation;
    for (let seed = from; seed < from + mutation.runs; seed++) {
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

test('the code has once what each mutation replaces', async () => {
  const found = mutations.map(async ({ file, find }) => {
    const code = await readFile(join(repository, file), 'utf8');
    return [find, code.split(find).length - 1] as const;
  });
  expect(await Promise.all(found)).toEqual(mutations.map(({ find }) => [find, 1]));
});

test.each(mutations)('$name', { tags: ['faults'] }, expectCaught);
