/** The programs that docs/service/engine.md shows, in a folder where `@headwater/ingest` is installed. */

import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanUp } from './clean-up.ts';
import { filesIn } from './documentation.ts';
import { repository } from './repository.ts';

export const enginePage = await readFile(join(repository, 'docs/service/engine.md'), 'utf8');

const bin = join(repository, 'node_modules/.bin');

/** @param install gives the folder its packages: by default those of this repository. */
export async function writeEnginePage(install = linkPackages): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-'));
  cleanUp(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await install(folder);
  await copyFile(join(repository, 'docs/service/examples/access.log'), join(folder, 'access.log'));
  for (const [path, text] of filesIn(enginePage)) await writeFile(join(folder, path), text);
  return folder;
}

function linkPackages(folder: string): Promise<void> {
  return symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
}

/** @param command Its words have no spaces; the first one is `node`, or a program that npm has installed. */
export function runIn(folder: string, command: string) {
  const [program = '', ...args] = command.split(' ');
  const path = program === 'node' ? process.execPath : join(bin, program);
  return promisify(execFile)(path, args, { cwd: folder });
}

/** Makes the bundles of the page, by the command that it shows. */
export async function bundleEnginePage(folder: string): Promise<void> {
  const [, command = ''] = /^npx (esbuild .*)$/m.exec(enginePage) ?? [];
  await runIn(folder, command);
}
