/** Runs `npm start` for the tests of one file, and ends it after them. */

import { rm } from 'node:fs/promises';
import { cleanUp } from './clean-up.ts';
import { copyRepository, freePort, type LocalRun, spawnLocal, untilStarted } from './local-process.ts';

/** Copies this project as a fresh clone, with the installed packages. */
export async function copyProject(): Promise<string> {
  const folder = await copyRepository();
  cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

export interface LocalService extends LocalRun {
  readonly origin: string;
  readonly port: number;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Runs lib/tools/local/start.ts, as the npm scripts do. */
export function runLocal(folder: string, args: readonly string[]): LocalRun {
  const run = spawnLocal(folder, args);
  cleanUp(() => run.child.kill('SIGKILL'));
  return run;
}

/** Resolves when the start-up screen is printed. */
export async function startLocal(folder: string, args: readonly string[] = []): Promise<LocalService> {
  const port = await freePort();
  const run = runLocal(folder, ['--port', String(port), ...args]);
  await untilStarted(run);
  const origin = `http://localhost:${port}`;
  return { ...run, port, origin, fetch: (path, init) => fetch(`${origin}${path}`, init) };
}
