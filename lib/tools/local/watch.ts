/** Watches the files that a build reads. */

import { once } from 'node:events';
import { join } from 'node:path';
import { watch } from 'chokidar';

/** One save may be several events: an editor writes, renames and touches. The watcher itself would wait 100 ms for them. */
const settleMs = 30;

/**
 * Resolves when every later change will be reported.
 *
 * @param paths files, and folders with their content, below the project.
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
