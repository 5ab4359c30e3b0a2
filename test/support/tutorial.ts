/** The project of docs/headwater/tutorial.md. */

import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUp } from './clean-up.ts';
import { headwater } from './command.ts';
import { filesIn } from './documentation.ts';
import { repository } from './repository.ts';

export interface Tutorial {
  readonly page: string;
  /** What `npx headwater new` has made, with the installed packages. */
  readonly folder: string;
  /** The files that the page shows, in its order. */
  readonly files: ReadonlyMap<string, string>;
}

/** Makes the project in a new folder, as the first step of the page does. */
export async function startTutorial(): Promise<Tutorial> {
  const page = await readFile(join(repository, 'docs/headwater/tutorial.md'), 'utf8');
  const parent = await mkdtemp(join(tmpdir(), 'headwater-tutorial-'));
  cleanUp(() => rm(parent, { recursive: true, force: true, maxRetries: 10 }));
  const folder = join(parent, 'bookmarks');
  const { exitCode, complaint } = await headwater(parent, ['new', 'bookmarks']);
  if (exitCode !== 0) throw new Error(complaint);
  // In place of `npm install`: the framework as it is now, with its packages.
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const [, removed = ''] = /^rm -r (.*)$/m.exec(page) ?? [];
  for (const path of removed.split(' ')) await rm(join(folder, path), { recursive: true });
  // The second word of a console block is not a path.
  const files = [...filesIn(page)].filter(([path]) => /[/.]/.test(path));
  return { page, folder, files: new Map(files) };
}
