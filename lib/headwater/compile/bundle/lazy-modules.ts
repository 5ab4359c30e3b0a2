/**
 * What a function needs for some requests alone is a module that it imports by `import('./x.ts')`. Such a module becomes a bundle of
 * its own, which the function loads when it needs it: it starts without it. Functions may share the bundle; the archive of each
 * has it. It has its own copy of the modules that it imports.
 */

import { dirname, relative, resolve, sep } from 'node:path';
import type { Metafile, OnResolveResult, Plugin } from 'esbuild';
import { reachable } from '../../shared/reachable.ts';
import { bundlePath, functionPath, generatedFolder } from '../emit/wiring/generated-files.ts';

/** The files of lazy modules by the ids of their bundles, emitted ones as an import names them. */
export type LazyFiles = Map<string, string>;

/** In a package, behind a link, or in the project itself. */
const frameworkFolder = resolve(import.meta.dirname, '../..');

/** Code by its path, or by a name of the project. Data and packages stay in the bundle of the module that imports them. */
const ownModule = /^(?:\.\.?\/|#).*\.[cm]?[jt]sx?$/;

/** The default route contains the functions that it hands requests over to: they share its modules. */
const functionFolder = `${generatedFolder}/${dirname(functionPath(''))}/`;

const inPackage = /(?:^|\/)node_modules\//;

/** @param files gets those that the plugin finds. */
export function lazyModules(projectFolder: string, files: LazyFiles): Plugin {
  return {
    name: 'lazy-modules',
    setup({ onResolve, resolve: find }) {
      onResolve({ filter: ownModule }, async ({ path, kind, importer, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const found = await find(path, { importer, resolveDir, kind: 'import-statement' });
        if (found.errors.length > 0 || found.external) return found;
        const name = nameOf(found.path, projectFolder);
        return name === undefined ? undefined : lazyBundle(name, found.path, files);
      });
    },
  };
}

function lazyBundle(name: string, path: string, files: LazyFiles): OnResolveResult {
  const id = idOf(name);
  // What is emitted now is not in the folder yet.
  const emitted = `${generatedFolder}/`;
  const file = name.startsWith(emitted) ? `#generated/${name.slice(emitted.length)}` : path;
  const known = files.get(id) ?? file;
  if (known !== file) return { errors: [{ text: `${known} and ${file} would be one bundle: rename one` }] };
  files.set(id, file);
  return { path: `../${id}/index.mjs`, external: true };
}

/** The file below the project, or below the folder of the framework. Undefined for a module that stays in the bundle. */
function nameOf(path: string, projectFolder: string): string | undefined {
  const inFramework = relative(frameworkFolder, path).replaceAll(sep, '/');
  const inProject = relative(resolve(projectFolder), path).replaceAll(sep, '/');
  const isOfFramework = !inFramework.startsWith('../');
  if (isOfFramework) return `headwater/${inFramework}`;
  const isInBundle = inProject.startsWith(functionFolder) || inPackage.test(inProject);
  return isInBundle ? undefined : inProject;
}

/** @example idOf('lib/text/client.ts') // 'lib~text~client', which is the id of no function */
function idOf(file: string): string {
  const id = file.replace(/\.m?[jt]s$/, '').replaceAll('/', '~');
  return id.includes('~') ? id : `~${id}`;
}

/** Bundles are siblings, in the folder of the build and in archives. */
const importedBundle = /^\.\.\/([^/]+)\/index\.mjs$/;

type OutputOf = (id: string) => Metafile['outputs'][string] | undefined;

/** Adds the bundles that these load, directly or not. */
export function withLazy(ids: readonly string[], outputOf: OutputOf): string[] {
  const importsOf = (id: string) => (outputOf(id)?.imports ?? []).map(({ path }) => path);
  return [...reachable(ids, (id) => importsOf(id).flatMap((path) => importedBundle.exec(path)?.[1] ?? []))];
}

/** The names that the modules export which a function loads, directly or not. */
export function lazyExportsOf({ outputs }: Metafile, id: string): ReadonlySet<string> {
  const outputOf: OutputOf = (one) => outputs[`${generatedFolder}/${bundlePath(one)}`];
  const loaded = withLazy([id], outputOf).filter((one) => one !== id);
  return new Set(loaded.flatMap((one) => outputOf(one)?.exports ?? []));
}
