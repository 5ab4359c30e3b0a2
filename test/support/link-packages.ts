/** Installed packages for a copy of this repository. */

import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './repository.ts';

const installed = join(repository, 'node_modules');

/** The packages of the workspaces, and their program: in a copy, those of its own lib/, as after `npm ci`. */
const own: Readonly<Record<string, string>> = {
  headwater: '../lib/headwater',
  '@headwater/ingest': '../../lib/ingest',
  '.bin/headwater': '../headwater/bin/headwater.cjs',
};

/** @param folder It has the folder lib/. */
export async function linkPackages(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules');
  const open = ['.bin', '@headwater'];
  for (const part of ['', ...open]) {
    await mkdir(join(packages, part), { recursive: true });
    for (const name of await readdir(join(installed, part))) {
      const path = join(part, name);
      if (!open.includes(path) && !Object.hasOwn(own, path))
        await symlink(join(installed, path), join(packages, path));
    }
  }
  for (const [path, target] of Object.entries(own))
    if (existsSync(join(packages, path, '..', target))) await symlink(target, join(packages, path));
}
