/** The release before this one, from the history of this repository. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanUp } from './clean-up.ts';
import { linkPackages } from './link-packages.ts';
import { repository } from './repository.ts';

const run = promisify(execFile);

/** The release before: the newest tag `v*` of an earlier commit, or the commit that this file names as long as there is none. */
export async function previousRelease(): Promise<string> {
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^').catch(() => undefined);
  return (await tag) ?? readFile(join(repository, 'test/project/first-release.txt'), 'utf8').then(trim);
}

/** Whether the clone has the commit. A shallow one may lack it, and an archive of the sources has none. */
export async function hasCommit(commit: string): Promise<boolean> {
  const found = git('cat-file', '-e', `${commit}^{commit}`);
  return found.then(
    () => true,
    () => false,
  );
}

export async function isShallow(): Promise<boolean> {
  const answer = git('rev-parse', '--is-shallow-repository');
  return answer.then(
    (text) => text === 'true',
    () => true,
  );
}

/** The sources of a commit, with the packages that this repository has installed. */
export async function checkOut(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-previous-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const archive = join(folder, 'sources.tar');
  await git('archive', '--output', archive, commit);
  await run('tar', ['-xf', archive, '-C', folder]);
  await linkPackages(folder);
  return folder;
}

async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', [...args], { cwd: repository });
  return trim(stdout);
}

const trim = (text: string) => text.trim();
