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
