/**
 * Bundles of earlier builds: of a service of 300 functions, a change of one line
 * concerns a few. A bundle is used again only while every file that went into
 * it, or could have, is unchanged. So a build gives the same bytes with
 * known bundles and without.
 */

import { resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { type Fingerprints, fingerprintsOf, resolutionFiles, type Sources } from './known-files.ts';

/** One function's part of a result of esbuild. */
export interface KnownBundle {
  readonly content: Uint8Array;
  readonly sourceMap?: Uint8Array;
  readonly output: Metafile['outputs'][string];
  /** All files that the entry imports, directly or through others, used or not. */
  readonly inputs: Metafile['inputs'];
}

/** The bundles of the last build of one project. */
export class KnownBundles {
  #bundles: ReadonlyMap<string, KnownBundle> = new Map();
  #fingerprints: Fingerprints = new Map();
  #projectFolder = '';

  /** The bundles whose sources have not changed, by function. */
  async unchanged(sources: Sources): Promise<ReadonlyMap<string, KnownBundle>> {
    if (resolve(sources.projectFolder) !== this.#projectFolder) return new Map();
    const current = await fingerprintsOf([...this.#fingerprints.keys()], sources, Number.POSITIVE_INFINITY);
    const isSame = (path: string) => current.get(path) === this.#fingerprints.get(path);
    if (!resolutionFiles.every(isSame)) return new Map();
    return new Map([...this.#bundles].filter(([, { inputs }]) => Object.keys(inputs).every(isSame)));
  }

  /**
   * Keeps these bundles and forgets all others.
   *
   * @param since when esbuild began to read: a file that has changed since then may not be what it read.
   */
  async remember(sources: Sources, bundles: ReadonlyMap<string, KnownBundle>, since: number): Promise<void> {
    const paths = [...bundles.values()].flatMap(({ inputs }) => Object.keys(inputs));
    this.#fingerprints = await fingerprintsOf([...paths, ...resolutionFiles], sources, since);
    this.#bundles = bundles;
    this.#projectFolder = resolve(sources.projectFolder);
  }
}
