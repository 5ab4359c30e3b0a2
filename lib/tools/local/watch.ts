/** Watches the files that a build reads. */

import { once } from 'node:events';
import { join } from 'node:path';
import { watch } from 'chokidar';

/** One save may cause several events, since editors write, rename and touch. The watcher's own default is 100 ms. */
const settleMs = 30;

/**
 * Resolves as soon as later changes will be reported.
 *
 * @param paths Files, and folders with their content, below the project.
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
