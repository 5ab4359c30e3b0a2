import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import type { RouteMethods } from '../../../shared/plan/route-table.ts';
import { routesNear } from '../handlers/default-route.ts';
import { authorize, type Gate } from './authorize.ts';
import type { Authorized, Received, Step } from './step.ts';

/**
 * For requests that match no route: who may call nothing at a path does not learn which methods it has. A path is
 * protected if none of its operations is public. Any valid credential will do.
 *
 * @throws ServiceError unauthorized, invalid_request, unavailable.
 * @example .use(authorizeUnrouted(operation, routes, gate)) // DELETE without a token on a protected path -> 401, not 405
 */
export function authorizeUnrouted(
  operation: RuntimeOperation,
  routes: readonly RouteMethods[],
  gate: Gate,
): Step<Received, Authorized> {
  const { before } = authorize(operation, gate);
  return {
    before: (request) => {
      const near = routesNear(request.event.rawPath, routes);
      const isProtected = near.length > 0 && near.every((route) => route.isProtected);
      return isProtected && before ? before(request) : { owner: request.event.owner };
    },
  };
}
