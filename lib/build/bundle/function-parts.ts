/** The parts of a function besides its own bundle: what it loads and reads, the handler that is written by hand, and its archive. */

import { realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { strToU8, type ZipOptions, zipSync } from 'fflate';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import type { FunctionPlan, FunctionTable } from '../../shared/plan/function-plan.ts';
import { pageFolder } from '../../shared/plan/page-files.ts';
import { referenceFolder } from '../../shared/plan/reference-files.ts';
import { reachable } from '../../shared/reachable.ts';
import {
  authenticatorId,
  authenticatorPath,
  bundlePath,
  functionPath,
  generatedFolder,
  handlerPath,
  openApiPath,
  servedPath,
  typesPath,
} from '../emit/wiring/generated-files.ts';
import { forFunction } from '../plan/operations.ts';
import { type Diagnostic, fileDiagnostic } from '../source/diagnostic.ts';

/** An emitted module that becomes a bundle. */
interface EmittedModule {
  readonly id: string;
  /** Below the folder of generated files. */
  readonly path: string;
}

/** The function itself, and what it loads when it needs it. */
export function modulesOf(plan: FunctionPlan): readonly EmittedModule[] {
  const { modules = [] } = forFunction(parts, plan);
  return [{ id: plan.id, path: functionPath(plan.id) }, ...modules];
}

/** The ids of its bundle and of those that it loads later. */
export function bundleIdsOf(plan: FunctionPlan, { outputs }: Metafile): readonly string[] {
  const own = modulesOf(plan).map(({ id }) => id);
  return withLate(own, (id) => outputs[`${generatedFolder}/${bundlePath(id)}`]);
}

/** The files that it reads at run time, of all generated ones: paths below their folder. */
export function dataFilesOf(plan: FunctionPlan, generated: Iterable<string>): readonly string[] {
  const { files = [], folder } = forFunction(parts, plan);
  const isWithin = (path: string) => folder !== undefined && path.startsWith(`${folder}/`);
  return [...files, ...[...generated].filter(isWithin)];
}

interface Parts {
  readonly handler?: HandlerFile;
  /** Loaded later. */
  readonly modules?: readonly EmittedModule[];
  readonly files?: readonly string[];
  /** It reads all files of this folder. */
  readonly folder?: string;
}

const parts: FunctionTable<Parts> = {
  operation: ({ operation }) => handledBy(operation, `${operation.method} ${operation.routePath}`),
  schedule: ({ schedule }) => handledBy(schedule, `the schedule ${schedule.nickname}`),
  consumer: ({ consumer }) => handledBy(consumer, `the consumer ${consumer.nickname}`),
  descriptors: ({ declarations }) => {
    const names = ['api-docs', ...declarations.map(({ resource }) => resource)];
    return { files: [...names.map(servedPath), openApiPath] };
  },
  reference: () => ({ folder: referenceFolder }),
  page: ({ page }) => ({ folder: pageFolder(page.name) }),
  'default-route': ({ runtime }) =>
    runtime.access ? { modules: [{ id: authenticatorId, path: authenticatorPath }] } : {},
};

interface HandlerFile {
  /** Below the project. */
  readonly path: string;
  /** What it handles, e.g. `GET /v1/bookmark`. */
  readonly handles: string;
  /** Path of the file that declares the type `Handle`, below the folder of generated files. */
  readonly typesPath: string;
}

/** Under exactly this name. Undefined for a function that consists of generated code and lib/ alone. */
export function handlerFileOf(plan: FunctionPlan): HandlerFile | undefined {
  return forFunction(parts, plan).handler;
}

function handledBy(plan: Parameters<typeof handlerPath>[0], handles: string): Parts {
  return { handler: { path: handlerPath(plan), handles, typesPath: typesPath(plan) } };
}

/** Compares with the names in the folder: to open one file, a file system may ignore letter case. */
export async function checkHandlers(
  projectFolder: string,
  functions: readonly FunctionPlan[],
): Promise<Diagnostic[]> {
  const handlers = functions.flatMap((plan) => handlerFileOf(plan) ?? []);
  const checked = [...Map.groupBy(handlers, ({ path }) => dirname(path))].map(async ([folder, own]) => {
    const names = await readdir(join(projectFolder, folder)).catch((): string[] => []);
    const modules = names.filter((name) => name.endsWith('.ts')).map((name) => basename(name, '.ts'));
    const missing = own.filter(({ path }) => !names.includes(basename(path)));
    return missing.map(({ path, handles }) => {
      const near = nearSpelling(basename(path, '.ts'), modules);
      const found = near ? `no such file, but ${near}.ts beside it` : 'no such file';
      return fileDiagnostic(path, 'E-HANDLER', found, `a file that exports "handle" for ${handles}`);
    });
  });
  return (await Promise.all(checked)).flat();
}

/** Bundles are siblings, in the folder of the build and in archives. */
const importedBundle = /^\.\.\/([^/]+)\/index\.mjs$/;

/** How imports name emitted files. */
const emittedPrefix = '#generated/';

/**
 * What a function needs for some requests alone is a file `*.later.ts`, imported by `import('./x.later.ts')`. It becomes
 * a bundle of its own, which the function loads when it needs it: it starts without it. Functions may share such a
 * module; the archive of each has it. An emitted module `*.later.mjs` is one, too.
 */
export function lateModules(projectFolder: string): Plugin {
  // The framework may be elsewhere, behind a link.
  const lib = realpathSync(join(projectFolder, 'lib'));
  return {
    name: 'late-modules',
    setup({ onResolve }) {
      const later = (file: string) => ({ path: `../${idOf(file)}/index.mjs`, external: true });
      onResolve({ filter: /\.later\.(?:ts|mjs)$/ }, ({ path, kind, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        if (path.startsWith(emittedPrefix))
          return later(`${generatedFolder}/${path.slice(emittedPrefix.length)}`);
        if (!path.startsWith('.'))
          return { errors: [{ text: `${path} is loaded later: write its path relative to this file` }] };
        const target = join(resolveDir, path);
        const file = target.startsWith(lib + sep)
          ? join('lib', relative(lib, target))
          : relative(resolve(projectFolder), target);
        return later(file.replaceAll(sep, '/'));
      });
    },
  };
}

/** @example idOf('lib/text/client.later.ts') // 'lib~text~client.later', which is the id of no function */
function idOf(file: string): string {
  return file.replace(/\.(?:ts|mjs)$/, '').replaceAll('/', '~');
}

/** The file of a module that is loaded later: below the project, or emitted, as an import names it. */
export function lateFile(id: string): string {
  const path = id.replaceAll('~', '/');
  const isEmitted = path.startsWith(`${generatedFolder}/`);
  return isEmitted ? `${emittedPrefix}${path.slice(generatedFolder.length + 1)}.mjs` : `./${path}.ts`;
}

/** Adds the bundles that these load later, directly or not. */
export function withLate(
  ids: readonly string[],
  outputOf: (id: string) => Metafile['outputs'][string] | undefined,
): string[] {
  const importsOf = (id: string) => (outputOf(id)?.imports ?? []).map(({ path }) => path);
  return [...reachable(ids, (id) => importsOf(id).flatMap((path) => importedBundle.exec(path)?.[1] ?? []))];
}

/** The files of the modules that a function loads later, directly or not: below the project. */
export function lateFilesOf({ outputs }: Metafile, id: string): readonly string[] {
  return withLate([id], (one) => outputs[`${generatedFolder}/${bundlePath(one)}`]).map(lateFile);
}

/** The earliest time of a zip entry, so that the same content gives the same bytes. fflate reads it in local time. */
const modified = new Date(1980, 0, 1);
const unix = 3;
/** rw-r--r--: Lambda runs as another user than the owner of the file. */
const mode = 0o644 << 16;

/** The archive that is deployed. @param files by their path within it; the function's `handler` names the path of its bundle. */
export function archive(files: ReadonlyMap<string, string | Uint8Array>): Uint8Array {
  const entries = [...files].map(([path, content]): [string, [Uint8Array, ZipOptions]] => {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    // Compressed files do not get smaller.
    return [path, [bytes, { level: path.endsWith('.gz') ? 0 : 6 }]];
  });
  return zipSync(Object.fromEntries(entries), { mtime: modified, os: unix, attrs: mode });
}
