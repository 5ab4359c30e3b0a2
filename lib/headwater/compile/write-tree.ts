/** Makes a folder contain exactly the given files: writes changed files and deletes stale ones. */

import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Content, listFiles, unchangedFiles } from './bundle/known-files.ts';

/** A file made from others. It is made again only if one of them was written, or if it is missing. */
export interface DerivedFile {
  readonly from: readonly string[];
  readonly make: () => Content;
}

export interface WrittenTree {
  readonly written: readonly string[];
  readonly deleted: readonly string[];
}

type Files = ReadonlyMap<string, Content | DerivedFile>;

/** @param files Paths below the folder, with `/`; a derived file comes after its sources. */
export async function writeTree(folder: string, files: Files): Promise<WrittenTree> {
  const present = new Set(await listFiles(folder));
  const written = await writeChanged(folder, files, present);
  const deleted = [...present].filter((path) => !files.has(path));
  // A file of an interrupted build may have been written anew.
  for (const path of deleted) await rm(join(folder, path), { force: true });
  if (deleted.length > 0) await removeEmptyFolders(folder);
  return { written, deleted };
}

/** @param present The files of the folder, where `files` has derived ones. @returns what was written. */
export async function writeChanged(
  folder: string,
  files: Files,
  present: ReadonlySet<string> = new Set(),
): Promise<readonly string[]> {
  const upToDate = await unchangedFiles(folder, files);
  const written: string[] = [];
  for (const [path, content] of files) {
    const isDerived = typeof content === 'object' && 'make' in content;
    if (isDerived && present.has(path) && !content.from.some((source) => written.includes(source))) continue;
    if (upToDate.has(path)) continue;
    const made = isDerived ? content.make() : content;
    await writeWhole(join(folder, path), made);
    written.push(path);
  }
  return written;
}

/** Writes to a temporary name first, so that readers get either the old content or the new one, never a part. */
async function writeWhole(path: string, content: Content): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

/** A folder is where a file is to be, or a file where a folder is to be. */
const inTheWay: readonly string[] = ['EISDIR', 'EEXIST', 'ENOTDIR'];

/** Describes a build that could not write, in one sentence. Undefined for any other error, which is a bug. */
export function describeWriteFailure(error: unknown): string | undefined {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || path === undefined) return undefined;
  const remedy = inTheWay.includes(code)
    ? 'remove what is in its place'
    : "make the project's folder writable";
  return `The build cannot write ${path.replace(/\.new$/, '')} (${code}); ${remedy}.`;
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
