/** Handlers that no function contains: the build looks for a handler by the names of its resource and its operation. */

import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import type { FunctionPlan } from '../../shared/plan/function-plan.ts';
import { aroundPath } from '../emit/wiring/generated-files.ts';
import { type Diagnostic, fileDiagnostic } from '../source/diagnostic.ts';
import { handlerFileOf } from './function-parts.ts';
import { listFiles } from './known-files.ts';

const exportsHandle =
  /^export\s+(?:(?:async\s+)?(?:const|let|var|function)\s+handle\b|\{[^}]*\bhandle\b[^}]*\})/m;

/** @param metafile of all bundles: modules that handlers import are used, whatever they export. */
export async function warnOfUnusedHandlers(
  projectFolder: string,
  functions: readonly FunctionPlan[],
  { inputs }: Metafile,
): Promise<Diagnostic[]> {
  const handlers = new Map(
    functions.flatMap((plan) => handlerFileOf(plan) ?? []).map((each) => [each.path, each.handles]),
  );
  const present = (await listFiles(join(projectFolder, 'handlers'))).map((path) => `handlers/${path}`);
  const others = present.filter((path) => path.endsWith('.ts') && !handlers.has(path));
  const texts = await Promise.all(others.map((path) => readFile(join(projectFolder, path), 'utf8')));
  const candidates = others.filter(
    (path, index) => basename(path) === basename(aroundPath()) || exportsHandle.test(texts[index] ?? ''),
  );
  if (candidates.length === 0) return [];
  // Links lead to one file by several paths.
  const real = (path: string) => realpath(resolve(projectFolder, path)).catch(() => path);
  const used = new Set(await Promise.all(Object.keys(inputs).map(real)));
  const found = await Promise.all(candidates.map(async (path) => (used.has(await real(path)) ? [] : [path])));
  return found.flat().map((path) => {
    if (basename(path) === basename(aroundPath()))
      return fileDiagnostic(path, 'W-HANDLER', 'a middleware around no handlers', acceptedPlaces);
    const near = nearestOf(path, [...handlers.keys()]);
    const example = near === undefined ? '' : `, such as ${near}, the handler of ${handlers.get(near)}`;
    const accepted = `handlers/<resource>/<nickname>.ts of an operation${example}`;
    return fileDiagnostic(path, 'W-HANDLER', 'a handler that no operation has', accepted);
  });
}

const acceptedPlaces = `${aroundPath()}, or ${aroundPath('<resource>')} of a resource with operations`;

/** A handler of the same folder, if one has a similar name, or else of any folder. */
function nearestOf(path: string, handlers: readonly string[]): string | undefined {
  const beside = handlers.filter((each) => dirname(each) === dirname(path));
  const near = nearSpelling(
    basename(path),
    beside.map((each) => basename(each)),
  );
  return near === undefined ? nearSpelling(path, handlers) : join(dirname(path), near);
}
