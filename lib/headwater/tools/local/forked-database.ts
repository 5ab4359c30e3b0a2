/**
 * The database of `npm start` in a process of its own. So it responds while the service is built, and the data that it
 * has read do not add to the memory of a command that reads the whole table.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { siblingModule } from '../../shared/sibling-module.ts';
import { CommandError } from '../command-line/command-line.ts';
import type { LocalDatabase } from './database.ts';
import type { DatabaseMessage } from './database-process.ts';
import type { OnChange } from './table-stream.ts';

export interface ForkedDatabase extends LocalDatabase {
  /** When its process has ended, on request or not. */
  readonly ended: Promise<unknown>;
}

/**
 * Flags of Node.js. The engine makes many short-lived objects for each item. With the flags, a table of 100,000 items
 * takes 150 MB instead of 260.
 */
const engineFlags = ['--max-semi-space-size=4', '--heap-growing-percent=50'];

/**
 * @param onChange gets each change of an item.
 * @throws CommandError if the folder cannot be written, its data cannot be read, or another process uses it.
 */
export async function forkDatabase(
  folder: string,
  tableName: string,
  onChange?: OnChange,
): Promise<ForkedDatabase> {
  const options = [folder, tableName, ...(onChange ? ['changes'] : [])];
  const child = fork(siblingModule(import.meta.url, 'database-process'), options, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: engineFlags,
  });
  const ended = once(child, 'exit');
  const replied = Promise.withResolvers<DatabaseMessage>();
  child.on('message', (message: DatabaseMessage) => {
    if ('change' in message) onChange?.(message.change);
    else replied.resolve(message);
  });
  const reply = await Promise.race([replied.promise, ended.then(() => undefined)]);
  const close = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
  if (reply && 'environment' in reply) return { environment: reply.environment, ended, close };
  await close();
  const refusal = reply && 'refusal' in reply ? reply.refusal : undefined;
  throw new CommandError(refusal ?? `The local database ended while it opened ${folder}.`, 1);
}
