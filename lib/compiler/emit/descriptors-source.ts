/** The function that serves the descriptors. */

import type { FunctionPlan } from '../../plan/function-plan.ts';
import type { EmitSettings } from './emit-settings.ts';
import { servedPath } from './generated-files.ts';
import { code, identifier, indent, joinCode } from './source-text.ts';
import { type EmittedFile, functionFiles } from './wiring.ts';
import { stepsOf } from './wiring-steps.ts';

export function descriptorsFunction(
  { runtime, basePath, declarations }: FunctionPlan<'descriptors'>,
  settings: EmitSettings,
): EmittedFile[] {
  const imports = declarations.map(
    ({ resource }, index) =>
      code`import ${identifier(`declaration${index}`)} from ${`#generated/${servedPath(resource)}`} with { type: 'json' };`,
  );
  const served = declarations.map(
    ({ resource, basePath }, index) =>
      code`[${resource}, { document: ${identifier(`declaration${index}`)}, basePath: ${basePath} }],`,
  );
  return functionFiles({
    headline: 'The descriptors: GET /api-docs.json and /api-docs.json/{resource}',
    runtime,
    steps: stepsOf(runtime, { ...settings, isVoid: false }),
    handle: code`import { type DescriptorsHandle as Handle, type ServedDocument, serveDescriptors } from '#lib/http/handlers/descriptors.ts';
import listing from ${`#generated/${servedPath('api-docs')}`} with { type: 'json' };
${joinCode(imports)}

const handle = serveDescriptors({ document: listing, basePath: ${basePath} }, new Map<string, ServedDocument>([
${indent(joinCode(served))}
]));`,
  });
}
