/** Parts of a function besides its own bundle. Its archive has them at the same place relative to the bundle. */

import type { FunctionPlan, FunctionTable } from '../../shared/plan/function-plan.ts';
import { referenceFolder, referenceTypes } from '../../shared/plan/reference-files.ts';
import {
  authenticatorId,
  authenticatorPath,
  bundlePath,
  functionPath,
  openApiPath,
  servedPath,
} from '../emit/wiring/generated-files.ts';
import { forFunction } from '../plan/function-kinds.ts';

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

/** Paths of the files that it loads or reads at run time, below the folder of generated files. */
export function assetsOf(plan: FunctionPlan): readonly string[] {
  const bundles = forFunction(laterModules, plan).map(({ id }) => bundlePath(id));
  return [...bundles, ...forFunction(data, plan)];
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
