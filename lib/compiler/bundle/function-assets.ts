/** Files that a function reads at run time. They are in its archive, at the same place relative to its bundle. */

import type { FunctionPlan, FunctionTable } from '../../plan/function-plan.ts';
import { servedPath } from '../emit/generated-files.ts';
import { forFunction } from '../plan/by-kind.ts';

/** Paths below the folder of generated files. */
export function assetsOf(plan: FunctionPlan): readonly string[] {
  return forFunction(assets, plan);
}

const assets: FunctionTable<readonly string[]> = {
  operation: () => [],
  descriptors: ({ declarations }) =>
    ['api-docs', ...declarations.map(({ resource }) => resource)].map(servedPath),
  'default-route': () => [],
};
