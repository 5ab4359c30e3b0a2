/**
 * The process that `forkDatabase` starts: the local database. It ends when its parent
 * ends, for whatever reason, because the channel between them then closes.
 */

import { CommandError } from '../command-line/command-line.ts';
import type { LocalDatabase } from './database.ts';
import { refuseOtherHosts } from './loopback-hosts.ts';

/** The reply to the parent: how to reach the database, or why it cannot be opened. */
export type DatabaseReply = Pick<LocalDatabase, 'environment'> | { readonly refusal: string };

let database: LocalDatabase | undefined;
const end = () => void (database?.close() ?? Promise.resolve()).finally(() => process.exit());
process.on('disconnect', end);
// Ctrl-C reaches every process of the terminal. The parent ends this one.
process.on('SIGINT', () => undefined);
// The parent may have ended before this process could notice.
if (!process.connected) end();

refuseOtherHosts();
const [folder = '', tableName = ''] = process.argv.slice(2);
try {
  // Imported here, since it takes most of the time in which the parent may end.
  const { openDatabase } = await import('./database.ts');
  database = await openDatabase(folder, tableName);
  reply({ environment: database.environment });
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  reply({ refusal: error.message });
}

/** The parent may have ended. */
function reply(message: DatabaseReply): void {
  process.send?.(message, () => undefined);
}
