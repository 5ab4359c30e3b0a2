/**
 * What a function needs for some requests alone is a file `*.later.ts`, imported by `import('./x.later.ts')`. It becomes
 * a bundle of its own, which the function loads when it needs it: it starts without it. Functions may share such a
 * module; the archive of each has it.
 */

import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { reachable } from '../../shared/reachable.ts';
import { bundlePath, generatedFolder } from '../emit/wiring/generated-files.ts';

/** Bundles are siblings, in the folder of the build and in archives. */
const importedBundle = /^\.\.\/([^/]+)\/index\.mjs$/;

export function lateModules(projectFolder: string): Plugin {
  // The framework may be elsewhere, behind a link.
  const lib = realpathSync(join(projectFolder, 'lib'));
  return {
    name: 'late-modules',
    setup({ onResolve }) {
      onResolve({ filter: /\.later\.ts$/ }, ({ path, kind, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        if (!path.startsWith('.'))
          return { errors: [{ text: `${path} is loaded later: write its path relative to this file` }] };
        const target = join(resolveDir, path);
        const file = target.startsWith(lib + sep)
          ? join('lib', relative(lib, target))
          : relative(resolve(projectFolder), target);
        return { path: `../${idOf(file.replaceAll(sep, '/'))}/index.mjs`, external: true };
      });
    },
  };
}

/** @example idOf('lib/text/client.later.ts') // 'lib~text~client.later', which is the id of no function */
function idOf(file: string): string {
  return file.replace(/\.ts$/, '').replaceAll('/', '~');
}

/** The file of a module that is loaded later, below the project. */
export function lateFile(id: string): string {
  return `./${id.replaceAll('~', '/')}.ts`;
}

/** Adds the bundles that these load later, directly or not. */
export function withLate(
  ids: readonly string[],
  outputOf: (id: string) => Metafile['outputs'][string] | undefined,
): string[] {
  const lateOf = (id: string) =>
    outputOf(id)?.imports.flatMap(({ path }) => importedBundle.exec(path)?.[1] ?? []);
  return [...reachable(ids, (id) => lateOf(id) ?? [])];
}

/** The files of the modules that a function loads later, directly or not: below the project. */
export function lateFilesOf({ outputs }: Metafile, id: string): readonly string[] {
  return withLate([id], (one) => outputs[`${generatedFolder}/${bundlePath(one)}`]).map(lateFile);
}
