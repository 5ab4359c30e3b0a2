/** Each broken protocol breaks a promise within a few runs. */

import { expect, test } from 'vitest';
import { amount } from '../support/amount.ts';
import { knownKinds } from './known-kinds.ts';
import { type Mutation, mutate, mutations } from './mutations.ts';
import { simulate } from './run.ts';
import type { Subject } from './subject.ts';

/** The quick ones run in `npm test`, too. */
const quick = mutations.filter(({ isQuick }) => isQuick);
const slow = mutations.filter(({ isQuick }) => !isQuick);
const maxRuns = amount({ few: 100, many: 1_000 });

async function firstViolation(subject: Subject): Promise<string | undefined> {
  for (let seed = 0; seed < maxRuns; seed++) {
    const { violations } = await simulate(seed, subject);
    const found = violations.find(({ kind }) => !knownKinds.has(kind));
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

test.each(quick)('$name', { tags: ['random'] }, expectCaught);

test.each(slow)('$name', { tags: ['long'] }, expectCaught);
