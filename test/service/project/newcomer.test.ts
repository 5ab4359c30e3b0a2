/**
 * CONTRIBUTING.md: a new resource is one descriptor and one handler per operation, a new type of preprocessor one file and its row
 * in the table; and `npm test` passes with them.
 */

import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { filesIn } from '../../support/documentation.ts';
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
  await symlink(join(repository, 'node_modules'), join(project, 'node_modules'));
});
afterAll(() => rm(project, { recursive: true, force: true, maxRetries: 10 }));

test('npm test passes with the type of lib/service/CONTRIBUTING.md and the resource of CONTRIBUTING.md', {
  tags: ['long', 'random'],
}, async () => {
  await addNewType(project, await readNewType());
  for (const command of ['models', 'documents']) await npm(project, ['run', command]);
  // After these commands: a resource needs none of them.
  const page = await readFile(join(repository, 'CONTRIBUTING.md'), 'utf8');
  const files = new Map([...filesIn(page)].filter(([path]) => path.includes('greeting')));
  expect([...files.keys()]).toEqual(['descriptors/greeting.json', 'handlers/greeting/read.ts']);
  await writeFiles(project, Object.fromEntries(files));
  const { numPassedTests, failed } = await runTests(
    project,
    concerned.slice(0, amount({ few: 0, many: concerned.length, most: 0 })),
  );
  // As one text, since vitest shortens a list.
  expect(failed.join('\n')).toBe('');
  expect(numPassedTests).toBeGreaterThan(amount({ few: 0, many: 700, most: 5_000 }));
});

/**
 * Tests whose result may change: they read the descriptors of the project, the files of its build, or its types of
 * preprocessors. All others run in `npm run test:most`.
 */
const concerned = [
  'access/slash-paths',
  'aws/budget',
  'function/bundle-contents',
  'function/head',
  'function/runtime-plan',
  'function/trailing-slash',
  'openapi',
  'project',
  'service/access/every-operation',
  'service/aws/roles',
  'service/documents',
  'service/function/api-docs',
  'service/function/catalogue',
  'service/function/preprocessors',
  'service/function/reference',
  'service/openapi',
  'service/preprocessors/check',
  'service/preprocessors/models',
  'service/preprocessors/types',
  'service/project',
  'service/types',
  'types',
];
