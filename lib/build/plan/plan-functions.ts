/** Every function of a service, whatever its kind. */

import { type FunctionKind, type FunctionPlan, functionKinds } from '../../shared/plan/function-plan.ts';
import type { DeclaredService } from '../../shared/plan/service-plan.ts';
import { planConsumers, planSchedules } from './background-functions.ts';
import { planDefaultRouteFunction } from './default-route-function.ts';
import { planDescriptorsFunction } from './descriptors-function.ts';
import { planOperationFunction } from './operation-function.ts';
import { operationsOf } from './operations.ts';
import { planReferenceFunction } from './reference-function.ts';
import type { AllowedOrigins } from './vary-by-origin.ts';

interface PlannerContext {
  /** The functions of the kinds before. */
  readonly planned: readonly FunctionPlan[];
  readonly allowedOrigins: AllowedOrigins;
}

type Planner<K extends FunctionKind> = (
  service: DeclaredService,
  context: PlannerContext,
) => readonly FunctionPlan<K>[];

const planners: { readonly [K in FunctionKind]: Planner<K> } = {
  operation: (service) => operationsOf(service).map(planOperationFunction),
  schedule: planSchedules,
  consumer: planConsumers,
  descriptors: (service, { allowedOrigins }) => [planDescriptorsFunction(service, allowedOrigins)],
  reference: planReferenceFunction,
  'default-route': (service, context) => [planDefaultRouteFunction(service, context)],
};

export function planFunctions(service: DeclaredService, allowedOrigins: AllowedOrigins): FunctionPlan[] {
  const planned: FunctionPlan[] = [];
  for (const kind of functionKinds) planned.push(...planners[kind](service, { planned, allowedOrigins }));
  return planned;
}
