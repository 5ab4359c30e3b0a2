/** The function of an operation. Its handler is written by hand. */

import type { FunctionPlan } from '../../../shared/plan/function-plan.ts';
import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { EmitContext } from './emit-settings.ts';
import { handlerPath, typesPath, validatorPath } from './generated-files.ts';
import { code } from './source-text.ts';
import type { Validator } from './step-code.ts';
import { hasModels } from './validator-source.ts';
import { type EmittedFile, functionFiles, operationConstant } from './wiring.ts';
import { stepsOf } from './wiring-steps.ts';

export function operationFunction(
  { operation: plan }: FunctionPlan<'operation'>,
  context: EmitContext,
): EmittedFile[] {
  const { runtime, method, routePath, resource, result } = plan;
  return functionFiles({
    headline: `${method} ${routePath}, from descriptors/${resource}.json`,
    id: runtime.id,
    constants: [operationConstant(runtime)],
    steps: stepsOf(runtime, {
      ...context,
      isVoid: result.kind === 'void',
      ...(context.validation ? { validator: validatorOf(plan, context) } : {}),
    }),
    handle: code`import { handle } from ${`#${handlerPath(plan)}`};
import type { Handle } from ${`#generated/${typesPath(plan)}`};`,
  });
}

function validatorOf(plan: OperationPlan, { ignoreUnknownQuery = false }: EmitContext): Validator {
  return {
    path: validatorPath(plan),
    hasModels: hasModels(plan),
    ignoresUnknownQuery: ignoreUnknownQuery,
  };
}
