/** Projects with any number of operations. */

import { copyProjectWith } from './local-service.ts';
import type { ProjectFiles } from './project.ts';

/**
 * `GET /v1/<resource>/<n>/{id}`, or another method, for n from 0 to the number of the resource.
 *
 * @example largeService({ orders: 40, parts: 60 })
 */
export function largeService(operations: Readonly<Record<string, number>>, method = 'GET'): ProjectFiles {
  const resources = Object.entries(operations);
  return Object.fromEntries([
    ['descriptors/api-docs.json', { apiVersion: '1.0', basePath: '/v1' }],
    ...resources.flatMap(([resource, amount]) => [
      [`descriptors/${resource}.json`, declaration(resource, amount, method)],
      ...numbers(amount).map((n) => [`handlers/${resource}/read${n}.ts`, handler(resource, n)]),
    ]),
  ]);
}

/** A copy of this project with these descriptors and handlers instead of its own. */
export async function copyLargeProject(operations: Readonly<Record<string, number>>): Promise<string> {
  return copyProjectWith(largeService(operations));
}

/** The route keys of the service, a HEAD for each GET. */
export function largeServiceRoutes(operations: Readonly<Record<string, number>>): string[] {
  return Object.entries(operations).flatMap(([resource, amount]) =>
    numbers(amount).flatMap((n) => ['GET', 'HEAD'].map((method) => `${method} /v1/${resource}/${n}/{id}`)),
  );
}

function declaration(resource: string, amount: number, httpMethod: string) {
  const parameters = [{ paramType: 'path', name: 'id', dataType: 'string' }];
  return {
    resourcePath: `/${resource}`,
    apis: numbers(amount).map((n) => ({
      path: `/${resource}/${n}/{id}`,
      operations: [{ httpMethod, nickname: `read${n}`, responseClass: 'any', parameters }],
    })),
  };
}

function handler(resource: string, n: number): string {
  return `import type { Handle } from '#generated/types/${resource}/read${n}.ts';

export const handle: Handle = ({ id }) => ({ read: '${resource} ${n}', id });
`;
}

function numbers(amount: number): number[] {
  return Array.from({ length: amount }, (_, n) => n);
}
