/** CONTRIBUTING.md: a new resource is one descriptor and one handler per operation, and `npm test` passes with it. */

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '../support/amount.ts';
import { filesIn } from '../support/documentation.ts';
import { repository } from '../support/repository.ts';

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
  const files = filesIn(await readFile(join(repository, 'CONTRIBUTING.md'), 'utf8'));
  expect([...files.keys()]).toEqual(['descriptors/greeting.json', 'handlers/greeting/read.ts']);
  for (const [path, content] of files) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), content);
  }
  const { numPassedTests, failed } = await runTests();
  // As one text, since vitest shortens a list.
  expect(failed.join('\n')).toBe('');
  expect(numPassedTests).toBeGreaterThan(amount({ few: 0, many: 400, most: 5_000 }));
});

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/**
 * Tests whose result may change with a new resource, since they read the descriptors of the project or the files of its
 * build. All others run in `npm run test:most`.
 */
const concerned = [
  ...[
    'access/every-operation',
    'access/slash-paths',
    'aws/budget',
    'aws/roles',
    'documents',
    'function/api-docs',
  ],
  ...['function/bundle-contents', 'function/head', 'function/reference', 'function/runtime-plan'],
  ...['function/trailing-slash', 'openapi', 'project', 'types'],
];

/** `npm test` in the copy. */
async function runTests(): Promise<{ numPassedTests: number; failed: string[] }> {
  const reportPath = join(project, 'report.json');
  const parts = concerned.slice(0, amount({ few: 0, many: concerned.length, most: 0 }));
  const args = [
    'test',
    '--',
    '--maxWorkers=2',
    ...parts.map((part) => `test/${part}`),
    '--reporter=json',
    `--outputFile=${reportPath}`,
  ];
  // Without the variables by which vitest identifies its workers.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const outcome = promisify(execFile)('npm', args, { cwd: project, env, maxBuffer: 1e8 });
  // A failed test is in the report, which says more.
  await outcome.catch(() => undefined);
  const { numPassedTests, testResults }: Report = JSON.parse(await readFile(reportPath, 'utf8'));
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((each) => each.status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join('\n')}`);
    return status === 'failed' ? [`${name}: ${tests.join('\n') || message}`] : [];
  });
  return { numPassedTests, failed };
}
