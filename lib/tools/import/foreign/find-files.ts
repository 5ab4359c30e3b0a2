/** Finds the files of a foreign folder whose names may be names of descriptors. */

import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { descriptorExtension } from '../../../build/source/read-file.ts';

/** Far more than any API has, but a limit for a home folder. */
const maxFiles = 2_000;
const maxFolders = 2_000;

export interface FoundFiles {
  /** Below the folder, with `/`; nearest to the root first, then by name. */
  readonly paths: readonly string[];
  /** There are more files than `paths`. */
  readonly isCut: boolean;
}

/**
 * Descriptors end in .json, .yaml or .yml, or have no ending. Skips node_modules,
 * hidden folders, and links to folders.
 *
 * @returns undefined if the folder itself cannot be read. Skips sub-folders that cannot be read.
 */
export async function findFiles(root: string): Promise<FoundFiles | undefined> {
  const first = await listFolder(root, '');
  if (!first) return undefined;
  const paths = [...first.files];
  const folders = [...first.folders];
  // The loop also visits folders that are added while it runs, so it goes level by level.
  for (const folder of folders) {
    const { files = [], folders: below = [] } = (await listFolder(root, folder)) ?? {};
    paths.push(...files);
    folders.push(...below);
    if (folders.length > maxFolders) break;
  }
  return { paths: paths.slice(0, maxFiles), isCut: paths.length > maxFiles || folders.length > maxFolders };
}

async function listFolder(
  root: string,
  folder: string,
): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] } | undefined> {
  const all = await readdir(join(root, folder), { withFileTypes: true }).catch(() => undefined);
  if (!all) return undefined;
  const entries = all
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const below = ({ name }: { readonly name: string }) => (folder === '' ? name : `${folder}/${name}`);
  return {
    files: entries.filter(isDescriptorLike).map(below),
    folders: entries.filter((entry) => entry.isDirectory()).map(below),
  };
}

/** A link may lead to a file. Its target is checked when it is read. */
function isDescriptorLike(entry: Dirent): boolean {
  const hasDescriptorName = descriptorExtension.test(entry.name) || !entry.name.includes('.');
  return hasDescriptorName && (entry.isFile() || entry.isSymbolicLink());
}
