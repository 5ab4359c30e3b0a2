/** Each key of the differences names a suite. Each suite checks the names of its own cases. */

import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.ts';
import { adapted, differences } from './differences.ts';

test('every suite that is named exists', async () => {
  const texts: string[] = [];
  for await (const name of glob('*.test.ts', { cwd: import.meta.dirname }))
    texts.push(await readFile(join(import.meta.dirname, name), 'utf8'));
  const suites = texts.flatMap((text) =>
    [...text.matchAll(/(?:describeGateways|testTable|refuse)\(\s*'([^']*)'/g)].map(([, name]) => name),
  );
  expect(new Set(suites).size).toBe(suites.length);
  const named = [...adapted, ...Object.keys(differences)];
  expect(named.filter((name) => !suites.includes(name))).toEqual([]);
});

test('the document lists every reason with its first case', async () => {
  const text = await readFile(join(repository, 'docs/headwater/gateways.md'), 'utf8');
  const all = Object.entries(differences).flatMap(([suite, cases]) =>
    Object.entries(cases).map(([name, { reason }]) => ({ suite, name, reason })),
  );
  const firsts = all.filter(({ reason }, index) => all.findIndex((each) => each.reason === reason) === index);
  const rows = firsts.map(({ suite, name, reason }) => `- ${reason} For example: ${suite}, \`${name}\`.\n`);
  expect(text.slice(text.indexOf('\n- It'))).toBe(`\n${rows.join('')}`);
});
