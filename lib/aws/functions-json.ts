/** The `functions` of serverless.yml: one per operation, and those of the service itself. */

import { archivePath, bundlePath, generatedFolder } from '../compiler/emit/generated-files.ts';
import { apiDocsOperation, apiDocsRoutes } from '../compiler/plan/api-docs.ts';
import { defaultRouteOperation } from '../compiler/plan/default-route.ts';
import { omitUndefined } from '../json/omit-undefined.ts';
import type { OperationPlan } from '../plan/operation-plan.ts';
import { type Route, routesOf } from '../plan/route-table.ts';
import { operationsOf, type ServicePlan } from '../plan/service-plan.ts';

export function functionsJson(service: ServicePlan): string {
  const declared = operationsOf(service).map((plan) => [plan.runtime.id, functionOf(plan)]);
  const apiDocs = {
    ...codeOf(apiDocsOperation.id),
    description: 'The descriptors of this service',
    events: apiDocsRoutes(service).map(httpApi),
  };
  const defaultRoute = {
    ...codeOf(defaultRouteOperation.id),
    description: 'What no route fits: unknown paths, other methods, OPTIONS',
    events: [{ httpApi: '*' }],
  };
  const own = [
    [apiDocsOperation.id, apiDocs],
    [defaultRouteOperation.id, defaultRoute],
  ];
  return `${JSON.stringify(Object.fromEntries([...declared, ...own]), null, 2)}\n`;
}

function functionOf(plan: OperationPlan): object {
  return {
    ...codeOf(plan.runtime.id),
    // AWS takes 256 characters.
    ...(plan.summary === '' ? {} : { description: plan.summary.slice(0, 256) }),
    ...omitUndefined({ memorySize: plan.memoryMb, timeout: plan.timeoutSeconds }),
    events: routesOf(plan).map(httpApi),
  };
}

/** The archive is ready-made: the deployment tool would look through all of node_modules to make its own. */
function codeOf(id: string): object {
  return {
    handler: `${generatedFolder}/${bundlePath(id).replace(/\.mjs$/, '.handler')}`,
    package: { artifact: `${generatedFolder}/${archivePath(id)}` },
  };
}

function httpApi({ method, path }: Route): object {
  return { httpApi: { method, path } };
}
