/** The function that serves the reference page. */

import type { FunctionPlan } from '../../../shared/plan/function-plan.ts';
import type { EmitSettings } from './emit-settings.ts';
import { code } from './source-text.ts';
import { type EmittedFile, functionFiles, operationConstant } from './wiring.ts';
import { fileSteps } from './wiring-steps.ts';

export function referenceFunction(
  { runtime, documentPath }: FunctionPlan<'reference'>,
  settings: EmitSettings,
): EmittedFile[] {
  return functionFiles({
    headline: 'The reference page: GET /docs, and the files that it loads',
    id: runtime.id,
    constants: [operationConstant(runtime)],
    steps: fileSteps(settings),
    handle: code`import { serveReference, type ReferenceHandle as Handle } from '#lib/run/http/handlers/reference.ts';

// Relative to the bundle, .generated/bundles/<function>/index.mjs; the archive has the same folders.
const handle = serveReference(${documentPath}, new URL('../../reference/', import.meta.url));`,
  });
}
