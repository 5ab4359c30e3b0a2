import { execFile } from 'node:child_process';

interface TestRun {
  readonly exitCode: number;
  /** In TAP. */
  readonly output: string;
}

/** Runs test files of a project by the test runner of Node.js, which this process is. */
export function runTests(
  folder: string,
  paths: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<TestRun> {
  const args = ['--test', '--test-reporter=tap', ...paths];
  // Without what this test runner tells the processes that it starts.
  const { PATH, TMPDIR } = process.env;
  const env = { PATH, TMPDIR, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, output, complaint) =>
      resolve({ exitCode: error ? 1 : 0, output: `${output}${complaint}` }),
    );
  });
}
