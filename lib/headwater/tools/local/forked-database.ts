/**
 * The database of `npm start` in a process of its own, so that the data it has read does
 * not add to the memory of a command that reads the whole table.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { siblingModule } from '../../shared/sibling-module.ts';
import { CommandError } from '../command-line/command-line.ts';
import type { LocalDatabase } from './database.ts';
import type { DatabaseReply } from './database-process.ts';

/**
 * Flags of Node.js. The engine makes many short-lived objects for each item. With the flags, a table of 100,000 items
 * takes 150 MB instead of 260.
 */
const engineFlags = ['--max-semi-space-size=4', '--heap-growing-percent=50'];

/** @throws CommandError if the folder cannot be written, its data cannot be read, or another process uses it. */
export async function forkDatabase(folder: string, tableName: string): Promise<LocalDatabase> {
  const child = fork(siblingModule(import.meta.url, 'database-process'), [folder, tableName], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: engineFlags,
  });
  const ended = once(child, 'exit');
  const replied = once(child, 'message').then(([message]) => message as DatabaseReply);
  const reply = await Promise.race([replied, ended.then(() => undefined)]);
  const close = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
  if (reply && 'environment' in reply) return { environment: reply.environment, close };
  await close();
  throw new CommandError(reply?.refusal ?? `The local database ended while it opened ${folder}.`, 1);
}
