/** Parts of a function besides its own bundle. Its archive has them at the same place relative to the bundle. */

import type { Metafile } from 'esbuild';
import type { FunctionPlan, FunctionTable } from '../../shared/plan/function-plan.ts';
import { referenceFolder, referenceTypes } from '../../shared/plan/reference-files.ts';
import {
  authenticatorId,
  authenticatorPath,
  bundlePath,
  functionPath,
  generatedFolder,
  openApiPath,
  servedPath,
} from '../emit/wiring/generated-files.ts';
import { forFunction } from '../plan/function-kinds.ts';
import { withLate } from './late-modules.ts';

/** An emitted module that becomes a bundle. */
export interface EmittedModule {
  readonly id: string;
  /** Below the folder of generated files. */
  readonly path: string;
}

/** The function itself, and what it loads when it needs it. */
export function modulesOf(plan: FunctionPlan): readonly EmittedModule[] {
  return [{ id: plan.id, path: functionPath(plan.id) }, ...forFunction(laterModules, plan)];
}

/** The ids of its bundle and of those that it loads later. */
export function bundleIdsOf(plan: FunctionPlan, { outputs }: Metafile): readonly string[] {
  const own = modulesOf(plan).map(({ id }) => id);
  return withLate(own, (id) => outputs[`${generatedFolder}/${bundlePath(id)}`]);
}

/** Paths of the files that it reads at run time, below the folder of generated files. */
export function dataFilesOf(plan: FunctionPlan): readonly string[] {
  return forFunction(data, plan);
}

const laterModules: FunctionTable<readonly EmittedModule[]> = {
  operation: () => [],
  schedule: () => [],
  consumer: () => [],
  descriptors: () => [],
  reference: () => [],
  'default-route': ({ runtime }) =>
    runtime.access ? [{ id: authenticatorId, path: authenticatorPath }] : [],
};

const data: FunctionTable<readonly string[]> = {
  operation: () => [],
  schedule: () => [],
  consumer: () => [],
  descriptors: ({ declarations }) => [
    ...['api-docs', ...declarations.map(({ resource }) => resource)].map(servedPath),
    openApiPath,
  ],
  reference: () => Object.keys(referenceTypes).map((name) => `${referenceFolder}/${name}.gz`),
  'default-route': () => [],
};
