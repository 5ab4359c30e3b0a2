/**
 * The functions that no descriptor declares: of the descriptors, the reference page, pages of the service's own, and of
 * requests that match no route.
 */

import { omitEmpty, omitUndefined } from '../../shared/json/omit.ts';
import type { AwsUse } from '../../shared/plan/aws-resources.ts';
import type {
  DefaultRouteFunction,
  DescriptorsFunction,
  FunctionPlan,
  PageFunction,
  ReferenceFunction,
  RouteMethods,
  ServiceDescriptions,
} from '../../shared/plan/function-plan.ts';
import type { AccessAlternative, OperationPlan } from '../../shared/plan/operation-plan.ts';
import { referencePath } from '../../shared/plan/reference-files.ts';
import type { DeclaredService } from '../../shared/plan/service-plan.ts';
import { forwardedRoutesOf, slashRoutesOf } from './forwarded-operations.ts';
import { operationsOf, servedRoutesOf } from './operations.ts';

/** A quota of HTTP APIs that AWS does not raise. Each function takes one integration. */
export const maxIntegrations = 300;

export function planDescriptorsFunction(service: DeclaredService): DescriptorsFunction {
  const { basePath, resources } = service;
  const paths = [`${basePath}/api-docs.json`, declarationPath(service, '{resource}'), documentPath(service)];
  const description = 'The descriptors of this service, and the same in OpenAPI';
  const { runtime, ...serving } = servingFiles('api-docs', description, paths);
  return {
    kind: 'descriptors',
    ...serving,
    // For minutes after a deployment a client may see the descriptors of the previous one.
    runtime: { ...runtime, cacheControl: 'public, max-age=300', produces: ['application/json'] },
    basePath,
    declarations: resources.map(({ name, basePath }) => ({ resource: name, basePath })),
  };
}

/**
 * @param planned The page gives way to what the service declares: the path, or one in its place, and a function more than the
 *   API could have beside it and the default route.
 */
export function planReferenceFunction(
  service: DeclaredService,
  planned: readonly FunctionPlan[],
): ReferenceFunction[] {
  const id = 'reference';
  const isTaken = planned
    .flatMap(servedRoutesOf)
    .some(({ path }) => /^\/(?:docs|\{\w+\+?\})(?:\/|$)/i.test(path));
  const isNamed = planned.some((plan) => plan.id.toLowerCase() === id);
  const isFull = planned.length + 2 > maxIntegrations;
  if (isTaken || isNamed || isFull) return [];
  const serving = servingFiles(id, 'The reference page, for people', pagePaths(referencePath));
  return [{ kind: 'reference', ...serving, documentPath: documentPath(service) }];
}

/** The name of a page may also be the path of an operation: the build reports the clash. */
export function planPageFunctions({ pages }: DeclaredService): PageFunction[] {
  return pages.map((page) => ({
    kind: 'page',
    ...servingFiles(page.name, page.summary, pagePaths(`/${page.name}`)),
    page,
  }));
}

function pagePaths(path: string): string[] {
  return [path, `${path}/{file}`];
}

/** A function whose handler reads the variables of its path itself, and knows the type of each file. */
function servingFiles(id: string, description: string, paths: readonly string[]) {
  const triggers = ['GET', 'HEAD'].flatMap((method) =>
    paths.map((path) => ({ kind: 'route', method, path }) as const),
  );
  return { id, description, triggers, runtime: { id, successStatus: 200, produces: [], parameters: [] } };
}

/** Where the service is described in OpenAPI. */
function documentPath({ basePath }: Pick<DeclaredService, 'basePath'>): string {
  return `${basePath}/openapi.json`;
}

/** Where the declaration of a resource is served. */
export function declarationPath({ basePath }: Pick<DeclaredService, 'basePath'>, resource: string): string {
  return `${basePath}/api-docs.json/${resource}`;
}

/** @param planned all other functions, whose routes it knows. */
export function planDefaultRouteFunction(
  service: DeclaredService,
  planned: readonly FunctionPlan[],
): DefaultRouteFunction {
  const id = 'default-route';
  const access = anyAccess(service);
  const forwardedRoutes = operationsOf(service).flatMap((operation) => {
    const functionId = operation.runtime.id;
    return forwardedRoutesOf(operation).map(({ method, path }) => ({ method, path, functionId }));
  });
  const forwarded = new Set(forwardedRoutes.map(({ functionId }) => functionId));
  const uses = planned.flatMap((plan) => (forwarded.has(plan.id) ? (plan.uses ?? []) : []));
  return {
    kind: 'default-route',
    id,
    description: 'Requests that match no route: unknown paths, other methods, OPTIONS',
    triggers: [{ kind: 'default-route' }],
    // Nothing to negotiate: every response with content is a problem document.
    runtime: { id, successStatus: 204, produces: [], parameters: [], ...omitEmpty({ access }) },
    routeTable: routeTable(service, planned),
    forwardedRoutes,
    ...(uses.length > 0 ? { uses: withoutRepeats(uses) } : {}),
  };
}

function withoutRepeats(uses: readonly AwsUse[]): readonly AwsUse[] {
  return [...new Map(uses.map((use) => [JSON.stringify(use), use])).values()];
}

/** What some operation accepts, whatever the scopes. */
function anyAccess(service: DeclaredService): AccessAlternative[] {
  const all = operationsOf(service).flatMap(({ runtime }) => runtime.access ?? []);
  const bare = all
    .filter((alternative) => alternative.length > 0)
    .map((alternative) => alternative.map((each) => ({ ...each, scopes: [] })));
  return [...new Map(bare.map((alternative) => [JSON.stringify(alternative), alternative])).values()];
}

function routeTable(service: DeclaredService, others: readonly FunctionPlan[]): RouteMethods[] {
  const routes = others.flatMap((plan) => {
    const operation = plan.kind === 'operation' ? plan.operation : undefined;
    return servedRoutesOf(plan).map(({ method, path }) => ({ method, path, operation }));
  });
  const slashRoutes = Map.groupBy(operationsOf(service).flatMap(slashRoutesOf), ({ path }) => path);
  const table = [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => {
    const patch = ofPath.find(({ method }) => method === 'PATCH')?.operation;
    // No descriptor describes other functions.
    const resource = ofPath[0]?.operation?.resource;
    return {
      path,
      methods: ofPath.map(({ method }) => method),
      ...omitUndefined({
        isProtected: ofPath.every(({ operation }) => isProtected(operation)) || undefined,
        slashMethods: slashRoutes.get(path)?.map(({ method }) => method),
        patchTypes: patch?.body?.runtime.mediaTypes,
        describedBy: resource && declarationPath(service, resource),
      }),
    };
  });
  return [...table, ...redirects(service, table)];
}

/** `/` and the base path redirect to the descriptions of the service, unless an operation is declared there. */
function redirects(service: DeclaredService, declared: readonly RouteMethods[]): RouteMethods[] {
  const { basePath } = service;
  const isDeclared = (path: string) =>
    declared.some((route) => route.path === path && route.methods.includes('GET'));
  const methods = ['GET', 'HEAD'];
  const hasPage = declared.some(({ path }) => path === referencePath);
  const redirectsTo: ServiceDescriptions = {
    descriptors: `${basePath}/api-docs.json`,
    document: documentPath(service),
    ...(hasPage ? { page: referencePath } : {}),
  };
  return [...new Set(['/', basePath || '/'])]
    .filter((path) => !isDeclared(path))
    .map((path) => ({ path, methods, ...(path === '/' ? {} : { slashMethods: methods }), redirectsTo }));
}

function isProtected(operation: OperationPlan | undefined): boolean {
  return operation?.runtime.access?.every((alternative) => alternative.length > 0) === true;
}
