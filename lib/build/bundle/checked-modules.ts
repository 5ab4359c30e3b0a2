/**
 * The modules of the last type checks without errors. Of a service of 300
 * functions, a change of one line concerns a few: only functions that import a
 * changed module, directly or through others, are checked again.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  emittedPath,
  type Fingerprints,
  fingerprintsOf,
  resolutionFiles,
  type Sources,
} from './known-files.ts';

/** Module -> the modules that it imports, for their types alone or not. */
export type ModuleImports = ReadonlyMap<string, readonly string[]>;

/** A declaration for modules that do not import it. */
const ambient = /\bdeclare\s+(?:global|module)\b/;

/** Modules are named by their paths below the project, with `/`. */
export class CheckedModules {
  #projectFolder = '';
  #importsOf: ModuleImports = new Map();
  #fingerprints: Fingerprints = new Map();
  #ambient: ReadonlySet<string> = new Set();

  /** Selects the modules whose types may depend on a change since the last check. */
  async findStale(modules: readonly string[], sources: Sources): Promise<readonly string[]> {
    if (sources.projectFolder !== this.#projectFolder || this.#ambient.size > 0) return modules;
    const current = await fingerprintsOf([...this.#fingerprints.keys()], sources, Number.POSITIVE_INFINITY);
    const isChanged = (path: string) =>
      current.get(path) === undefined || current.get(path) !== this.#fingerprints.get(path);
    const changed = [...this.#fingerprints.keys()].filter(isChanged);
    if (changed.some((path) => resolutionFiles.includes(path))) return modules;
    if ((await findAmbient(changed, sources)).length > 0) return modules;
    return modules.filter((path) => reachable(path, this.#importsOf).some(isChanged));
  }

  /**
   * To be called after a check without errors.
   *
   * @param importsOf every module that was read, with its imports.
   * @param since ms since 1970, when the check began: a file changed since then may not be what was checked.
   * @returns whether one of the modules declares something for those that do not import it.
   */
  async remember(importsOf: ModuleImports, sources: Sources, since: number): Promise<boolean> {
    const isSameProject = sources.projectFolder === this.#projectFolder;
    const known: Fingerprints = isSameProject ? this.#fingerprints : new Map();
    const read = await fingerprintsOf([...importsOf.keys(), ...resolutionFiles], sources, since);
    const changed = [...importsOf.keys()].filter((path) => known.get(path) !== read.get(path));
    this.#ambient = new Set(await findAmbient(changed, sources));
    this.#fingerprints = new Map([...known, ...read]);
    this.#importsOf = new Map([...(isSameProject ? this.#importsOf : []), ...importsOf]);
    this.#projectFolder = sources.projectFolder;
    return this.#ambient.size > 0;
  }
}

function reachable(module: string, importsOf: ModuleImports): readonly string[] {
  const reached = new Set([module]);
  // The loop also visits members that it adds to the set.
  for (const each of reached) for (const imported of importsOf.get(each) ?? []) reached.add(imported);
  return [...reached];
}

async function findAmbient(paths: readonly string[], { projectFolder }: Sources): Promise<readonly string[]> {
  const written = paths.filter((path) => emittedPath(path) === undefined);
  const texts = written.map((path) => readFile(join(projectFolder, path), 'utf8').catch(() => ''));
  const read = await Promise.all(texts);
  return written.filter((_path, index) => ambient.test(read[index] ?? ''));
}
