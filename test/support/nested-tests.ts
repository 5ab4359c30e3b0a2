/** Runs npm and the tests of another project. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

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

/** Runs npm without the variables by which vitest tells its workers what they are. @throws Error with the output if it fails. */
export function npm(project: string, args: readonly string[]): Promise<unknown> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  return promisify(execFile)('npm', args, { cwd: project, env, maxBuffer: 1e8 });
}

/** `npm test`, of files whose paths begin with one of these parts. */
export async function runTests(
  project: string,
  parts: readonly string[],
): Promise<{ numPassedTests: number; failed: string[] }> {
  const reportPath = join(project, 'report.json');
  const args = [
    'test',
    '--',
    '--maxWorkers=2',
    ...parts.map((part) => `test/${part}`),
    '--reporter=json',
    `--outputFile=${reportPath}`,
  ];
  // A failed test is in the report, which says more.
  await npm(project, args).catch(() => undefined);
  const { numPassedTests, testResults }: Report = JSON.parse(await readFile(reportPath, 'utf8'));
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((each) => each.status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join('\n')}`);
    return status === 'failed' ? [`${name}: ${tests.join('\n') || message}`] : [];
  });
  return { numPassedTests, failed };
}
