/**
 * The process that `forkDatabase` starts: the local database. It ends when its parent
 * ends, for whatever reason, because the channel between them then closes.
 */

import { CommandError } from '../command-line/command-line.ts';
import type { LocalDatabase } from './database.ts';
import { refuseOtherHosts } from './loopback-hosts.ts';
import type { TableChange } from './table-stream.ts';

/** What the parent gets: first how to reach the database, or why it cannot be opened; then its changes, if it wants them. */
export type DatabaseMessage =
  | Pick<LocalDatabase, 'environment'>
  | { readonly refusal: string }
  | { readonly change: TableChange };

let database: LocalDatabase | undefined;
const end = () => void (database?.close() ?? Promise.resolve()).finally(() => process.exit());
process.on('disconnect', end);
// Ctrl-C reaches every process of the terminal. The parent ends this one.
process.on('SIGINT', () => undefined);
// The parent may have ended before this process could notice.
if (!process.connected) end();

refuseOtherHosts();
const [folder = '', tableName = '', wanted] = process.argv.slice(2);
try {
  // Imported here, since it takes most of the time in which the parent may end.
  const { openDatabase } = await import('./database.ts');
  const onChange = (change: TableChange) => send({ change });
  database = await openDatabase(folder, tableName, wanted === 'changes' ? onChange : undefined);
  send({ environment: database.environment });
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  send({ refusal: error.message });
}

/** The parent may have ended. */
function send(message: DatabaseMessage): void {
  process.send?.(message, () => undefined);
}
