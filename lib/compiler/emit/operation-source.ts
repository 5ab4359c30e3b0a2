/** The function of an operation. Its handler is written by hand. */

import type { FunctionPlan } from '../../plan/function-plan.ts';
import type { OperationPlan } from '../../plan/operation-plan.ts';
import type { EmitSettings } from './emit-settings.ts';
import { handlerPath, typesPath, validatorPath } from './generated-files.ts';
import { ruleSetsOf } from './rule-sets.ts';
import { code } from './source-text.ts';
import type { Validator } from './step-code.ts';
import { type EmittedFile, functionFiles, operationConstant } from './wiring.ts';
import { stepsOf } from './wiring-steps.ts';

export function operationFunction(
  { operation: plan }: FunctionPlan<'operation'>,
  settings: EmitSettings,
): EmittedFile[] {
  const { runtime, method, routePath, resource, result } = plan;
  return functionFiles({
    headline: `${method} ${routePath}, from descriptors/${resource}.json`,
    id: runtime.id,
    constants: [operationConstant(runtime)],
    steps: stepsOf(runtime, {
      ...settings,
      isVoid: result.kind === 'void',
      ...(settings.validation ? { validator: validatorOf(plan, settings) } : {}),
    }),
    handle: code`import { handle } from ${`#${handlerPath(plan)}`};
import type { Handle } from ${`#generated/${typesPath(plan)}`};`,
  });
}

function validatorOf(plan: OperationPlan, { ignoreUnknownQuery = false }: EmitSettings): Validator {
  return {
    path: validatorPath(plan),
    ruleSets: ruleSetsOf(plan),
    ignoresUnknownQuery: ignoreUnknownQuery,
  };
}
