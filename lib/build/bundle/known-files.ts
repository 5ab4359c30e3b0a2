/** The files of a folder, and what they contain. */

import type { Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export type Content = string | Uint8Array;

/** Remembers the content of files, so that only those that somebody has touched are read again. */
export class KnownFiles {
  readonly #known = new Map<string, { readonly stamp: string; readonly content: Content }>();

  /** Whether the file at `path` has this content. */
  async holds(path: string, content: Content): Promise<boolean> {
    const stamp = fileStamp(await stat(path));
    const known = this.#known.get(path);
    if (known?.stamp === stamp) return isSame(known.content, content);
    const isHeld = Buffer.from(content).equals(await readFile(path));
    if (isHeld) this.#known.set(path, { stamp, content });
    return isHeld;
  }

  /** To be called after a file was written. */
  async remember(path: string, content: Content): Promise<void> {
    this.#known.set(path, { stamp: fileStamp(await stat(path)), content });
  }
}

/** Differs after every change of the file, whoever makes it. */
export function fileStamp({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return [mtimeMs, ctimeMs, size, ino].join(' ');
}

function isSame(one: Content, other: Content): boolean {
  return one === other || Buffer.from(one).equals(Buffer.from(other));
}

/** Paths below the folder, with `/`, sorted. Empty when the folder does not exist. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory());
  return files
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted();
}
