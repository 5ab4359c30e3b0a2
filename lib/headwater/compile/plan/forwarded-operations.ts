/**
 * The operations that the default route serves in place of the gateway: those whose path the gateway cannot route, and those
 * whose routes would take their requests.
 */

import { bySpecificity, canOverlap } from '../../shared/path-template.ts';
import type { Trigger } from '../../shared/plan/function-plan.ts';
import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { DeclaredService } from '../../shared/plan/service-plan.ts';
import type { LocateOperation } from '../read/common/operation.ts';
import { mapOperations, operationRoutes, operationsOf } from './operations.ts';

type Route = Trigger<'route'>;

/** Sets `isForwarded` of operations that would take requests of others. All routes must be known. */
export function forwardOperations(service: DeclaredService, locate: LocateOperation): DeclaredService {
  let forwarding = service;
  // An operation that moves to the default route can lose requests to another one, which moves next.
  for (let isComplete = false; !isComplete; ) {
    const routes = operationsOf(forwarding).flatMap(forwardedRoutesOf);
    isComplete = true;
    forwarding = mapOperations(forwarding, (operation) => {
      const own = operation.isForwarded ? [] : operationRoutes(operation);
      const taken = routes.find((route) => own.some((each) => takes(each, route)));
      if (!taken) return operation;
      isComplete = false;
      const found = `${operation.method} ${operation.routePath}, which would get requests for ${taken.method} ${taken.path}`;
      const accepted = 'paths that have no request in common; the default route serves both';
      locate(operation).report('W-SEGMENT', found, accepted);
      return { ...operation, isForwarded: true };
    });
  }
  return forwarding;
}

/** Whether the gateway, which looks at the first of two routes alone, gives it requests that are the second one's. */
export function takes(route: Route, { method, path }: Route): boolean {
  return route.method === method && bySpecificity(path, route.path) < 0 && canOverlap(path, route.path);
}

/** The routes of an operation that the default route serves, with the slash at their end. */
export function forwardedRoutesOf(operation: OperationPlan): Route[] {
  const withSlash = slashRoutesOf(operation).map((route) => ({ ...route, path: `${route.path}/` }));
  return operation.isForwarded ? [...operationRoutes(operation), ...withSlash] : withSlash;
}

/**
 * The routes, without the slash, of an operation whose path is declared with a slash at its end. The rest of a path may end in
 * one anyway.
 */
export function slashRoutesOf(operation: OperationPlan): Route[] {
  const { path, routePath } = operation;
  if (!path.endsWith('/') || routePath === '/') return [];
  return operationRoutes(operation).filter((route) => !route.path.endsWith('+}'));
}
