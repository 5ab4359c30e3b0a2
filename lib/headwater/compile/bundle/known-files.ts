/** What earlier builds have left: the files of a folder, what they contain, and the bundles whose files are the same. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Metafile } from 'esbuild';
import type { ProjectNames } from '../../shared/project-names.ts';
import { type EmittedFiles, generatedFolder } from '../emit/wiring/generated-files.ts';
import type { BundleForm } from './bundle.ts';
import type { LazyFiles } from './lazy-modules.ts';

export type Content = string | Uint8Array;

/** Finds the files of a folder that have this content already. Content that is not made yet has none. @returns their paths. */
export async function unchangedFiles(
  folder: string,
  files: Iterable<readonly [path: string, content: Content | object]>,
): Promise<ReadonlySet<string>> {
  const compared = [...files].map(async ([path, content]) => {
    if (typeof content !== 'string' && !(content instanceof Uint8Array)) return [];
    const present = await readFile(join(folder, path)).catch(() => undefined);
    return present?.equals(Buffer.from(content)) ? [path] : [];
  });
  return new Set((await Promise.all(compared)).flat());
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
const resolutionFiles = ['package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];

/** Path below the project -> what differs after each change. */
export type Fingerprints = ReadonlyMap<string, string | undefined>;

const generatedPrefix = `${generatedFolder}/`;

/** A module that a plugin of the bundler makes up never changes. */
const isMadeUp = (path: string) => /^[a-z-]{2,}:/.test(path);

/** False for modules that plugins make up, and for generated files. */
export function isSourceFile(path: string): boolean {
  return !isMadeUp(path) && !path.startsWith(generatedPrefix);
}

/** Whether a file with this time may have changed since then: the clock of a file system is some milliseconds late. */
export function mayHaveChanged(ctimeMs: number, since: number): boolean {
  return ctimeMs >= since - 20;
}

/**
 * The state of these files, and of those that decide what an import means.
 *
 * @param since ms since 1970. A file that may have changed since then has no fingerprint.
 */
export async function fingerprintsOf(
  paths: readonly string[],
  sources: Sources,
  since: number,
): Promise<Fingerprints> {
  const read = [...new Set([...paths, ...resolutionFiles])].map(
    async (path) => [path, await fingerprint(path, sources, since)] as const,
  );
  return new Map(await Promise.all(read));
}

async function fingerprint(
  path: string,
  { projectFolder, emitted }: Sources,
  since: number,
): Promise<string | undefined> {
  if (path.startsWith(generatedPrefix)) return emitted.get(path.slice(generatedPrefix.length));
  if (isMadeUp(path)) return '';
  const stats = await stat(resolve(projectFolder, path)).catch(() => undefined);
  if (!stats) return 'no such file';
  const { mtimeMs, ctimeMs, size, ino } = stats;
  return mayHaveChanged(ctimeMs, since) ? undefined : [mtimeMs, ctimeMs, size, ino].join(' ');
}

/** Whether all of these files are as they were. */
export async function isUnchanged(fingerprints: Fingerprints, sources: Sources): Promise<boolean> {
  const now = await fingerprintsOf([...fingerprints.keys()], sources, Number.POSITIVE_INFINITY);
  return [...now].every(([path, print]) => print !== undefined && print === fingerprints.get(path));
}

/** One function's part of a result of esbuild. */
export interface KnownBundle {
  readonly form: BundleForm;
  readonly names: ProjectNames;
  readonly content: Uint8Array;
  readonly sourceMap?: Uint8Array;
  readonly output: Metafile['outputs'][string];
  /** All files that the entry imports, directly or through others, used or not. */
  readonly inputs: Metafile['inputs'];
}

/**
 * The bundles of the last build of one project: of a service of 300 functions, a change of one line concerns a few. A bundle
 * is used again only while every file that went into it, or could have, is unchanged. So a build gives the same bytes with
 * known bundles and without.
 */
export class KnownBundles {
  #bundles: ReadonlyMap<string, KnownBundle> = new Map();
  #fingerprints: Fingerprints = new Map();
  readonly lazyFiles: LazyFiles = new Map();

  /** All files that went into the bundles, or could have: paths below the project. */
  inputs(): readonly string[] {
    return [...this.#fingerprints.keys()];
  }

  /** The bundles whose sources have not changed, by function. */
  async unchanged(sources: Sources): Promise<ReadonlyMap<string, KnownBundle>> {
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
    this.#fingerprints = await fingerprintsOf(paths, sources, since);
    this.#bundles = bundles;
  }
}

/** What a result was made from: paths below the project, and the value. */
interface MadeFrom<Value> {
  readonly value: Value;
  readonly paths: readonly string[];
}

/** A result of the last build, made anew only after a change of one of the files that it was made from. */
export class KnownResult<Value> {
  #known: { readonly value: Value; readonly listed: string; readonly fingerprints: Fingerprints } | undefined;

  /** @param listed names of files: with other ones, the result is made anew, too. */
  async of(
    projectFolder: string,
    listed: readonly string[],
    make: () => Promise<MadeFrom<Value>>,
  ): Promise<Value> {
    const sources = { projectFolder, emitted: new Map() };
    const names = JSON.stringify(listed);
    const known = this.#known;
    if (known?.listed === names && (await isUnchanged(known.fingerprints, sources))) return known.value;
    const since = Date.now();
    const { value, paths } = await make();
    this.#known = { value, listed: names, fingerprints: await fingerprintsOf(paths, sources, since) };
    return value;
  }
}

/** The result of the last call of a pure function, for a further call with the same arguments. */
export class LastResult<Value> {
  #last: { readonly given: readonly unknown[]; readonly value: Value } | undefined;

  of(given: readonly unknown[], make: () => Value): Value {
    const last = this.#last;
    if (last && given.every((each, index) => each === last.given[index])) return last.value;
    const value = make();
    this.#last = { given, value };
    return value;
  }
}
