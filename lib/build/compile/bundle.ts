/** Emitted sources and handlers -> one ES module per function, with nothing in it that the function does not use. */

import { resolve, sep } from 'node:path';
import { type BuildFailure, build, type Message, type Metafile, type Plugin } from 'esbuild';
import { bundlePath, type EmittedFiles, functionPath, generatedFolder } from '../emit/emitted.ts';
import type { Problem } from '../problem.ts';
import { leanDependencies } from './lean-dependencies.ts';

export interface Bundles {
  /** Path below the folder of generated files -> content. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly metafile: Metafile;
}

/** Nothing is read from or written to the folder of generated files: the sources come from `emitted`. */
export async function bundle(
  projectFolder: string,
  emitted: EmittedFiles,
  ids: readonly string[],
): Promise<{ readonly bundles?: Bundles; readonly problems: readonly Problem[] }> {
  const generated = resolve(projectFolder, generatedFolder);
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: resolve(projectFolder),
      entryPoints: ids.map((id) => ({
        in: `#generated/${functionPath(id)}`,
        out: bundlePath(id).replace(/\.mjs$/, ''),
      })),
      outdir: generated,
      outExtension: { '.js': '.mjs' },
      write: false,
      metafile: true,
      logLevel: 'silent',
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      // ES modules before CommonJS ones: they can be shaken.
      mainFields: ['module', 'main'],
      // Names stay, so that a stack in the log can be read.
      minifySyntax: true,
      minifyWhitespace: true,
      legalComments: 'none',
      plugins: [fromMemory(projectFolder, emitted), leanDependencies],
    });
    const files = outputFiles.map(
      ({ path, contents }) => [path.slice(generated.length + 1).replaceAll(sep, '/'), contents] as const,
    );
    return { bundles: { files: new Map(files), metafile }, problems: [] };
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (!errors) throw error;
    return { problems: errors.map(toProblem) };
  }
}

/** Resolves `#generated/…` to what was just emitted, whether or not a file of an earlier build is there. */
function fromMemory(projectFolder: string, emitted: EmittedFiles): Plugin {
  const folder = resolve(projectFolder, generatedFolder);
  return {
    name: 'emitted-files',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^#generated\// }, ({ path }) => ({
        path: resolve(folder, path.slice('#generated/'.length)),
      }));
      onLoad({ filter: /[\\/]\.generated[\\/]/ }, ({ path }) => {
        const contents = emitted.get(path.slice(folder.length + 1).replaceAll(sep, '/'));
        if (contents === undefined) return undefined;
        const loader = path.endsWith('.json') ? 'json' : path.endsWith('.mjs') ? 'js' : 'ts';
        // All that an emitted file imports is found from the project's root.
        return { contents, loader, resolveDir: projectFolder };
      });
    },
  };
}

function toProblem({ text, location }: Message): Problem {
  return {
    code: 'E-BUNDLE',
    file: location?.file ?? generatedFolder,
    pointer: '',
    line: location?.line ?? 1,
    column: (location?.column ?? 0) + 1,
    found: text,
    accepted: 'code that can be bundled for Node 24',
  };
}
