/** The function that serves the descriptors. */

import type { FunctionPlan } from '../../../shared/plan/function-plan.ts';
import type { EmitSettings } from './emit-settings.ts';
import { code } from './source-text.ts';
import { type EmittedFile, functionFiles, operationConstant } from './wiring.ts';
import { stepsOf } from './wiring-steps.ts';

export function descriptorsFunction(
  { runtime, basePath, declarations }: FunctionPlan<'descriptors'>,
  settings: EmitSettings,
): EmittedFile[] {
  return functionFiles({
    headline: 'The descriptors: GET /api-docs.json, /api-docs.json/{resource} and /openapi.json',
    id: runtime.id,
    constants: [
      operationConstant(runtime),
      {
        name: 'descriptors',
        value: { basePath, declarations },
        type: code`Pick<DescriptorsFunction, 'basePath' | 'declarations'>`,
        typeName: 'DescriptorsFunction',
        module: 'shared/plan/function-plan.ts',
      },
    ],
    steps: stepsOf(runtime, { ...settings, isVoid: false }),
    handle: code`import { type DescriptorsHandle as Handle, serveDescriptors } from '#lib/run/http/handlers/descriptors.ts';

// Relative to the bundle, .generated/bundles/<function>/index.mjs; the archive has the same folders.
const handle = serveDescriptors(descriptors, new URL('../../', import.meta.url));`,
  });
}
