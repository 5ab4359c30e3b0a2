/** The files of modules that processes and threads run. */

import { extname, join } from 'node:path';

/**
 * A module of the framework beside the one that names it: TypeScript in the repository, JavaScript in the package, like this one.
 *
 * @example siblingModule(import.meta.dirname, 'database-process')
 */
export function siblingModule(folder: string, name: string): string {
  return join(folder, `${name}${extname(import.meta.filename)}`);
}
