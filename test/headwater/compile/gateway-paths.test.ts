/** Declared paths -> gateway routes, and the gateway's variable names. */

import { expect, test } from 'vitest';
import { operationsOf } from '../../../lib/headwater/compile/plan/operations.ts';
import { planService } from '../../../lib/headwater/compile/plan/plan-service.ts';
import { parseDescriptor } from '../../../lib/headwater/compile/source/read-descriptors.ts';
import type { ServicePlan } from '../../../lib/headwater/shared/plan/service-plan.ts';

/** Declares a GET on each path. @returns its routes, with the variables that the gateway renames. */
function routesOf(paths: readonly string[]): string[] {
  const apis = paths.map((path, index) => ({
    path,
    operations: [
      {
        method: 'GET',
        nickname: `read${index}`,
        type: 'any',
        parameters: [...path.matchAll(/\{([^}]*?)[*+]?\}/g)].map(([, name]) => ({
          paramType: 'path',
          name,
          type: 'string',
        })),
      },
    ],
  }));
  return operationsOf(serviceOf(apis)).map(({ gatewayPaths, parameters }) => {
    const names = parameters.flatMap(({ runtime: { name, gatewayName } }) =>
      gatewayName ? `${name}=${gatewayName}` : [],
    );
    return [...gatewayPaths, ...names].join(' ');
  });
}

function serviceOf(apis: readonly object[]): ServicePlan {
  const fileOf = (name: string, value: unknown) => parseDescriptor(name, JSON.stringify(value)).file;
  const listing = fileOf('api-docs.json', {});
  const thing = fileOf('thing.json', { basePath: '/v1', resourcePath: '/', apis });
  if (!listing || !thing) throw new Error('The descriptors are not JSON.');
  const { service, diagnostics } = planService({
    listing,
    resources: new Map([['thing', thing]]),
    diagnostics: [],
  });
  expect(diagnostics).toEqual([]);
  return service ?? expect.fail('no plan');
}

const tables: readonly [name: string, paths: readonly string[], routes: readonly string[]][] = [
  ['plain', ['/a', '/a/{id}'], ['/v1/a', '/v1/a/{id}']],
  ['siblings', ['/a/{x}', '/a/{y}/b'], ['/v1/a/{x}', '/v1/a/{x}/b y=x']],
  ['siblings under different parents', ['/a/{x}', '/b/{y}'], ['/v1/a/{x}', '/v1/b/{y}']],
  ['a name that a parent path uses', ['/{a}/{b}', '/{b}/{a}/c'], ['/v1/{a}/{b}', '/v1/{a}/{b}/c b=a a=b']],
  ['a name that would occur twice', ['/{a}', '/{b}/x/{a}'], ['/v1/{a}', '/v1/{a}/x/{a_} b=a a=a_']],
  ['characters that route keys do not allow', ['/a/{pet-id}'], ['/v1/a/{pet_id} pet-id=pet_id']],
  ['the rest of a path', ['/a/{rest+}'], ['/v1/a/{rest+}']],
  ['the optional rest of a path', ['/a/{rest*}'], ['/v1/a /v1/a/{rest+}']],
];
test.each(tables)('%s', (_name, paths, routes) => {
  expect(routesOf(paths)).toEqual(routes);
});

test('each path of a GET has a HEAD route, unless an operation declares it', () => {
  const operation = (method: string, nickname: string, parameters: object[] = []) => ({
    method,
    nickname,
    type: 'void',
    parameters,
  });
  const rest = { paramType: 'path', name: 'rest', type: 'string' };
  const id = { ...rest, name: 'id' };
  const service = serviceOf([
    {
      path: '/a/{rest*}',
      operations: [operation('GET', 'readAll', [rest]), operation('POST', 'add', [rest])],
    },
    { path: '/a', operations: [operation('HEAD', 'look')] },
    { path: '/b/{id}', operations: [operation('GET', 'readOne', [id])] },
    { path: '/b/{rest}', operations: [operation('HEAD', 'lookAtOne', [rest])] },
  ]);
  expect(operationsOf(service).map(({ nickname, headPaths }) => [nickname, ...headPaths])).toEqual([
    ['readAll', '/v1/a/{rest+}'],
    ['add'],
    ['look'],
    ['readOne'],
    ['lookAtOne'],
  ]);
});
