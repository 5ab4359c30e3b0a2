/** The function that serves the descriptors: the only one that no descriptor declares. */

import type { RuntimeOperation } from '../../plan/operation-plan.ts';
import type { ServicePlan } from '../../plan/service-plan.ts';

export const apiDocsOperation: RuntimeOperation = {
  id: 'api-docs',
  successStatus: 200,
  // A client that looks again within minutes of a deployment may see what was before it.
  cacheControl: 'public, max-age=300',
  produces: ['application/json'],
  parameters: [{ name: 'resource', place: 'path', cast: 'text', required: false, isList: false }],
};

export function apiDocsRoutes({ basePath }: ServicePlan): string[] {
  return [`${basePath}/api-docs.json`, `${basePath}/api-docs.json/{resource}`];
}
