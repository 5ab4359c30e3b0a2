/**
 * Bundles of earlier builds: of a service of 300 functions, a change of one line
 * concerns a few. A bundle is used again only while every file that went into
 * it, or could have, has the same content. So a build gives the same bytes with
 * known bundles and without.
 */

import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { type EmittedFiles, generatedFolder } from '../emit/wiring/generated-files.ts';

/** One function's part of a result of esbuild. */
export interface KnownBundle {
  readonly content: Uint8Array;
  readonly sourceMap?: Uint8Array;
  readonly output: Metafile['outputs'][string];
  /** All files that the entry imports, directly or through others, used or not. */
  readonly inputs: Metafile['inputs'];
}

interface Remembered extends KnownBundle {
  readonly fingerprints: ReadonlyMap<string, string>;
}

/** The files from which esbuild bundles a project. */
export interface BundleSources {
  readonly projectFolder: string;
  readonly emitted: EmittedFiles;
}

/** Files that decide where an import leads, besides the imported files. */
const resolutionFiles = ['package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];

/** The bundles of the last build of one project. */
export class KnownBundles {
  #bundles: ReadonlyMap<string, Remembered> = new Map();
  #projectFolder = '';

  /** The bundles whose sources have not changed, by function. */
  async unchanged(sources: BundleSources): Promise<ReadonlyMap<string, KnownBundle>> {
    if (resolve(sources.projectFolder) !== this.#projectFolder) return new Map();
    const fingerprintOf = fingerprints(sources, Number.POSITIVE_INFINITY);
    const checked = [...this.#bundles].map(async ([id, bundle]) => {
      const same = [...bundle.fingerprints].map(
        async ([path, known]) => (await fingerprintOf(path)) === known,
      );
      return (await Promise.all(same)).every(Boolean) ? ([[id, bundle]] as const) : [];
    });
    return new Map((await Promise.all(checked)).flat());
  }

  /**
   * Keeps these bundles and forgets all others.
   *
   * @param since when esbuild began to read: a file that has changed since then may not be what it read.
   */
  async remember(
    sources: BundleSources,
    bundles: ReadonlyMap<string, KnownBundle>,
    since: number,
  ): Promise<void> {
    const fingerprintOf = fingerprints(sources, since);
    const kept = [...bundles].map(async ([id, bundle]) => {
      const paths = [...Object.keys(bundle.inputs), ...resolutionFiles];
      const known = await Promise.all(paths.map(async (path) => [path, await fingerprintOf(path)] as const));
      return known.some(([, fingerprint]) => fingerprint === changedMeanwhile)
        ? []
        : ([[id, { ...bundle, fingerprints: new Map(known) }]] as const);
    });
    this.#bundles = new Map((await Promise.all(kept)).flat());
    this.#projectFolder = resolve(sources.projectFolder);
  }
}

const changedMeanwhile = 'changed meanwhile';

/** Reads each file once. */
function fingerprints(sources: BundleSources, since: number): (path: string) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (path) => {
    const found = known.get(path) ?? fingerprint(sources, path, since);
    known.set(path, found);
    return found;
  };
}

async function fingerprint(
  { projectFolder, emitted }: BundleSources,
  path: string,
  since: number,
): Promise<string> {
  const prefix = `${generatedFolder}/`;
  if (path.startsWith(prefix)) return hash('sha256', emitted.get(path.slice(prefix.length)) ?? '');
  // A module that a plugin of this build makes up never changes.
  if (/^[a-z-]{2,}:/.test(path)) return '';
  const file = resolve(projectFolder, path);
  const content = await readFile(file).catch(() => undefined);
  if (!content) return 'no such file';
  return (await stat(file)).mtimeMs < since ? hash('sha256', content) : changedMeanwhile;
}
