/** What `npm start` prints when the service is up: one screen. */

import { apiDocsPaths } from '../compiler/plan/api-docs.ts';
import { operationsOf, type ServicePlan } from '../plan/service-plan.ts';
import type { LocalSettings } from './local-settings.ts';

/** @example screen(service, 'http://localhost:3000', settings) // "Headwater runs at http://localhost:3000/v1 …" */
export function screen(service: ServicePlan, origin: string, settings: LocalSettings): string {
  const operations = operationsOf(service);
  const routes = operations.map(({ method, routePath, summary }) => ({ method, routePath, summary }));
  const apiDocs = apiDocsPaths(service).map((routePath) => ({
    method: 'GET',
    routePath,
    summary: 'The descriptors',
  }));
  const example = operations.find(
    ({ method, parameters }) => method === 'GET' && !parameters.some(({ runtime }) => runtime.required),
  );
  return [
    '',
    `  Headwater runs at ${origin}${service.basePath}`,
    '',
    ...table([...routes, ...apiDocs]).map((line) => `  ${line}`),
    '',
    `  Try    curl -s ${origin}${example?.routePath ?? apiDocs[0]?.routePath}`,
    `  Data   ${settings.dataFolder}`,
    ...(settings.isWatching ? ['  Watch  descriptors/, handlers/ and lib/'] : []),
    '  Stop   Ctrl-C',
    '',
  ].join('\n');
}

function table(routes: readonly { method: string; routePath: string; summary: string }[]): string[] {
  const width = Math.max(...routes.map(({ routePath }) => routePath.length));
  return routes.map(({ method, routePath, summary }) =>
    `${method.padEnd(7)} ${routePath.padEnd(width)}  ${summary.replaceAll(/\s+/g, ' ')}`.trimEnd(),
  );
}
