/** Tells when something that a build reads has changed. */

import { watch } from 'node:fs';
import { join } from 'node:path';

/** A save is often several events: an editor writes, renames and touches. */
const settleMs = 30;

/** @param paths files, and folders with all that is in them, below the project. */
export function watchFiles(projectFolder: string, paths: readonly string[], onChange: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const path of paths) {
    watch(join(projectFolder, path), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(onChange, settleMs);
    });
  }
}
