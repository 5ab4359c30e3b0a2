/** The functions that serve the descriptors, the reference page and pages of the service's own. No operation declares them. */

import type {
  DescriptorsFunction,
  FunctionPlan,
  PageFunction,
  ReferenceFunction,
  Trigger,
} from '../../shared/plan/function-plan.ts';
import type { RuntimeOperation } from '../../shared/plan/operation-plan.ts';
import { referencePath } from '../../shared/plan/reference-files.ts';
import type { DeclaredService } from '../../shared/plan/service-plan.ts';
import { servedRoutesOf } from './function-kinds.ts';

const descriptorsRuntime: RuntimeOperation = {
  id: 'api-docs',
  successStatus: 200,
  // For minutes after a deployment a client may see the descriptors of the previous one.
  cacheControl: 'public, max-age=300',
  produces: ['application/json'],
  // The handler reads the variable of its path itself.
  parameters: [],
};

const referenceRuntime: RuntimeOperation = {
  id: 'reference',
  successStatus: 200,
  // The handler itself knows the type of each file.
  produces: [],
  parameters: [],
};

/** A quota of HTTP APIs that AWS does not raise. Each function takes one integration. */
export const maxIntegrations = 300;

export function planDescriptorsFunction(service: DeclaredService): DescriptorsFunction {
  const { basePath, resources } = service;
  const paths = [`${basePath}/api-docs.json`, declarationPath(service, '{resource}'), documentPath(service)];
  return {
    kind: 'descriptors',
    id: descriptorsRuntime.id,
    description: 'The descriptors of this service, and the same in OpenAPI',
    triggers: readRoutes(paths),
    runtime: descriptorsRuntime,
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
  const { id } = referenceRuntime;
  const isTaken = planned
    .flatMap(servedRoutesOf)
    .some(({ path }) => /^\/(?:docs|\{\w+\+?\})(?:\/|$)/i.test(path));
  const isNamed = planned.some((plan) => plan.id.toLowerCase() === id);
  const isFull = planned.length + 2 > maxIntegrations;
  if (isTaken || isNamed || isFull) return [];
  return [
    {
      kind: 'reference',
      id,
      description: 'The reference page, for people',
      triggers: readRoutes([referencePath, `${referencePath}/{file}`]),
      runtime: referenceRuntime,
      documentPath: documentPath(service),
    },
  ];
}

/** The name of a page may also be the path of an operation: the build reports the clash. */
export function planPageFunctions({ pages }: DeclaredService): PageFunction[] {
  return pages.map((page) => ({
    kind: 'page',
    id: page.name,
    description: page.summary,
    triggers: readRoutes([`/${page.name}`, `/${page.name}/{file}`]),
    runtime: { ...referenceRuntime, id: page.name },
    page,
  }));
}

function readRoutes(paths: readonly string[]): Trigger<'route'>[] {
  return ['GET', 'HEAD'].flatMap((method) => paths.map((path) => ({ kind: 'route', method, path }) as const));
}

/** Where the service is described in OpenAPI. */
export function documentPath({ basePath }: Pick<DeclaredService, 'basePath'>): string {
  return `${basePath}/openapi.json`;
}

/** Where the declaration of a resource is served. */
export function declarationPath({ basePath }: Pick<DeclaredService, 'basePath'>, resource: string): string {
  return `${basePath}/api-docs.json/${resource}`;
}
