/**
 * A new resource is one descriptor and one handler per operation (docs/headwater/resources.md), a new type of preprocessor one file
 * and its row in the table (lib/service/CONTRIBUTING.md). The tests that list the operations or the types of this project pass with
 * them, unchanged.
 */

import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesIn } from '../../support/documentation.ts';
import { linkPackages } from '../../support/link-packages.ts';
import { npm, runTests } from '../../support/nested-tests.ts';
import { writeFiles } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import { addNewType, readNewType } from '../support/new-type.ts';

/** What a clone does not have. */
const made = new Set(['.data', '.generated', '.git', '.serverless', 'node_modules']);

let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'headwater-newcomer-'));
  await cp(repository, project, { recursive: true, filter: (path) => !made.has(basename(path)) });
  await linkPackages(project);
});
afterAll(() => rm(project, { recursive: true, force: true, maxRetries: 10 }));

/** They enumerate operations, models or types of preprocessors, or compare what a page says of them. */
const concerned = [
  'service/access/every-operation',
  'service/documents',
  'service/function/catalogue',
  'service/openapi/document',
  'ingest/models',
];

test('no test has to change for the type of lib/service/CONTRIBUTING.md and the resource of docs/headwater/resources.md', {
  tags: ['project'],
}, async () => {
  await addNewType(project, await readNewType());
  for (const command of ['models', 'documents']) await npm(project, ['run', command]);
  // After these commands: a resource needs none of them.
  const page = await readFile(join(repository, 'docs/headwater/resources.md'), 'utf8');
  const files = new Map([...filesIn(page)].filter(([path]) => path.includes('greeting')));
  expect([...files.keys()]).toEqual(['descriptors/greeting.json', 'handlers/greeting/read.ts']);
  await writeFiles(project, Object.fromEntries(files));
  const { numPassedTests, failed } = await runTests(project, concerned);
  // As one text, since vitest shortens a list.
  expect(failed.join('\n')).toBe('');
  expect(numPassedTests).toBeGreaterThan(50);
});
