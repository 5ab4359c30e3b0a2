/** `npm start` for the tests of one file; it ends with them. */

import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { afterAll } from 'vitest';
import { copyRepository, freePort, type LocalRun, spawnLocal, untilStarted } from './local-process.ts';

const folders: string[] = [];
const processes: ChildProcess[] = [];

afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 10 })));
});

/** A copy of this project as a clone has it, with the packages that are installed here. */
export async function copyProject(): Promise<string> {
  const folder = await copyRepository();
  folders.push(folder);
  return folder;
}

export interface LocalService extends LocalRun {
  readonly origin: string;
  readonly port: number;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Runs lib/local/start.ts, as the npm scripts do. */
export function runLocal(folder: string, args: readonly string[]): LocalRun {
  const run = spawnLocal(folder, args);
  processes.push(run.child);
  return run;
}

/** Resolves when the start-up screen is there. */
export async function startLocal(folder: string, args: readonly string[] = []): Promise<LocalService> {
  const port = await freePort();
  const run = runLocal(folder, ['--port', String(port), ...args]);
  await untilStarted(run);
  const origin = `http://localhost:${port}`;
  return { ...run, port, origin, fetch: (path, init) => fetch(`${origin}${path}`, init) };
}
