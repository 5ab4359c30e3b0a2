/** Runs `npm start` for the tests of one file, and ends it after them. */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanUp } from './clean-up.ts';
import { copyRepository, freePort, type LocalRun, spawnLocal, untilStarted } from './local-process.ts';

/** Copies this project as a fresh clone, with the installed packages. */
export async function copyProject(): Promise<string> {
  const folder = await copyRepository();
  cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** This project with the operations of sources that tests call: all others would only take time to build. */
export async function copySourceProject(): Promise<string> {
  const folder = await copyProject();
  await keepPaths(folder, 'source', ['/source', '/source/{id}']);
  // Sources ask whether streams use them.
  await keepPaths(folder, 'stream', ['/stream']);
  return folder;
}

async function keepPaths(folder: string, resource: string, paths: readonly string[]): Promise<void> {
  const file = join(folder, 'descriptors', `${resource}.json`);
  const {
    'x-schedules': _schedules,
    'x-consumers': _consumers,
    apis,
    ...declaration
  } = JSON.parse(await readFile(file, 'utf8'));
  const kept = apis.filter(({ path }: { readonly path: string }) => paths.includes(path));
  await writeFile(file, JSON.stringify({ ...declaration, apis: kept }, null, 2));
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
