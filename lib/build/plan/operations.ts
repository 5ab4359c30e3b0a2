import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { DeclaredService, ResourcePlan } from '../../shared/plan/service-plan.ts';

/** All operations of a service, in the order of their resources and paths. */
export function operationsOf(service: DeclaredService): OperationPlan[] {
  return service.resources.flatMap(operationsIn);
}

export function operationsIn(resource: ResourcePlan): OperationPlan[] {
  return resource.apis.flatMap((api) => api.operations);
}

/** Whether an operation has a representation, with an entity tag and conditional requests. */
export function isRead({ method, result }: OperationPlan): boolean {
  return method === 'GET' && result.kind !== 'void';
}

/** The service with each operation replaced by `change(operation)`. */
export function mapOperations(
  service: DeclaredService,
  change: (operation: OperationPlan) => OperationPlan,
): DeclaredService {
  const resources = service.resources.map((resource) => ({
    ...resource,
    apis: resource.apis.map((api) => ({ ...api, operations: api.operations.map(change) })),
  }));
  return { ...service, resources };
}
