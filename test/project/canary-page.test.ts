/** The code of docs/headwater/canary.md: which owners have a feature. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../support/clean-up.ts';
import { filesIn } from '../support/documentation.ts';
import { writeFiles } from '../support/project.ts';
import { repository } from '../support/repository.ts';

let isOn: (feature: string, owner: string, percent: number) => boolean;

const owners = Array.from({ length: 10_000 }, (_, at) => `owner-${at}`);
const ownersAt = (percent: number, feature = 'new-prices') =>
  new Set(owners.filter((owner) => isOn(feature, owner, percent)));

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-canary-'));
  cleanUp(() => rm(folder, { recursive: true }));
  const page = await readFile(join(repository, 'docs/headwater/canary.md'), 'utf8');
  await writeFiles(folder, Object.fromEntries(filesIn(page)));
  ({ isOn } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'lib/features.ts')).href));
});

test('a share of the owners has a feature, and keeps it when the share grows', () => {
  expect([ownersAt(0).size, ownersAt(100).size]).toEqual([0, owners.length]);
  const steps = [1, 10, 25, 50, 90];
  for (const [at, percent] of steps.entries()) {
    // Within five standard deviations of the binomial distribution.
    const deviation = Math.sqrt(percent * (100 - percent));
    expect(Math.abs(ownersAt(percent).size - percent * 100)).toBeLessThan(5 * deviation);
    expect(ownersAt(percent).isSubsetOf(ownersAt(steps[at + 1] ?? 100))).toBe(true);
  }
});

test('other owners have another feature', () => {
  const both = ownersAt(10).intersection(ownersAt(10, 'new-search'));
  expect(both.size).toBeLessThan(200);
});
