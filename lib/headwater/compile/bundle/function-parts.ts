/** The parts of a function besides its own bundle: what it loads and reads, the handler that is written by hand, and its archive. */

import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { strToU8, type ZipOptions, zipSync } from 'fflate';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import type { FunctionPlan, FunctionTable } from '../../shared/plan/function-plan.ts';
import { pageFolder } from '../../shared/plan/page-files.ts';
import { referenceFolder } from '../../shared/plan/reference-files.ts';
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
import { withLazy } from './lazy-modules.ts';

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

/** The ids of its bundle and of those that it loads. */
export function bundleIdsOf(plan: FunctionPlan, { outputs }: Metafile): readonly string[] {
  const own = modulesOf(plan).map(({ id }) => id);
  return withLazy(own, (id) => outputs[`${generatedFolder}/${bundlePath(id)}`]);
}

/** The files that it reads at run time, of all generated ones: paths below their folder. */
export function dataFilesOf(plan: FunctionPlan, generated: Iterable<string>): readonly string[] {
  const { files = [], folder } = forFunction(parts, plan);
  const isWithin = (path: string) => folder !== undefined && path.startsWith(`${folder}/`);
  return [...files, ...[...generated].filter(isWithin)];
}

interface Parts {
  readonly handler?: HandlerFile;
  /** Loaded when they are needed. */
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

const exportsAround = /^export\s+(?:const|let|var|function)\s+around\b|^export\s*\{[^}]*\baround\b/m;

/** Which files of middlewares around handlers there are. @param possible paths below the project. */
export async function findAround(
  projectFolder: string,
  possible: readonly string[],
): Promise<{ readonly files: readonly string[]; readonly diagnostics: readonly Diagnostic[] }> {
  const read = possible.map((path) => readFile(join(projectFolder, path), 'utf8').catch(() => undefined));
  const texts = await Promise.all(read);
  const files = possible.filter((_, index) => texts[index] !== undefined);
  const without = possible.filter((_, index) => !exportsAround.test(texts[index] ?? 'export const around'));
  const refused = without.map((path) =>
    fileDiagnostic(path, 'E-HANDLER', 'no export with the name around', acceptedAround),
  );
  return { files, diagnostics: refused };
}

export const acceptedAround = 'export const around: Around, with Around from "headwater/http"';

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
