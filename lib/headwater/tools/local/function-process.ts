/** A process that loads and runs functions of the build. A new process replaces it for a new build. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { siblingModule } from '../../shared/sibling-module.ts';
import { CommandError } from '../command-line/command-line.ts';
import { localTableName } from './local-table.ts';
import { functionFlags, type Offline, type OfflineOptions, restartable } from './offline.ts';
import { plainVariables } from './plain-variables.ts';

interface FunctionProcess extends Pick<OfflineOptions, 'projectFolder' | 'inspectPort' | 'environment'> {
  /** The module of this folder that it runs, without its ending. It sends a message when it is ready. */
  readonly script: string;
  readonly arguments: readonly string[];
}

/** @throws CommandError if the process ends before it is ready. */
export async function startFunctionProcess(options: FunctionProcess): Promise<Offline> {
  const environment = {
    ...(await plainVariables(options.projectFolder)),
    TABLE_NAME: localTableName,
    ...options.environment,
  };
  // Functions keep the modules that they have loaded, so a new build needs a new process.
  return restartable(() => startProcess(options, environment));
}

async function startProcess(
  { projectFolder, script, arguments: given, inspectPort }: FunctionProcess,
  environment: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const child = fork(siblingModule(import.meta.url, script), given, {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    execArgv: functionFlags(inspectPort),
  });
  const isReady = await Promise.race([
    once(child, 'message').then(() => true),
    once(child, 'exit').then(() => false),
  ]);
  if (!isReady) throw new CommandError(`${script} ended while it started.`, 1);
  return child;
}
