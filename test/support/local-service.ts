/** Runs `npm start` for the tests of one file, and ends it after them. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanUp } from './clean-up.ts';
import {
  copyRepository,
  freePort,
  type LocalRun,
  leavePagesOut,
  spawnLocal,
  untilStarted,
} from './local-process.ts';
import { listing, type ProjectFiles, thing, writeFiles } from './project.ts';

/** As `copyRepository`; deleted after the tests of the file. */
export async function copyProject(options = { isBuilt: false }): Promise<string> {
  const folder = await copyRepository(options);
  cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** For tests that start this project as it is. */
export function copyBuiltProject(): Promise<string> {
  return copyProject({ isBuilt: true });
}

/** This project with these files below descriptors/ and handlers/ in place of its own: it is built, and starts, faster. */
export async function copyProjectWith(files: ProjectFiles): Promise<string> {
  const folder = await copyProject();
  await Promise.all(['descriptors', 'handlers'].map((part) => rm(join(folder, part), { recursive: true })));
  await leavePagesOut(folder);
  await writeFiles(folder, { 'descriptors/api-docs.json': listing, ...files });
  return folder;
}

/** This project with one operation, `GET /v1/thing`. */
export function copySmallProject(): Promise<string> {
  return copyProjectWith({
    'descriptors/thing.json': thing(),
    'handlers/thing/read.ts': "export const handle = () => '';",
  });
}

export interface LocalService extends LocalRun {
  readonly origin: string;
  readonly port: number;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Runs `headwater start`, as the npm scripts do. */
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
