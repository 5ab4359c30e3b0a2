/** Tells when something that a build reads has changed. */

import { once } from 'node:events';
import { join } from 'node:path';
import { watch } from 'chokidar';

/** A save is often several events: an editor writes, renames and touches. The watcher's own wait for that is 100 ms. */
const settleMs = 30;

/**
 * Resolves when every change from then on will be told.
 *
 * @param paths files, and folders with all that is in them, below the project.
 */
export async function watchFiles(
  projectFolder: string,
  paths: readonly string[],
  onChange: () => void,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const watched = paths.map((path) => join(projectFolder, path));
  const watcher = watch(watched, { ignoreInitial: true, atomic: false }).on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, settleMs);
  });
  await once(watcher, 'ready');
}
