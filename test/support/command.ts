/** `npx headwater`, as npm runs it. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { service } from '#service';
import { commandsOf } from '../../lib/tools/cli/run-command.ts';
import type { CommandEntry } from '../../lib/tools/commands/command-line.ts';
import { repository } from './repository.ts';

export interface CommandRun {
  readonly exitCode: number;
  readonly output: string;
  readonly complaint: string;
}

/** @param environment added to the environment of this process. */
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

/** A command in this process. It throws CommandError. */
export function commandNamed(wanted: string): CommandEntry['run'] {
  const command = commandsOf(service).find(({ declaration: { name } }) => name === wanted);
  if (!command) throw new Error(`There is no command ${wanted}.`);
  return command.run;
}
