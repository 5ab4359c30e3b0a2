/** The function that the gateway calls when no route matches: unknown paths, other methods, OPTIONS. */

import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type {
  DefaultRouteFunction,
  Entrance,
  FunctionPlan,
  RouteMethods,
} from '../../shared/plan/function-plan.ts';
import type { AccessAlternative, OperationPlan, RuntimeOperation } from '../../shared/plan/operation-plan.ts';
import { referencePath } from '../../shared/plan/reference-files.ts';
import type { DeclaredService } from '../../shared/plan/service-plan.ts';
import { declarationPath, documentPath } from './descriptors-function.ts';
import { forwardedRoutesOf, slashRoutesOf } from './forwarded-operations.ts';
import { servedRoutesOf } from './function-kinds.ts';

const runtime: RuntimeOperation = {
  id: 'default-route',
  successStatus: 204,
  // Nothing to negotiate: every response with content is a problem document.
  produces: [],
  parameters: [],
};

/** @param planned all other functions, whose routes it knows. */
export function planDefaultRouteFunction(
  service: DeclaredService,
  planned: readonly FunctionPlan[],
): DefaultRouteFunction {
  return {
    kind: 'default-route',
    id: runtime.id,
    description: 'Requests that match no route: unknown paths, other methods, OPTIONS',
    triggers: [{ kind: 'default-route' }],
    runtime: { ...runtime, ...omitUndefined({ access: anyAccess(planned) }) },
    routeTable: routeTable(service, planned),
    forwardedRoutes: planned.flatMap((plan) =>
      operationOf(plan)
        .flatMap(forwardedRoutesOf)
        .map(({ method, path }) => ({ method, path, functionId: plan.id })),
    ),
  };
}

/** What some operation accepts, whatever the scopes; undefined if none accepts any. */
function anyAccess(planned: readonly FunctionPlan[]): readonly AccessAlternative[] | undefined {
  const all = planned.flatMap(operationOf).flatMap(({ runtime }) => runtime.access ?? []);
  const bare = all.map((alternative) => alternative.map((each) => ({ ...each, scopes: [] })));
  const distinct = new Map(bare.map((alternative) => [JSON.stringify(alternative), alternative]));
  return distinct.size > 0 ? [...distinct.values()] : undefined;
}

function operationOf(plan: FunctionPlan): readonly OperationPlan[] {
  return plan.kind === 'operation' ? [plan.operation] : [];
}

function routeTable(service: DeclaredService, others: readonly FunctionPlan[]): RouteMethods[] {
  const routes = others.flatMap((plan) =>
    servedRoutesOf(plan).map((route) => ({ ...route, ...routeDetails(plan, service, route.method) })),
  );
  const slashRoutes = Map.groupBy(others.flatMap(operationOf).flatMap(slashRoutesOf), ({ path }) => path);
  const table = [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => ({
    path,
    methods: ofPath.map(({ method }) => method),
    ...omitUndefined({
      isProtected: ofPath.every(({ isProtected }) => isProtected) || undefined,
      slashMethods: slashRoutes.get(path)?.map(({ method }) => method),
      patchTypes: ofPath.find(({ patchTypes }) => patchTypes)?.patchTypes,
      describedBy: ofPath[0]?.describedBy,
    }),
  }));
  return [...table, ...entrances(service, table)];
}

/** `/` and the base path lead to the descriptions of the service, unless an operation is declared there. */
function entrances(service: DeclaredService, declared: readonly RouteMethods[]): RouteMethods[] {
  const { basePath } = service;
  const isDeclared = (path: string) =>
    declared.some((route) => route.path === path && route.methods.includes('GET'));
  const methods = ['GET', 'HEAD'];
  const hasPage = declared.some(({ path }) => path === referencePath);
  const leadsTo: Entrance = {
    descriptors: `${basePath}/api-docs.json`,
    document: documentPath(service),
    ...(hasPage ? { page: referencePath } : {}),
  };
  return [...new Set(['/', basePath || '/'])]
    .filter((path) => !isDeclared(path))
    .map((path) => ({ path, methods, ...(path === '/' ? {} : { slashMethods: methods }), leadsTo }));
}

type RouteDetails = Pick<RouteMethods, 'patchTypes' | 'describedBy' | 'isProtected'>;

/** Facts about a route that a response to OPTIONS contains, besides its method. No descriptor describes other functions. */
function routeDetails(plan: FunctionPlan, service: DeclaredService, method: string): RouteDetails {
  if (plan.kind !== 'operation') return {};
  const { runtime, body } = plan.operation;
  return {
    describedBy: declarationPath(service, plan.resource),
    ...omitUndefined({
      isProtected: runtime.access && (true as const),
      patchTypes: method === 'PATCH' ? body?.runtime.mediaTypes : undefined,
    }),
  };
}
