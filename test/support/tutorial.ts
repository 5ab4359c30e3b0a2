/** The project of docs/headwater/tutorial.md. */

import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUp } from './clean-up.ts';
import { headwater } from './command.ts';
import { filesIn } from './documentation.ts';
import { writeFiles } from './project.ts';
import { repository } from './repository.ts';

export interface Tutorial {
  readonly page: string;
  /** What `npx headwater new` has made, with the installed packages. */
  readonly folder: string;
  /** The files that the page shows, in its order. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Writes the files of the project, with what docs/headwater/how-to.md adds to it: operations below the path of an item, and
 * their handlers.
 */
export async function writeExtended({ folder, files }: Tutorial): Promise<void> {
  const guides = filesIn(await readFile(join(repository, 'docs/headwater/how-to.md'), 'utf8'));
  const named = (prefix: string) => [...guides].filter(([path]) => path.startsWith(prefix));
  const path = 'descriptors/bookmark.json';
  const declaration: { readonly apis: readonly { operations: object[] }[] } = JSON.parse(
    files.get(path) ?? '',
  );
  const operations = named('operation/').map(([, text]) => JSON.parse(text));
  declaration.apis[1]?.operations.push(...operations);
  const handlers = named('handlers/');
  if (operations.length < 2 || handlers.length < 4) throw new Error('The guides add less than that.');
  await writeFiles(folder, { ...Object.fromEntries([...files, ...handlers]), [path]: declaration });
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
