/** `npm start` as a person runs it: a process of its own, in a project of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { repository } from './repository.ts';

const folders: string[] = [];
const processes: ChildProcess[] = [];

afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 10 })));
});

/** A copy of this project as a clone has it, with the packages that are installed here. */
export async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-local-'));
  folders.push(folder);
  for (const part of ['descriptors', 'handlers', 'lib', 'package.json', 'serverless.yml', 'tsconfig.json']) {
    await cp(join(repository, part), join(folder, part), { recursive: true });
  }
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

export interface LocalRun {
  readonly child: ChildProcess;
  /** All that it has printed so far. */
  output(): string;
  /** Resolves with the exit code; null when a signal ended it. */
  readonly exited: Promise<number | null>;
}

export interface LocalService extends LocalRun {
  readonly origin: string;
  readonly port: number;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Runs lib/local/start.ts, as the npm scripts do. */
export function runLocal(folder: string, args: readonly string[]): LocalRun {
  const child = spawn(process.execPath, ['lib/local/start.ts', ...args], { cwd: folder });
  processes.push(child);
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output: () => output, exited };
}

/** Resolves when the start-up screen is there. */
export async function startLocal(folder: string, args: readonly string[] = []): Promise<LocalService> {
  const port = await freePort();
  const run = runLocal(folder, ['--port', String(port), ...args]);
  const ended = run.exited.then((code) => {
    throw new Error(`It ended with exit code ${code}:\n${run.output()}`);
  });
  await Promise.race([until(() => run.output().includes('Ctrl-C')), ended]);
  // Later its end is what the test is after.
  ended.catch(() => undefined);
  const origin = `http://localhost:${port}`;
  return { ...run, port, origin, fetch: (path, init) => fetch(`${origin}${path}`, init) };
}

/**
 * Polls: what is waited for happens in another process, which may just now be
 * closing its connections. Gives up, with what is known, before the test does.
 */
export async function until(isDone: () => boolean | Promise<boolean>, describe = () => ''): Promise<void> {
  const isDoneNow = async () => isDone();
  for (let tries = 0; !(await isDoneNow().catch(() => false)); tries++) {
    if (tries > 1_000) throw new Error(`It did not come about.\n${describe()}`);
    await sleep(20);
  }
}

export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server.listen(port, 'localhost'), 'listening').then(
    () => true,
    () => false,
  );
  const isFree = await listening;
  server.close();
  return isFree;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
