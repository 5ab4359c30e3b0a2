/** `npx headwater`, as npm runs it. */

import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import config from '../../headwater.config.ts';
import { configFile } from '../../lib/headwater/config/load-config.ts';
import type { CommandEntry } from '../../lib/headwater/shared/command-declaration.ts';
import { commandsOf } from '../../lib/headwater/tools/cli/run-command.ts';
import { repository } from './repository.ts';

export interface CommandRun {
  readonly exitCode: number;
  readonly output: string;
  readonly complaint: string;
}

/** As the package has it. */
export const headwaterProgram = join(repository, 'lib/headwater/bin/headwater.cjs');

/**
 * Runs the program in the folder of a project.
 *
 * @param environment added to the environment of this process.
 * @param program The default is in the repository.
 */
export function headwater(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  program = headwaterProgram,
): Promise<CommandRun> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: folder, env: { ...process.env, ...environment } },
      (error, output, complaint) => done({ exitCode: error ? Number(error.code) : 0, output, complaint }),
    );
  });
}

/** Gives a folder the config of this project: commands that run there know what it stores. */
export function linkConfig(folder: string): Promise<void> {
  return symlink(join(repository, configFile), join(folder, configFile));
}

/** A command in this process. It throws CommandError. */
export function commandNamed(wanted: string): CommandEntry['run'] {
  const command = commandsOf(config).find(({ declaration: { name } }) => name === wanted);
  if (!command) throw new Error(`There is no command ${wanted}.`);
  return command.run;
}
