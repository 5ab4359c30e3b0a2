/** The files of a folder, and what they hold. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export type Content = string | Uint8Array;

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

/** Remembers what this process has just written. */
export async function rememberContent(path: string, content: Content): Promise<void> {
  seen.set(path, { stamp: await stampOf(path), content });
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
