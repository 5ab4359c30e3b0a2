import { type DatabaseFiles, loadTypes } from '@headwater/ingest';
import { writeLog } from 'headwater/log';

/** The files of the stage. */
const databases: DatabaseFiles = {
  read: async (name) => (await import('./database-folder.ts')).readDatabase(name),
  report: (database, message) => writeLog('ERROR', { database, message }),
};

/** Loads what the steps need, the databases of the stage included. To be called before they are compiled. */
export function loadSteps(configurations: unknown): Promise<void> {
  return loadTypes(configurations, { databases });
}
