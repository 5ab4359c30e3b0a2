/** The operations and functions of a service. Dispatch needs a table, and one that lacks a kind does not compile. */

import type { FunctionKind, FunctionPlan, FunctionTable, Trigger } from '../../shared/plan/function-plan.ts';
import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { DeclaredService, ResourcePlan } from '../../shared/plan/service-plan.ts';
import { mapApiOperations } from '../schema/walk.ts';

/** All operations of a service, in the order of their resources and paths. */
export function operationsOf(service: DeclaredService): OperationPlan[] {
  return service.resources.flatMap(operationsIn);
}

export function operationsIn(resource: ResourcePlan): OperationPlan[] {
  return resource.apis.flatMap((api) => api.operations);
}

/** Whether an operation has a representation, with an entity tag and conditional requests. */
export function isRead({ method, result }: OperationPlan): boolean {
  return method === 'GET' && result !== undefined;
}

/** The service with each operation replaced by `change(operation)`. */
export function mapOperations(
  service: DeclaredService,
  change: (operation: OperationPlan) => OperationPlan,
): DeclaredService {
  const resources = service.resources.map((resource) => ({
    ...resource,
    apis: mapApiOperations(resource.apis, change),
  }));
  return { ...service, resources };
}

/** @example forFunction(sources, plan, settings) // what sources[plan.kind] makes of the plan */
export function forFunction<K extends FunctionKind, Result, Extra extends readonly unknown[]>(
  table: FunctionTable<Result, Extra>,
  plan: FunctionPlan<K>,
  ...extra: Extra
): Result {
  return table[plan.kind](plan, ...extra);
}

/** The routes of the HTTP API that start a function. */
export function routesOf({ triggers }: Pick<FunctionPlan, 'triggers'>): Trigger<'route'>[] {
  return triggers.filter((trigger) => trigger.kind === 'route');
}

/** The same with the routes that the default route serves in place of the gateway. */
export function servedRoutesOf(plan: FunctionPlan): Trigger<'route'>[] {
  return plan.kind === 'operation' ? operationRoutes(plan.operation) : routesOf(plan);
}

/** @example operationRoutes(list) // [{ kind: 'route', method: 'GET', path: '/v1/bookmark' }, { …, method: 'HEAD', … }] */
export function operationRoutes({ method, gatewayPaths, headPaths }: OperationPlan): Trigger<'route'>[] {
  return [
    ...gatewayPaths.map((path) => ({ kind: 'route', method, path }) as const),
    ...headPaths.map((path) => ({ kind: 'route', method: 'HEAD', path }) as const),
  ];
}
