/** Where tests make their temporary files. */

import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux keeps these files in memory. */
const memoryFolder = '/dev/shm';
/** Far more than all tests have there at once: a copy of the project with its build has 35 MB. */
const neededBytes = 3e9;

/**
 * Moves the temporary files of this process, and of those that it starts, into memory until it exits. Tests copy the
 * project, and build projects of their own, hundreds of times: on a disk that takes ten times the CPU. A folder that
 * the user has chosen stays; so does the usual one if there is little memory.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(memoryFolder, 'headwater-tests-'));
  process.env['TMPDIR'] = folder;
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    } catch {
      // A process that a test has started still writes there: the result of the tests stays what it is.
    }
  });
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return Math.min(bavail * bsize, process.availableMemory()) > neededBytes;
  } catch {
    return false;
  }
}
