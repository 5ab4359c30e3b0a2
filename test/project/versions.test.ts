/** Versions of packages: each is named exactly, so that an installation without the lockfile has the same. */

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';

const exact = /^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+$/;

const manifests = globSync(['package.json', 'test/*/package.json', 'bench/*/package.json'], {
  cwd: repository,
});
const readJson = async (path: string) => JSON.parse(await readFile(join(repository, path), 'utf8'));

test.each(manifests)('%s names one version of each package, not a range', async (path) => {
  const { dependencies = {}, devDependencies = {} } = await readJson(path);
  const all = Object.entries<string>({ ...dependencies, ...devDependencies });
  expect(all.length).toBeGreaterThan(0);
  expect(all.filter(([, version]) => !exact.test(version))).toEqual([]);
});

/** AWS publishes a client only after changes, so releases of clients differ; only their common part counts. */
test('the clients of AWS share one core, which functions hold once', async () => {
  const { packages } = await readJson('package-lock.json');
  const cores = Object.keys(packages).filter((path) => /(?:^|\/)@(?:aws-sdk|smithy)\/core$/.test(path));
  expect(cores.toSorted()).toEqual(['node_modules/@aws-sdk/core', 'node_modules/@smithy/core']);
});
