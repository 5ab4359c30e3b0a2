/** docs/headwater/testing.md, and the test of docs/headwater/tutorial.md: Node.js runs them as they are written, in the project of the tutorial. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../../support/documentation.ts';
import { writeFiles } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import { startTutorial } from '../../support/tutorial.ts';
import { runTests } from './run-tests.ts';

test('the tests of docs/headwater/testing.md and docs/headwater/tutorial.md pass', {
  tags: ['local'],
}, async () => {
  const { folder, files } = await startTutorial();
  const page = await readFile(join(repository, 'docs/headwater/testing.md'), 'utf8');
  const tests = new Map([...files, ...filesIn(page)].filter(([path]) => path.startsWith('test/')));
  expect([...tests.keys()]).toEqual(
    ['bookmark', 'bookmarks', 'access', 'clock', 'surroundings'].map((name) => `test/${name}.test.ts`),
  );
  await writeFiles(folder, Object.fromEntries([...files, ...tests]));
  const run = await runTests(folder, [...tests.keys()]);
  expect(run.output).toMatch(/^# pass 7$/m);
  expect([run.exitCode, run.output]).toEqual([0, expect.stringMatching(/^# fail 0$/m)]);
});

test('docs/headwater/testing.md names each option and each member', async () => {
  const page = await readFile(join(repository, 'docs/headwater/testing.md'), 'utf8');
  const source = await readFile(join(repository, 'lib/headwater/testing/test-service.ts'), 'utf8');
  const callers = await readFile(join(repository, 'lib/headwater/testing/callers.ts'), 'utf8');
  const exported = `${source}${callers}`.matchAll(/^export interface \w+.*\{\n((?: .*\n|\n)*)\}/gm);
  const members = [...exported].flatMap(([, body = '']) =>
    [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??(?:\(|:)/gm)].map(([, name = '']) => name),
  );
  const internal = new Set(['send', 'createClient']);
  const names = members.filter((name) => !internal.has(name));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});
