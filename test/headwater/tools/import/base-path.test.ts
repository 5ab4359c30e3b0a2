/** The listing that `npx headwater init` writes: its base path is the one of the operations, so the service's own paths begin like them. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operationsOf } from '../../../../lib/headwater/compile/plan/operations.ts';
import { planService } from '../../../../lib/headwater/compile/plan/plan-service.ts';
import { readDescriptors } from '../../../../lib/headwater/compile/source/read-descriptors.ts';
import { importApi } from '../../../../lib/headwater/tools/import/init.ts';
import { makeProject } from '../../../support/project.ts';

/** One operation below a path of its own. */
const paths = (name: string) => ({
  [`/${name}`]: { get: { operationId: 'list', responses: { 204: { description: 'Done' } } } },
});
const openApi = (name: string, ...urls: readonly string[]) => ({
  openapi: '3.1.0',
  info: { title: name, version: '1' },
  ...(urls.length > 0 ? { servers: urls.map((url) => ({ url })) } : {}),
  paths: paths(name),
});
const swagger2 = (name: string, basePath: string) => ({
  swagger: '2.0',
  info: { title: name, version: '1' },
  basePath,
  paths: paths(name),
});
const swagger1 = (name: string, basePath: string) => ({
  swaggerVersion: '1.2',
  apiVersion: '1',
  basePath,
  resourcePath: `/${name}`,
  apis: [{ path: `/${name}`, operations: [{ method: 'GET', nickname: 'list', type: 'void' }] }],
});

const cases: readonly [
  name: string,
  files: Readonly<Record<string, object>>,
  basePath: unknown,
  routes: string[],
][] = [
  ['a server with a path', { 'a.json': openApi('a', 'https://api.shop.example/v1') }, '/v1', ['/v1/a']],
  [
    'the first of two servers',
    { 'a.json': openApi('a', 'https://shop.example/v1', 'https://test.shop.example/v2') },
    '/v1',
    ['/v1/a'],
  ],
  ['a server without a path', { 'a.json': openApi('a', 'https://api.shop.example') }, undefined, ['/a']],
  ['no server', { 'a.json': openApi('a') }, undefined, ['/a']],
  ['Swagger 2.0', { 'a.json': swagger2('a', '/v2') }, '/v2', ['/v2/a']],
  ['Swagger 1.2 without a listing', { 'a.json': swagger1('a', 'http://shop.example/v3/') }, '/v3', ['/v3/a']],
  [
    'several files that agree',
    { 'a.json': openApi('a', '/v1'), 'b.json': swagger2('b', '/v1'), 'c.json': swagger1('c', '/v1') },
    '/v1',
    ['/v1/a', '/v1/b', '/v1/c'],
  ],
  [
    'several files that differ',
    { 'a.json': openApi('a', '/v1'), 'b.json': openApi('b', '/v2') },
    undefined,
    ['/v1/a', '/v2/b'],
  ],
  [
    'one of several at the root',
    { 'a.json': openApi('a', '/v1'), 'b.json': openApi('b', '/') },
    undefined,
    ['/b', '/v1/a'],
  ],
  [
    'a listing with its own',
    {
      'api-docs.json': {
        swaggerVersion: '1.2',
        basePath: 'http://shop.example/docs',
        apis: [{ path: '/a' }],
      },
      'a.json': swagger1('a', '/v1'),
    },
    'http://shop.example/docs',
    ['/v1/a'],
  ],
];

test.each(cases)('%s', async (_name, files, basePath, routes) => {
  const foreign = Object.entries(files).map(([path, value]) => [`foreign/${path}`, JSON.stringify(value)]);
  const project = await makeProject(Object.fromEntries(foreign));
  const options = { path: join(project, 'foreign'), fix: false, 'skip-unsupported': false, mock: false };
  expect((await importApi(project, options)).exitCode).toBe(0);
  const listing = JSON.parse(await readFile(join(project, 'descriptors/api-docs.json'), 'utf8'));
  expect(listing.basePath).toBe(basePath);
  const { service } = planService(await readDescriptors(project, 'descriptors'));
  const planned = service ? operationsOf(service).map(({ routePath }) => routePath) : [];
  expect(planned.toSorted()).toEqual(routes);
});
