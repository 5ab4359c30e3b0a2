/**
 * Every input that is made to take long is answered, and never with a 5xx. `bench/service/hostile.ts` judges the time.
 *
 * @module-tag hostile
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { startEngine } from '../../support/engine.ts';
import { foundInputs } from '../support/hostile/found-inputs.ts';
import { type HostileRunner, hostileRunner } from '../support/hostile/hostile-runner.ts';

/** A hundred times the CPU time that an input may take: only a hanging function takes longer. */
const hangMs = 100_000;

let runner: HostileRunner;

beforeAll(async () => {
  const engine = await startEngine();
  const tableName = await engine.makeTable();
  runner = hostileRunner({ ...engine.environment, TABLE_NAME: tableName }, hangMs);
});

afterAll(() => runner.stop());

test.each(foundInputs)('$name', async (input) => {
  const { failure, requests } = await runner.run(input);
  expect(failure).toBeUndefined();
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.filter(({ status }) => status >= 500)).toEqual([]);
});

const count = amount({ few: 20, many: 40, most: 10_000 });

test(`${count} random inputs`, { tags: ['property'] }, async () => {
  const seed = 1;
  const finals = new Set<number>();
  for (let index = 0; index < count; index++) {
    const { name, failure, requests } = await runner.run({ seed, index });
    expect({ name, failure }).toEqual({ name, failure: undefined });
    expect({ name, failed: requests.filter(({ status }) => status >= 500) }).toEqual({ name, failed: [] });
    finals.add(Math.floor((requests.at(-1)?.status ?? 0) / 100));
  }
  // Some were refused, and some came to their end.
  expect([...finals].toSorted()).toEqual([2, 4]);
});
