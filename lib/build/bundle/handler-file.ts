/** The parts of functions that are written by hand: every function that needs a handler has its file, under exactly this name. */

import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import type { FunctionPlan, FunctionTable } from '../../shared/plan/function-plan.ts';
import { handlerPath, typesPath } from '../emit/wiring/generated-files.ts';
import { forFunction } from '../plan/function-kinds.ts';
import { type Diagnostic, fileDiagnostic } from '../source/diagnostic.ts';

interface HandlerFile {
  /** Below the project. */
  readonly path: string;
  /** What it handles, e.g. `GET /v1/bookmark`. */
  readonly handles: string;
  /** Path of the file that declares the type `Handle`, below the folder of generated files. */
  readonly typesPath: string;
}

/** Undefined for a function that consists of generated code and lib/ alone. */
export function handlerFileOf(plan: FunctionPlan): HandlerFile | undefined {
  return forFunction(handlerFiles, plan);
}

const handlerFiles: FunctionTable<HandlerFile | undefined> = {
  operation: ({ operation }) => fileOf(operation, `${operation.method} ${operation.routePath}`),
  schedule: ({ schedule }) => fileOf(schedule, `the schedule ${schedule.nickname}`),
  consumer: ({ consumer }) => fileOf(consumer, `the consumer ${consumer.nickname}`),
  descriptors: () => undefined,
  reference: () => undefined,
  page: () => undefined,
  'default-route': () => undefined,
};

function fileOf(plan: Parameters<typeof handlerPath>[0], handles: string): HandlerFile {
  return { path: handlerPath(plan), handles, typesPath: typesPath(plan) };
}

/** Compares with the names in the folder: to open one file, a file system may ignore letter case. */
export async function checkHandlers(
  projectFolder: string,
  functions: readonly FunctionPlan[],
): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  const namesIn = new Map<string, Promise<string[]>>();
  for (const { path, handles } of functions.flatMap((plan) => handlerFileOf(plan) ?? [])) {
    const folder = join(projectFolder, dirname(path));
    namesIn.set(folder, namesIn.get(folder) ?? handlerNames(folder));
    const present = (await namesIn.get(folder)) ?? [];
    const name = basename(path, '.ts');
    if (present.includes(name)) continue;
    const near = nearSpelling(name, present);
    const found = near ? `no such file, but ${near}.ts beside it` : 'no such file';
    const accepted = `a file that exports "handle" for ${handles}`;
    diagnostics.push(fileDiagnostic(path, 'E-HANDLER', found, accepted));
  }
  return diagnostics;
}

async function handlerNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.ts')).map((name) => basename(name, '.ts'));
}
