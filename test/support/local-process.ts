/** `npm start` in its own process and its own project. The caller ends it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repository } from './repository.ts';

/** A copy of this project as a clone has it, with the packages that are installed here. */
export async function copyRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-local-'));
  for (const part of ['descriptors', 'handlers', 'lib', 'package.json', 'serverless.yml', 'tsconfig.json']) {
    await cp(join(repository, part), join(folder, part), { recursive: true });
  }
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Sets the member `headwater` of a project's package.json. */
export async function writeSettings(folder: string, settings: object): Promise<void> {
  const path = join(folder, 'package.json');
  const content: object = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...content, headwater: settings }, null, 2));
}

export interface LocalRun {
  readonly child: ChildProcess;
  /** Everything that it has printed so far. */
  output(): string;
  /** Resolves with the exit code; null when a signal ended it. */
  readonly exited: Promise<number | null>;
}

/** Runs lib/local/start.ts, as the npm scripts do. */
export function spawnLocal(folder: string, args: readonly string[]): LocalRun {
  const child = spawn(process.execPath, ['lib/local/start.ts', ...args], { cwd: folder });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output: () => output, exited };
}

/** Resolves when the start-up screen is there. @throws Error when the process ends before. */
export async function untilStarted(run: LocalRun): Promise<void> {
  const ended = run.exited.then((code) => {
    throw new Error(`It ended with exit code ${code}:\n${run.output()}`);
  });
  await Promise.race([until(() => run.output().includes('Ctrl-C')), ended]);
  // After that, the test itself waits for the end.
  ended.catch(() => undefined);
}

/**
 * Polls for an event in another process, which may be closing its connections.
 * Gives up with a description before the test times out.
 */
export async function until(isDone: () => boolean | Promise<boolean>, describe = () => ''): Promise<void> {
  const isDoneNow = async () => isDone();
  for (let tries = 0; !(await isDoneNow().catch(() => false)); tries++) {
    if (tries > 4_000) throw new Error(`It did not come about.\n${describe()}`);
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
