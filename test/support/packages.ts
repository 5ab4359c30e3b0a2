/**
 * The packages of this repository as npm installs them: from tarballs, without a link to this repository. They are packed and installed
 * once in a run of the tests, since both take longer than most tests.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { whileLocked } from '../../lib/headwater/compile/project-lock.ts';
import { headwater } from './command.ts';
import { npm } from './nested-tests.ts';
import { repository } from './repository.ts';

const run = promisify(execFile);

/**
 * Gives a project the packages that `npm install` gives a new one, as hard links: a test that changes a file of them replaces it.
 *
 * @throws Error if they are not those that its package.json names.
 */
export async function installFramework(project: string): Promise<void> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  await run('cp', ['-al', join(await newProject(), 'node_modules'), project]);
  await npm(project, ['ls', ...Object.keys({ ...dependencies, ...devDependencies })]);
}

/** @returns the folder of the programs that the package brings, for the PATH. */
export async function installedPrograms(): Promise<string> {
  return join(await newProject(), 'node_modules/.bin');
}

/** As pnpm does: code of the project sees the packages that its package.json names, and none that these bring. */
export async function installIsolated(project: string): Promise<void> {
  await installPackages(project, ['--install-strategy=linked', await tarballOf('headwater')]);
}

/** Installs the engine, and nothing else. */
export async function installEngine(project: string): Promise<void> {
  await installPackages(project, [await tarballOf('headwater-ingest')]);
}

async function newProject(): Promise<string> {
  const parent = await once('installed', async (folder) => {
    const { complaint, exitCode } = await headwater(folder, ['new', 'project']);
    if (exitCode !== 0) throw new Error(complaint);
    await installPackages(join(folder, 'project'), [await tarballOf('headwater')]);
  });
  return join(parent, 'project');
}

/** Installs tarballs, and what they depend on: from the cache of npm where it has that. */
export async function installPackages(project: string, args: readonly string[]): Promise<void> {
  await npm(project, ['install', '--prefer-offline', '--no-audit', '--no-fund', ...args]);
}

/** @param name `headwater-0.1.0.tgz` is named `headwater`. */
async function tarballOf(name: string): Promise<string> {
  const tarballs = await packPackages();
  const tarball = tarballs.find((path) => basename(path).replace(/-\d.*/, '') === name);
  if (tarball === undefined) throw new Error(`npm run pack has made no tarball of ${name}.`);
  return tarball;
}

/**
 * @param source the folder of this repository, or of an earlier commit.
 * @returns the tarballs of `npm run pack`.
 */
export async function packPackages(source = repository): Promise<readonly string[]> {
  const packed = await once(`packed-${basename(source)}`, async (folder) => {
    await run(process.execPath, [join(source, '.ci/pack.ts'), folder], { cwd: source });
  });
  const names = await readdir(packed);
  return names.filter((name) => name.endsWith('.tgz')).map((name) => join(packed, name));
}

/** Test files run side by side: the first one makes the folder, and the others wait for it. */
function once(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const made = join(inject('runFolder'), name);
  return whileLocked(made, async () => {
    if (existsSync(made)) return made;
    const unfinished = `${made}-unfinished`;
    await mkdir(unfinished, { recursive: true });
    await make(unfinished);
    await rename(unfinished, made);
    return made;
  });
}
