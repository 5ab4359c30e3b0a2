/** One build of a project at a time, of all processes: two would write the same files. */

import { hash, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const retryMs = 50;

/** Waits until no other process builds the project. */
export async function whileLocked<T>(projectFolder: string, run: () => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `headwater-build-${hash('sha256', projectFolder).slice(0, 16)}`);
  try {
    while (!(await take(path))) await wait(retryMs);
  } catch (error) {
    // A build that may write nothing disturbs no other one.
    if (!mayNotWrite(error)) throw error;
    return run();
  }
  try {
    return await run();
  } finally {
    await rm(path, { force: true });
  }
}

/** The lock names its process. A link appears with its content, so nobody reads a part of the name. */
async function take(path: string): Promise<boolean> {
  const own = `${path}-${randomUUID()}`;
  await writeFile(own, String(process.pid));
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = await readFile(path, 'utf8').catch(() => undefined);
    // A process that was killed has left it.
    if (holder !== undefined && !isRunning(Number(holder))) await rm(path, { force: true });
    return false;
  } finally {
    await rm(own, { force: true }).catch(() => undefined);
  }
}

function mayNotWrite(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ERR_ACCESS_DENIED', 'EACCES', 'EROFS'].includes(code);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user runs, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
