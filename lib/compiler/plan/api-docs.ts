/** The function that serves the descriptors: the only one that no descriptor declares. */

import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import { type Route, routesOf } from '../../plan/route-table.ts';
import type { ServicePlan } from '../../plan/service-plan.ts';

export const apiDocsOperation: RuntimeOperation = {
  id: 'api-docs',
  successStatus: 200,
  // A client that looks again within minutes of a deployment may see what was before it.
  cacheControl: 'public, max-age=300',
  produces: ['application/json'],
  parameters: [{ name: 'resource', place: 'path', cast: 'text', required: false, isList: false }],
};

export function apiDocsPaths(service: ServicePlan): string[] {
  const { basePath } = service;
  return [`${basePath}/api-docs.json`, declarationPath(service, '{resource}')];
}

/** Where the declaration of a resource is served. */
export function declarationPath({ basePath }: ServicePlan, resource: string): string {
  return `${basePath}/api-docs.json/${resource}`;
}

export function apiDocsRoutes(service: ServicePlan): Route[] {
  const paths = apiDocsPaths(service);
  return routesOf({ method: 'GET', gatewayPaths: paths, headPaths: paths });
}
