/** The project of docs/tutorial.md. */

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn } from './documentation.ts';
import { copyProject } from './local-service.ts';
import { repository } from './repository.ts';

export interface Tutorial {
  readonly page: string;
  /** A clone without its example resources. */
  readonly folder: string;
  /** The files that the page shows, in its order. */
  readonly files: ReadonlyMap<string, string>;
}

export async function startTutorial(): Promise<Tutorial> {
  const page = await readFile(join(repository, 'docs/tutorial.md'), 'utf8');
  const folder = await copyProject();
  for (const part of ['descriptors', 'handlers']) await rm(join(folder, part), { recursive: true });
  // The second word of a console block is not a path.
  const files = [...filesIn(page)].filter(([path]) => path.includes('/'));
  return { page, folder, files: new Map(files) };
}
