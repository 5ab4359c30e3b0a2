/** `npx headwater`, as npm runs it. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { repository } from './repository.ts';

export interface CommandRun {
  readonly exitCode: number;
  readonly output: string;
  readonly complaint: string;
}

/** @param environment beside that of this process. */
export function headwater(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  const command = join(repository, 'lib/tools/cli/headwater.ts');
  return new Promise((done) => {
    execFile(
      process.execPath,
      [command, ...args],
      { cwd: folder, env: { ...process.env, ...environment } },
      (error, output, complaint) => done({ exitCode: error ? Number(error.code) : 0, output, complaint }),
    );
  });
}
