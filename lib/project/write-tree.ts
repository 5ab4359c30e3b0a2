/** Makes a folder hold exactly the given files: writes what differs, deletes what is stale, leaves the rest alone. */

import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

type Content = string | Uint8Array;

/** A file that is a function of another: made anew only when that one was written, or when it is missing itself. */
export interface DerivedFile {
  readonly from: string;
  readonly make: () => Content;
}

export interface WrittenTree {
  readonly written: readonly string[];
  readonly deleted: readonly string[];
}

/** @param files paths below the folder, with `/`; a derived file comes after the one that it is made from. */
export async function writeTree(
  folder: string,
  files: ReadonlyMap<string, Content | DerivedFile>,
): Promise<WrittenTree> {
  const present = new Set(await listFiles(folder));
  const upToDate = await findUpToDate(folder, files, present);
  const written: string[] = [];
  for (const [path, content] of files) {
    const isDerived = typeof content === 'object' && 'make' in content;
    if (isDerived && present.has(path) && !written.includes(content.from)) continue;
    if (upToDate.has(path)) continue;
    await writeWhole(join(folder, path), isDerived ? content.make() : content);
    written.push(path);
  }
  const deleted = [...present].filter((path) => !files.has(path));
  for (const path of deleted) await rm(join(folder, path));
  if (deleted.length > 0) await removeEmptyFolders(folder);
  return { written, deleted };
}

async function findUpToDate(
  folder: string,
  files: ReadonlyMap<string, Content | DerivedFile>,
  present: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const compared = [...files].map(async ([path, content]) => {
    if (!present.has(path) || (typeof content === 'object' && 'make' in content)) return [];
    return (await holds(join(folder, path), content)) ? [path] : [];
  });
  return new Set((await Promise.all(compared)).flat());
}

/** By way of another name: whoever reads the file meanwhile gets the old content or the new one, never half of it. */
async function writeWhole(path: string, content: Content): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
  seen.set(path, { stamp: await stampOf(path), content });
}

/** What files held when this process last looked, by path: of 2,000 files a build changes a few. */
const seen = new Map<string, { readonly stamp: string; readonly content: Content }>();

/** Whether the file at `path` has this content. It is read again only when it was touched. */
export async function holds(path: string, content: Content): Promise<boolean> {
  const stamp = await stampOf(path);
  const known = seen.get(path);
  if (known?.stamp === stamp) return isSame(known.content, content);
  const isHeld = Buffer.from(content).equals(await readFile(path));
  if (isHeld) seen.set(path, { stamp, content });
  return isHeld;
}

/** Another one after every change, also by another program. */
async function stampOf(path: string): Promise<string> {
  const { mtimeMs, ctimeMs, size, ino } = await stat(path);
  return [mtimeMs, ctimeMs, size, ino].join(' ');
}

function isSame(one: Content, other: Content): boolean {
  return one === other || Buffer.from(one).equals(Buffer.from(other));
}

/** Paths below the folder, with `/`; none where there is no folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
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
