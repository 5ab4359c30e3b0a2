/** The function that the gateway calls when no route fits: unknown paths, other methods, OPTIONS. */

import { omitUndefined } from '../../json/omit-undefined.ts';
import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import { type RouteMethods, routesOf } from '../../plan/route-table.ts';
import { operationsOf, type ServicePlan } from '../../plan/service-plan.ts';
import { apiDocsRoutes, declarationPath } from './api-docs.ts';

export const defaultRouteOperation: RuntimeOperation = {
  id: 'default-route',
  successStatus: 204,
  // It has nothing to negotiate: all that it answers with content are problems.
  produces: [],
  parameters: [],
};

export function routeTable(service: ServicePlan): RouteMethods[] {
  const declared = operationsOf(service).flatMap((plan) =>
    routesOf(plan).map((route) => ({
      ...route,
      types: route.method === 'PATCH' ? plan.runtime.body?.mediaTypes : undefined,
      describedBy: declarationPath(service, plan.resource),
    })),
  );
  const own = apiDocsRoutes(service).map((route) => ({ ...route, types: undefined, describedBy: undefined }));
  const byPath = Map.groupBy([...declared, ...own], ({ path }) => path);
  return [...byPath].map(([path, routes]) => ({
    path,
    methods: routes.map(({ method }) => method),
    ...omitUndefined({
      patchTypes: routes.find(({ types }) => types)?.types,
      describedBy: routes[0]?.describedBy,
    }),
  }));
}
