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

/** Paths of the files that it reads at run time, below the folder of generated files. */
export function dataFilesOf(plan: FunctionPlan): readonly string[] {
  return forFunction(parts, plan).files ?? [];
}

interface Parts {
  /** Loaded later. */
  readonly modules?: readonly EmittedModule[];
  readonly files?: readonly string[];
}

const none = (): Parts => ({});

const parts: FunctionTable<Parts> = {
  operation: none,
  schedule: none,
  consumer: none,
  descriptors: ({ declarations }) => {
    const names = ['api-docs', ...declarations.map(({ resource }) => resource)];
    return { files: [...names.map(servedPath), openApiPath] };
  },
  reference: () => ({ files: Object.keys(referenceTypes).map((name) => `${referenceFolder}/${name}.gz`) }),
  'default-route': ({ runtime }) =>
    runtime.access ? { modules: [{ id: authenticatorId, path: authenticatorPath }] } : {},
};
