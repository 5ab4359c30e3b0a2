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

/** Where programs, settings and the registry of npm are, also behind a proxy or an authority of a company's own. */
const outer =
  /^(?:PATH|HOME|(?:https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|npm_config_(?:registry|cafile))$/i;

/** The environment of a nested command, without the variables by which vitest and npm tell their programs what they are. */
export function outerEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => outer.test(name)));
}

/** @throws Error with the output if it fails. */
export function npm(project: string, args: readonly string[]): Promise<unknown> {
  return promisify(execFile)('npm', args, { cwd: project, env: outerEnvironment(), maxBuffer: 1e8 });
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
