/** The function of one operation. */

import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type { OperationFunction, Trigger } from '../../shared/plan/function-plan.ts';
import type { OperationPlan } from '../../shared/plan/operation-plan.ts';

export function planOperationFunction(operation: OperationPlan): OperationFunction {
  const { runtime, resource, summary, memoryMb, timeoutSeconds } = operation;
  return {
    kind: 'operation',
    id: runtime.id,
    description: summary,
    triggers: operationRoutes(operation),
    resource,
    ...omitUndefined({ memoryMb, timeoutSeconds }),
    operation,
  };
}

/** @example operationRoutes(list) // [{ kind: 'route', method: 'GET', path: '/v1/source' }, { …, method: 'HEAD', … }] */
export function operationRoutes({ method, gatewayPaths, headPaths }: OperationPlan): Trigger<'route'>[] {
  return [
    ...gatewayPaths.map((path) => ({ kind: 'route', method, path }) as const),
    ...headPaths.map((path) => ({ kind: 'route', method: 'HEAD', path }) as const),
  ];
}
