/**
 * CONTRIBUTING.md: a new resource is one descriptor and one handler per operation, a new type of preprocessor one file and its
 * lines in the registry; and `npm test` passes with them.
 */

import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { filesIn } from '../../support/documentation.ts';
import { npm, runTests } from '../../support/nested-tests.ts';
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

test('npm test passes with the resource of CONTRIBUTING.md', { tags: ['long', 'random'] }, async () => {
  const page = await readFile(join(repository, 'CONTRIBUTING.md'), 'utf8');
  const files = new Map([...filesIn(page)].filter(([path]) => path.includes('greeting')));
  expect([...files.keys()]).toEqual(['descriptors/greeting.json', 'handlers/greeting/read.ts']);
  for (const [path, content] of files) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), content);
  }
  const { numPassedTests, failed } = await runTests(
    project,
    concerned.slice(0, amount({ few: 0, many: concerned.length, most: 0 })),
  );
  // As one text, since vitest shortens a list.
  expect(failed.join('\n')).toBe('');
  expect(numPassedTests).toBeGreaterThan(amount({ few: 0, many: 400, most: 5_000 }));
});

test('the tests pass with the type of preprocessor of lib/service/CONTRIBUTING.md', {
  tags: ['long'],
}, async () => {
  await addNewType(project, await readNewType());
  for (const command of ['models', 'documents']) await npm(project, ['run', command]);
  const { numPassedTests, failed } = await runTests(project, concernedByTypes);
  expect(failed.join('\n')).toBe('');
  expect(numPassedTests).toBeGreaterThan(300);
});

/**
 * Tests whose result may change with a new resource, since they read the descriptors of the project or the files of its
 * build. All others run in `npm run test:most`.
 */
const concerned = [
  ...[
    'service/access/every-operation',
    'access/slash-paths',
    'aws/budget',
    'service/aws/roles',
    'service/documents',
    'service/function/api-docs',
  ],
  ...['function/bundle-contents', 'function/head', 'service/function/reference', 'function/runtime-plan'],
  ...[
    'function/trailing-slash',
    'openapi',
    'service/openapi',
    'project',
    'service/project',
    'types',
    'service/types',
  ],
];

const concernedByTypes = [
  ...['check', 'models', 'types'].map((name) => `service/preprocessors/${name}`),
  ...[
    'service/documents',
    'service/function/catalogue',
    'service/function/preprocessors',
    'service/project/boundaries',
    'project/folders',
  ],
];
