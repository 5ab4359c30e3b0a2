/** The Markdown pages of the project. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './repository.ts';

/** Paths of the pages in the root, in docs/ and in lib/, relative to the root. Packages that an example has installed are not read. */
export async function markdownPages(): Promise<string[]> {
  const folders = await Promise.all([
    readdir(repository),
    ...['docs', 'lib'].map(async (folder) => {
      const names = await readdir(join(repository, folder), { recursive: true });
      return names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
    }),
  ]);
  return folders
    .flat()
    .filter((path) => path.endsWith('.md') && !path.includes('/node_modules/'))
    .sort();
}

/** Rows of a table: the codes in its first column, and its second column. */
export function codeRows(markdown: string): [codes: string[], second: string][] {
  return [...markdown.matchAll(/^\| (`.*?`) +\| (.*?) +\|/gm)].map(([, codes = '', second = '']) => [
    [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
    second,
  ]);
}
