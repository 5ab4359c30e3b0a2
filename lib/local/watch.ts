/** Tells when something that a build reads has changed. */

import { join } from 'node:path';
import { watch } from 'chokidar';

/** A save is often several events: an editor writes, renames and touches. The watcher's own wait for that is 100 ms. */
const settleMs = 30;

/** @param paths files, and folders with all that is in them, below the project. */
export function watchFiles(projectFolder: string, paths: readonly string[], onChange: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  const watched = paths.map((path) => join(projectFolder, path));
  watch(watched, { ignoreInitial: true, atomic: false }).on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, settleMs);
  });
}
