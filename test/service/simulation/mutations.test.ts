/** Each broken protocol breaks a promise within a few runs. */

import { expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { type Mutation, mutate, mutations } from './mutations.ts';
import { simulate } from './run.ts';
import type { Subject } from './subject.ts';

const quick = mutations.filter(({ needs }) => needs === 'few');
const slow = mutations.filter(({ needs }) => needs === undefined);
const rare = mutations
  .filter(({ needs }) => needs === 'most')
  .slice(0, amount({ few: 0, many: 0, most: 10 }));
const maxRuns = amount({ few: 150, many: 400, most: 3_000 });

async function firstViolation(subject: Subject): Promise<string | undefined> {
  for (let seed = 0; seed < maxRuns; seed++) {
    const { violations } = await simulate(seed, subject);
    const [found] = violations;
    if (found) return `seed ${seed}: ${found.text}`;
  }
  return undefined;
}

async function expectCaught(mutation: Mutation): Promise<void> {
  const { remove, ...subject } = await mutate(mutation);
  try {
    const found = await firstViolation(subject);
    expect(found).toBeTypeOf('string');
    console.log(`${mutation.name}: ${found}`);
  } finally {
    await remove();
  }
}

test.each(quick)('$name', { tags: ['long', 'random'] }, expectCaught);

test.each(slow)('$name', { tags: ['long'] }, expectCaught);

test.each(rare)('$name', { tags: ['random'] }, expectCaught);
