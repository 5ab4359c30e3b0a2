/**
 * Bundles of earlier builds of this process, for `npm run dev`: of a service
 * of 300 functions a change of one line concerns a few. What is kept is only
 * used while every file that went into it, or could have, holds what it held
 * then, so that a build gives the same bytes with it and without.
 */

import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { type EmittedFiles, generatedFolder } from '../emit/generated-files.ts';

/** One function's part of a result of esbuild. */
export interface KnownBundle {
  readonly content: Uint8Array;
  readonly output: Metafile['outputs'][string];
  /** All files that the entry imports, directly or through others, used or not. */
  readonly inputs: Metafile['inputs'];
}

interface Remembered extends KnownBundle {
  readonly fingerprints: ReadonlyMap<string, string>;
}

/** By project and function: a process builds one project, tests build many. */
const remembered = new Map<string, ReadonlyMap<string, Remembered>>();

/** What decides where an import leads, beside the files themselves. */
const resolutionFiles = ['package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];

/** The bundles of the last build of which nothing has changed, by function. */
export async function unchangedBundles(
  projectFolder: string,
  emitted: EmittedFiles,
): Promise<ReadonlyMap<string, KnownBundle>> {
  const fingerprintOf = fingerprints(projectFolder, emitted, Number.POSITIVE_INFINITY);
  const checked = [...(remembered.get(resolve(projectFolder)) ?? [])].map(async ([id, bundle]) => {
    const same = [...bundle.fingerprints].map(async ([path, known]) => (await fingerprintOf(path)) === known);
    return (await Promise.all(same)).every(Boolean) ? ([[id, bundle]] as const) : [];
  });
  return new Map((await Promise.all(checked)).flat());
}

/**
 * Keeps these bundles and none else of the project.
 *
 * @param since when esbuild began to read: what has changed since then may not be what it read.
 */
export async function rememberBundles(
  projectFolder: string,
  emitted: EmittedFiles,
  bundles: ReadonlyMap<string, KnownBundle>,
  since: number,
): Promise<void> {
  const fingerprintOf = fingerprints(projectFolder, emitted, since);
  const kept = [...bundles].map(async ([id, bundle]) => {
    const paths = [...Object.keys(bundle.inputs), ...resolutionFiles];
    const known = await Promise.all(paths.map(async (path) => [path, await fingerprintOf(path)] as const));
    return known.some(([, fingerprint]) => fingerprint === changedMeanwhile)
      ? []
      : ([[id, { ...bundle, fingerprints: new Map(known) }]] as const);
  });
  remembered.set(resolve(projectFolder), new Map((await Promise.all(kept)).flat()));
}

const changedMeanwhile = 'changed meanwhile';

/** Each file is read once. */
function fingerprints(
  projectFolder: string,
  emitted: EmittedFiles,
  since: number,
): (path: string) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (path) => {
    const found = known.get(path) ?? fingerprint(projectFolder, emitted, path, since);
    known.set(path, found);
    return found;
  };
}

async function fingerprint(
  projectFolder: string,
  emitted: EmittedFiles,
  path: string,
  since: number,
): Promise<string> {
  const prefix = `${generatedFolder}/`;
  if (path.startsWith(prefix)) return hash('sha256', emitted.get(path.slice(prefix.length)) ?? '');
  // A module that a plugin of this build makes up: always the same.
  if (/^[a-z-]{2,}:/.test(path)) return '';
  const file = resolve(projectFolder, path);
  const content = await readFile(file).catch(() => undefined);
  if (!content) return 'no such file';
  return (await stat(file)).mtimeMs < since ? hash('sha256', content) : changedMeanwhile;
}
