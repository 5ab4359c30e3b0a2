/** Makes a folder hold exactly the given files: writes what differs, deletes what is stale, leaves the rest alone. */

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

type Content = string | Uint8Array;

export interface WrittenTree {
  readonly written: readonly string[];
  readonly deleted: readonly string[];
}

export async function writeTree(folder: string, files: ReadonlyMap<string, Content>): Promise<WrittenTree> {
  const written: string[] = [];
  for (const [path, content] of files) {
    if (await holds(join(folder, path), content)) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
    written.push(path);
  }
  const deleted = (await listFiles(folder)).filter((path) => !files.has(path));
  for (const path of deleted) await rm(join(folder, path));
  await removeEmptyFolders(folder);
  return { written, deleted };
}

async function holds(path: string, content: Content): Promise<boolean> {
  const present = await readFile(path).catch(() => undefined);
  return present !== undefined && Buffer.from(content).equals(present);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted();
}

async function removeEmptyFolders(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true });
  const removed = await Promise.all(
    entries.map((entry) => entry.isDirectory() && removeEmptyFolders(join(folder, entry.name))),
  );
  const isEmpty = removed.every(Boolean);
  if (isEmpty) await rm(folder, { recursive: true });
  return isEmpty;
}
