/** A process that loads and runs functions of the build. A new process replaces it for a new build. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { siblingModule } from '../../shared/sibling-module.ts';
import { CommandError } from '../command-line/command-line.ts';
import { compileCache } from './compile-cache.ts';
import { localTableName } from './local-table.ts';
import { functionFlags, type OfflineOptions, type Running, restartable, type Variables } from './offline.ts';
import { plainVariables } from './plain-variables.ts';

interface FunctionProcess extends Pick<OfflineOptions, 'projectFolder' | 'inspectPort'> {
  /** The module of this folder that it runs, without its ending. It sends a message when it is ready. */
  readonly script: string;
  readonly arguments: readonly string[];
}

/** @throws CommandError if the process ends before it is ready. */
export function startFunctionProcess(options: FunctionProcess, variables: Variables): Promise<Running> {
  // Functions keep the modules that they have loaded, so a new build needs a new process.
  return restartable((given) => startProcess(options, given), variables);
}

async function startProcess(
  { projectFolder, script, arguments: given, inspectPort }: FunctionProcess,
  variables: Variables,
): Promise<ChildProcess> {
  const declared = await plainVariables(projectFolder);
  const child = fork(siblingModule(import.meta.url, script), given, {
    cwd: projectFolder,
    env: { ...compileCache(), ...process.env, ...declared, TABLE_NAME: localTableName, ...variables },
    execArgv: functionFlags(inspectPort),
  });
  const isReady = await Promise.race([
    once(child, 'message').then(() => true),
    once(child, 'exit').then(() => false),
  ]);
  if (!isReady) throw new CommandError(`${script} ended while it started.`, 1);
  return child;
}
