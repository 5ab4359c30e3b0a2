/** Runs `npm start` in its own process and project. The caller ends it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import config from '../../headwater.config.ts';
import { linkPackages } from './link-packages.ts';
import { configText } from './project.ts';
import { repository } from './repository.ts';

/**
 * Copies this project as a fresh clone, with the installed packages.
 *
 * @param isBuilt with what this project has built: for copies whose sources stay as they are.
 */
export async function copyRepository({ isBuilt = false } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-local-'));
  const sources = ['descriptors', 'handlers', 'headwater.config.ts', 'lib', 'package.json', 'tsconfig.json'];
  for (const part of isBuilt ? [...sources, '.generated'] : sources) {
    // A fifth of the CPU of `cp`, for a thousand small files.
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  }
  await copyServerlessYml(folder);
  await linkPackages(folder);
  return folder;
}

/** Tests know their service by this name, whatever the project is called. The config has the parameters that the file reads. */
export async function copyServerlessYml(folder: string): Promise<void> {
  const text = await readFile(join(repository, 'serverless.yml'), 'utf8');
  await writeFile(join(folder, 'serverless.yml'), text.replace(/^service: .*$/m, 'service: headwater'));
  if (!existsSync(join(folder, 'headwater.config.ts'))) await writeSettings(folder, {});
}

/** Writes the config of a project. Its stages have the parameters of this project, and no pages. */
export async function writeSettings(folder: string, settings: object): Promise<void> {
  const stages = { default: config.stages?.['default'] };
  await writeFile(join(folder, 'headwater.config.ts'), configText({ stages, ...settings }));
}

/** Takes the pages out of the config of a copy of this project. */
export async function leavePagesOut(folder: string): Promise<void> {
  const path = join(folder, 'headwater.config.ts');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replaceAll(/^ {2}pages: \{\n.*\n {2}\},\n|^ {4}dev: \{ pages: .*\n/gm, ''));
}

export interface LocalRun {
  readonly child: ChildProcess;
  /** The output so far. */
  output(): string;
  /** Resolves with the exit code, or null if a signal ended the process. */
  readonly exited: Promise<number | null>;
}

/** Runs `headwater start`, as the npm scripts do: of the project's own lib/, or of the package that it has installed. */
export function spawnLocal(folder: string, args: readonly string[]): LocalRun {
  const own = join(folder, 'lib/headwater');
  const framework = existsSync(own) ? own : join(folder, 'node_modules/headwater');
  const program = join(framework, 'bin/headwater.cjs');
  const child = spawn(process.execPath, [program, 'start', ...args], { cwd: folder });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output: () => output, exited };
}

/** Waits for the start-up screen. @throws Error if the process exits before. */
export async function untilStarted(run: LocalRun): Promise<void> {
  const ended = run.exited.then((code) => {
    throw new Error(`The process ended with exit code ${code}:\n${run.output()}`);
  });
  await Promise.race([until(() => run.output().includes('Ctrl-C')), ended]);
  // Later exits are for the test to handle.
  ended.catch(() => undefined);
}

/**
 * Polls another process until a condition holds. An exception counts as "not yet".
 * Fails with a description after 200 s, before a hook times out.
 */
export async function until(isDone: () => boolean | Promise<boolean>, describe = () => ''): Promise<void> {
  const isDoneNow = async () => isDone();
  for (let tries = 0; !(await isDoneNow().catch(() => false)); tries++) {
    if (tries > 10_000) throw new Error(`The condition was never met.\n${describe()}`);
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

/** A port below the range of outgoing connections (RFC 6335, section 6), so that no connection takes it first. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  return (await isPortFree(port)) ? port : freePort();
}
