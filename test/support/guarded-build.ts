/** Runs the build command in a process that may read the project, but not write or connect. */

import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.ts';

export interface GuardedRun {
  /** Null if the process was killed. */
  readonly exitCode: number | null;
  readonly output: string;
}

/** Readable paths; node_modules may be a link. */
const readable = [
  'lib',
  'node_modules',
  'package.json',
  'tsconfig.json',
  'test/support/no-sockets.ts',
].flatMap((path) => [join(repository, path), realpathSync(join(repository, path))]);

/**
 * @param options of Node.js.
 * @param signal ends a hanging build: the test's own signal, since a busy machine may take any time.
 * @throws Error if the process does not end by itself.
 */
export function runGuardedBuild(
  project: string,
  options: readonly string[] = [],
  signal?: AbortSignal,
): Promise<GuardedRun> {
  const args = [
    '--permission',
    ...[...new Set(readable), project].map((path) => `--allow-fs-read=${path}`),
    `--import=${join(repository, 'test/support/no-sockets.ts')}`,
    ...options,
    join(repository, 'lib/headwater/bin/headwater.cjs'),
    'build',
  ];
  return new Promise((done, fail) => {
    const child = execFile(
      process.execPath,
      args,
      {
        cwd: project,
        env: { PATH: process.env.PATH },
        killSignal: 'SIGKILL',
        maxBuffer: 1e8,
        ...(signal ? { signal } : {}),
      },
      (cause, stdout, stderr) => {
        const output = stdout + stderr;
        const { exitCode } = child;
        if (exitCode === null)
          fail(new Error(`The build did not end by itself. It printed: ${output}`, { cause }));
        else done({ exitCode, output });
      },
    );
  });
}
