/** A process that loads and runs functions of the build. A new process replaces it for a new build. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { siblingModule } from '../../shared/sibling-module.ts';
import { CommandError } from '../command-line/command-line.ts';
import type { InvokeReply } from './background-process.ts';
import { compileCache } from './compile-cache.ts';
import { localTableName } from './local-table.ts';
import {
  functionFlags,
  type OfflineOptions,
  type Running,
  restartable,
  sendTo,
  type Variables,
} from './offline.ts';
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

/** What a call of a function has come to. `interrupted`: its process has ended. */
export type Invoked =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'failed' | 'interrupted' };

export interface Background extends Running {
  invoke(id: string, event: object): Promise<Invoked>;
}

/** The process of schedules and consumers. @throws CommandError if it ends before it is ready. */
export async function startBackground(
  options: Omit<FunctionProcess, 'script' | 'arguments'>,
  variables: Variables,
): Promise<Background> {
  const script = { ...options, script: 'background-process', arguments: [] };
  let current: ChildProcess | undefined;
  const waiting = new Map<number, (invoked: Invoked) => void>();
  const running = await restartable(async (given) => {
    const child = await startProcess(script, given);
    child.on('message', (reply: InvokeReply) => waiting.get(reply.call)?.(invokedOf(reply)));
    child.once('exit', () => {
      for (const settle of waiting.values()) settle({ kind: 'interrupted' });
    });
    current = child;
    return child;
  }, variables);
  let calls = 0;
  return {
    ...running,
    invoke: async (id, event) => {
      if (!current?.connected) return { kind: 'interrupted' };
      const call = ++calls;
      const { promise, resolve } = Promise.withResolvers<Invoked>();
      waiting.set(call, resolve);
      sendTo(current, { kind: 'invoke', call, id, event });
      return promise.finally(() => waiting.delete(call));
    },
  };
}

function invokedOf({ payload }: InvokeReply): Invoked {
  return payload === undefined ? { kind: 'failed' } : { kind: 'returned', value: JSON.parse(payload) };
}

async function startProcess(
  { projectFolder, script, arguments: given, inspectPort }: FunctionProcess,
  variables: Variables,
): Promise<ChildProcess> {
  const declared = await plainVariables(projectFolder, { ...process.env, ...variables });
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
