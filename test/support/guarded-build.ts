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

/** @param options of Node.js. */
export function runGuardedBuild(project: string, options: readonly string[] = []): Promise<GuardedRun> {
  const args = [
    '--permission',
    ...[...new Set(readable), project].map((path) => `--allow-fs-read=${path}`),
    `--import=${join(repository, 'test/support/no-sockets.ts')}`,
    ...options,
    join(repository, 'lib/project/main.ts'),
  ];
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      args,
      // Far longer than any refusal takes; ends a build that hangs.
      {
        cwd: project,
        env: { PATH: process.env.PATH },
        timeout: 60_000,
        killSignal: 'SIGKILL',
        maxBuffer: 1e8,
      },
      (_error, stdout, stderr) => done({ exitCode: child.exitCode, output: stdout + stderr }),
    );
  });
}
