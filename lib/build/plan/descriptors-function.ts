/** The function that serves the descriptors. No descriptor declares it. */

import type { DescriptorsFunction } from '../../shared/plan/function-plan.ts';
import type { RuntimeOperation } from '../../shared/plan/operation-plan.ts';
import type { DeclaredService } from '../../shared/plan/service-plan.ts';
import { type AllowedOrigins, varyByOrigin } from './vary-by-origin.ts';

const runtime: RuntimeOperation = {
  id: 'api-docs',
  successStatus: 200,
  // For minutes after a deployment a client may see the descriptors of the previous one.
  cacheControl: 'public, max-age=300',
  produces: ['application/json'],
  // The handler reads the variable of its path itself.
  parameters: [],
};

export function planDescriptorsFunction(
  service: DeclaredService,
  allowedOrigins: AllowedOrigins,
): DescriptorsFunction {
  const { basePath, resources } = service;
  const paths = [`${basePath}/api-docs.json`, declarationPath(service, '{resource}'), documentPath(service)];
  return {
    kind: 'descriptors',
    id: runtime.id,
    description: 'The descriptors of this service, and the same in OpenAPI',
    triggers: ['GET', 'HEAD'].flatMap((method) =>
      paths.map((path) => ({ kind: 'route', method, path }) as const),
    ),
    runtime: varyByOrigin(runtime, allowedOrigins),
    basePath,
    declarations: resources.map(({ name, basePath }) => ({ resource: name, basePath })),
  };
}

/** Where the service is described in OpenAPI. */
export function documentPath({ basePath }: Pick<DeclaredService, 'basePath'>): string {
  return `${basePath}/openapi.json`;
}

/** Where the declaration of a resource is served. */
export function declarationPath({ basePath }: Pick<DeclaredService, 'basePath'>, resource: string): string {
  return `${basePath}/api-docs.json/${resource}`;
}
