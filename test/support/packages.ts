/** The packages of this repository as npm installs them: from tarballs, without a link to this repository. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanUp } from './clean-up.ts';
import { npm } from './nested-tests.ts';
import { repository } from './repository.ts';

/** @returns the tarballs of `npm run pack`. They are deleted after the tests of the file. */
export async function packPackages(): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-packages-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const args = [join(repository, '.ci/pack.ts'), folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: repository });
  return stdout.trim().split('\n');
}

/** Installs tarballs, and what they depend on: from the cache of npm where it has that. */
export async function installPackages(project: string, tarballs: readonly string[]): Promise<void> {
  await npm(project, ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs]);
}
