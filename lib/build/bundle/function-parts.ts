/** Parts of a function besides its own bundle. Its archive has them at the same place relative to the bundle. */

import type { Metafile } from 'esbuild';
import type { FunctionPlan, FunctionTable } from '../../shared/plan/function-plan.ts';
import { pageFolder } from '../../shared/plan/page-files.ts';
import { referenceFolder } from '../../shared/plan/reference-files.ts';
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

/** The files that it reads at run time, of all generated ones: paths below their folder. */
export function dataFilesOf(plan: FunctionPlan, generated: Iterable<string>): readonly string[] {
  const { files = [], folder } = forFunction(parts, plan);
  const isWithin = (path: string) => folder !== undefined && path.startsWith(`${folder}/`);
  return [...files, ...[...generated].filter(isWithin)];
}

interface Parts {
  /** Loaded later. */
  readonly modules?: readonly EmittedModule[];
  readonly files?: readonly string[];
  /** It reads all files of this folder. */
  readonly folder?: string;
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
  reference: () => ({ folder: referenceFolder }),
  page: ({ page }) => ({ folder: pageFolder(page.name) }),
  'default-route': ({ runtime }) =>
    runtime.access ? { modules: [{ id: authenticatorId, path: authenticatorPath }] } : {},
};
