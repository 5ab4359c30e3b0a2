/** The files of a folder, what they contain, and whether they have changed since an earlier build. */

import type { Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { type EmittedFiles, generatedFolder } from '../emit/wiring/generated-files.ts';

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
function fileStamp({ mtimeMs, ctimeMs, size, ino }: Stats): string {
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

/** The files from which functions are checked and bundled. */
export interface Sources {
  readonly projectFolder: string;
  readonly emitted: EmittedFiles;
}

/** Files that decide what an import means, besides the imported modules. */
export const resolutionFiles = ['package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];

/** Path below the project -> what differs after each change. */
export type Fingerprints = ReadonlyMap<string, string | undefined>;

/** @param since ms since 1970. A file that has changed since then has no fingerprint. */
export async function fingerprintsOf(
  paths: readonly string[],
  sources: Sources,
  since: number,
): Promise<Fingerprints> {
  const read = [...new Set(paths)].map(
    async (path) => [path, await fingerprint(path, sources, since)] as const,
  );
  return new Map(await Promise.all(read));
}

async function fingerprint(
  path: string,
  { projectFolder, emitted }: Sources,
  since: number,
): Promise<string | undefined> {
  const below = emittedPath(path);
  if (below !== undefined) return emitted.get(below);
  // A module that a plugin of the bundler makes up never changes.
  if (/^[a-z-]{2,}:/.test(path)) return '';
  const stats = await stat(resolve(projectFolder, path)).catch(() => undefined);
  if (!stats) return 'no such file';
  return stats.ctimeMs < since ? fileStamp(stats) : undefined;
}

/** The path below the folder of generated files; undefined for another file. */
function emittedPath(path: string): string | undefined {
  const prefix = `${generatedFolder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}
