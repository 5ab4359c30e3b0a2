/** Where tests make their temporary files. */

import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux keeps these files in memory. */
const memoryFolder = '/dev/shm';
/** Far more than all tests have there at once: a copy of the project with its build has 35 MB. */
const neededBytes = 3e9;

/**
 * Moves the temporary files of this process, and of those that it starts, into memory until it exits. Tests copy the
 * project, and build projects of their own, hundreds of times: on a disk that takes ten times the CPU. A folder that
 * the user has chosen stays; so does the usual one where memory is small, or must not run programs.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined) return;
  try {
    const folder = makeFolder();
    if (folder !== undefined) process.env['TMPDIR'] = folder;
  } catch {
    // The usual folder does, too.
  }
}

/** @throws Error if there is no such folder, or it must not run programs, as in many containers (noexec). */
function makeFolder(): string | undefined {
  const { bavail, bsize } = statfsSync(memoryFolder);
  if (Math.min(bavail * bsize, process.availableMemory()) < neededBytes) return undefined;
  const folder = mkdtempSync(join(memoryFolder, 'headwater-tests-'));
  process.once('exit', () => remove(folder));
  const program = join(folder, 'program');
  writeFileSync(program, '', { mode: 0o755 });
  accessSync(program, constants.X_OK);
  return folder;
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  } catch {
    // A process that a test has started still writes there: the result of the tests stays what it is.
  }
}
