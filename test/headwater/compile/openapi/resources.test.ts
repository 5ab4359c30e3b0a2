/** One document, several resources: by tags, else by the first segment of paths. */

import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../../lib/headwater/compile/build-settings.ts';
import { openApiDocument } from '../../../../lib/headwater/compile/emit/openapi/document.ts';
import { type CheckReport, check } from '../../../../lib/headwater/tools/import/check.ts';
import { planDocuments } from '../../../support/plan-document.ts';
import { makeProject } from '../../../support/project.ts';

type Tagged = readonly [method: string, path: string, ...tags: string[]];

const name = (id: string) => ({ $ref: `#/components/schemas/${id}` });

/** Each operation returns the model `Of<first tag>`, which has a `Shared`. */
function documentOf(operations: readonly Tagged[], tags: readonly object[] = []) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [method, path, ...own] of operations) {
    const schema = name(own[0] === undefined ? 'Shared' : `Of${own[0]}`);
    const responses = { 200: { description: 'Fine', content: { 'application/json': { schema } } } };
    const operationId = `${method}${path.replaceAll(/\W+/g, '_')}`;
    paths[path] = {
      ...paths[path],
      [method]: { operationId, ...(own.length > 0 ? { tags: own } : {}), responses },
    };
  }
  const used = [...new Set(operations.flatMap(([, , tag]) => tag ?? []))];
  const models = used.map((tag) => [`Of${tag}`, { type: 'object', properties: { a: name('Shared') } }]);
  const schemas = {
    ...Object.fromEntries(models),
    Shared: { type: 'object', properties: { b: { type: 'string' } } },
    Unused: { type: 'object', properties: { c: { type: 'string' } } },
  };
  return { openapi: '3.1.0', info: { title: 'A shop', version: '1' }, tags, paths, components: { schemas } };
}

const shop: readonly Tagged[] = [
  ['get', '/pet/{id}', 'pet', 'public'],
  ['post', '/order', 'order'],
  ['delete', '/pet/{id}', 'order'],
];

function resourcesOf(documents: Readonly<Record<string, object>>, general?: object) {
  const { resources, diagnostics } = planDocuments(documents, general);
  const known = diagnostics.filter(({ code }) => code !== 'W-PARAM');
  return {
    diagnostics: known.map(({ code, file, pointer, found }) => [code, file, pointer, found]),
    resources: resources.map(({ name: resource, apis }) => [
      resource,
      ...apis.flatMap(({ operations }) => operations.map(({ method, path }) => `${method} ${path}`)),
    ]),
  };
}

describe('resources', () => {
  test.each<[what: string, operations: readonly Tagged[], resources: readonly (readonly string[])[]]>([
    [
      'the first tag of each operation',
      shop,
      [
        ['pet', 'GET /pet/{id}'],
        ['order', 'DELETE /pet/{id}', 'POST /order'],
      ],
    ],
    [
      'one tag',
      [
        ['get', '/a', 'x'],
        ['get', '/b', 'x'],
      ],
      [['shop', 'GET /a', 'GET /b']],
    ],
    [
      'no tags, and one first segment',
      [
        ['get', '/a'],
        ['get', '/a/{id}'],
      ],
      [['shop', 'GET /a', 'GET /a/{id}']],
    ],
    [
      'no tags, and several first segments',
      [
        ['get', '/a'],
        ['get', '/b/{id}'],
      ],
      [
        ['a', 'GET /a'],
        ['b', 'GET /b/{id}'],
      ],
    ],
    [
      'no tag, or no letters in it, and a variable first',
      [
        ['get', '/{id}'],
        ['get', '/b', '123'],
        ['post', '/{id}', '用户'],
      ],
      [
        ['shop', 'GET /{id}', 'POST /{id}'],
        ['b', 'GET /b'],
      ],
    ],
    [
      'names that differ in letter case and punctuation',
      [
        ['get', '/a', 'Pet Store'],
        ['get', '/b', 'pet-store'],
        ['get', '/c', 'Météo & air'],
      ],
      [
        ['Pet-Store', 'GET /a', 'GET /b'],
        ['Meteo-air', 'GET /c'],
      ],
    ],
    [
      'names that cannot be used',
      [
        ['get', '/a', 'con'],
        ['get', '/b', 'api-docs'],
      ],
      [
        ['a', 'GET /a'],
        ['b', 'GET /b'],
      ],
    ],
  ])('%s', (_what, operations, resources) => {
    expect(resourcesOf({ 'shop.json': documentOf(operations) })).toEqual({ diagnostics: [], resources });
  });

  test('are in the order of the listing, with its descriptions or those of the tags', () => {
    const tags = [
      { name: 'pet', description: 'Animals' },
      { name: 'order', description: 'Of customers' },
    ];
    const general = { basePath: '/v1', apis: [{ path: '/order', description: 'Listed' }, { path: '/pet' }] };
    const { resources, service } = planDocuments({ 'shop.json': documentOf(shop, tags) }, general);
    expect(resources.map((each) => [each.name, each.description, each.descriptor])).toEqual([
      ['order', 'Listed', 'shop'],
      ['pet', 'Animals', 'shop'],
    ]);
    const ids = service?.functions.flatMap((plan) => (plan.kind === 'operation' ? plan.id : []));
    expect(ids).toEqual(['order-delete_pet_id_', 'order-post_order', 'pet-get_pet_id_']);
  });

  test.each([
    [['/shop/order', '/shop/order/{id}'], '/shop/order'],
    [['/shop/order', '/shop/cart/{id}'], '/shop'],
    [['/{id}/order', '/{id}/cart'], '/shop'],
    [['/order', '/cart'], '/shop'],
  ])('with the paths %j have the resource path %s', (paths, resourcePath) => {
    const document = documentOf(paths.map((path) => ['get', path, 'order']));
    expect(planDocuments({ 'shop.json': document }).resources).toMatchObject([{ resourcePath }]);
  });

  test('have the models that they need; one that has all operations has all', () => {
    const modelsOf = (operations: readonly Tagged[]) =>
      planDocuments({ 'shop.json': documentOf(operations) }).resources.map(({ models }) => [
        ...models.keys(),
      ]);
    expect(modelsOf(shop)).toEqual([
      ['Ofpet', 'Shared'],
      ['Oforder', 'Shared'],
    ]);
    expect(modelsOf([['get', '/a']])).toEqual([['Shared', 'Unused']]);
  });
});

describe('a resource of another file', () => {
  const pet = { swaggerVersion: '1.2', resourcePath: '/animal', apis: [] };

  test('has its name for itself', () => {
    const { diagnostics, resources } = resourcesOf({ 'Pet.json': pet, 'shop.json': documentOf(shop) });
    expect(diagnostics).toEqual([
      [
        'E-DUPLICATE',
        'descriptors/shop.json',
        '/paths/~1pet~1{id}/get',
        'the resource "pet", which descriptors/Pet.json has, too',
      ],
    ]);
    expect(resources).toEqual([['Pet'], ['order', 'DELETE /pet/{id}', 'POST /order']]);
  });

  test('that has it by tags, too', () => {
    const other = documentOf([
      ['get', '/x', 'order'],
      ['get', '/y', 'y'],
    ]);
    const { diagnostics } = resourcesOf({ 'shop.json': documentOf(shop), 'warehouse.json': other });
    expect(diagnostics).toEqual([
      [
        'E-DUPLICATE',
        'descriptors/warehouse.json',
        '/paths/~1x/get',
        'the resource "order", which descriptors/shop.json has, too',
      ],
    ]);
  });

  test('may have the same route: the diagnostic names both places', () => {
    const twice = documentOf([
      ['get', '/pet/{id}', 'pet'],
      ['get', '/pet/{name}', 'order'],
    ]);
    const { diagnostics } = planDocuments({ 'shop.json': twice });
    const [clash] = diagnostics.filter(({ code }) => code === 'E-ROUTE' || code === 'E-DUPLICATE');
    expect(clash).toMatchObject({ file: 'descriptors/shop.json', pointer: '/paths/~1pet~1{name}/get' });
  });
});

test('the listing may name resources of tags, and no others', () => {
  const general = { basePath: '/v1', apis: [{ path: '/order' }, { path: '/customer' }] };
  const { diagnostics } = resourcesOf({ 'shop.json': documentOf(shop) }, general);
  expect(diagnostics).toEqual([
    ['E-LISTING', 'descriptors/api-docs.json', '/apis/1', 'the resource "/customer" without a descriptor'],
  ]);
});

test('npx headwater check lists the resources of each file', async () => {
  const folder = await makeProject({ 'in/shop.json': documentOf(shop) });
  const { output = '', exitCode } = await check({ path: `${folder}/in`, strict: false, json: true });
  const report: CheckReport = JSON.parse(output);
  expect(exitCode).toBe(0);
  expect(report.resources.map(({ name: resource, operations }) => [resource, operations])).toEqual([
    ['pet', 1],
    ['order', 2],
  ]);
});

describe('an operationId that repeats', () => {
  const responses = { 204: { description: 'Done' } };
  const get = (operationId: string, ...tags: string[]) => ({ get: { operationId, tags, responses } });
  const planned = (paths: object) => {
    const document = { openapi: '3.1.0', info: { title: 'A shop', version: '1' }, paths };
    const { service, diagnostics } = planDocuments({ 'shop.json': document });
    const ids = service?.resources.flatMap(({ apis }) =>
      apis.flatMap(({ operations }) => operations.map(({ runtime, nickname }) => [runtime.id, nickname])),
    );
    const found = diagnostics.filter(({ code }) => code === 'W-NICKNAME').map((each) => each.found);
    const written =
      service && Object.values<object>(Object(openApiDocument(service, defaultSettings)['paths']));
    return { ids, found, written: written?.map((item) => (item as ReturnType<typeof get>).get.operationId) };
  };

  test('in several resources is the name in each', () => {
    const paths = { '/orders': get('list', 'orders'), '/products': get('list', 'products') };
    expect(planned(paths)).toEqual({
      ids: [
        ['orders-list', 'list'],
        ['products-list', 'list'],
      ],
      found: [],
      written: ['orders-list', 'products-list'],
    });
  });

  test('in one resource is extended', () => {
    const paths = { '/a': get('list', 'x'), '/b': get('list', 'x'), '/c': get('list', 'y') };
    const { ids, found } = planned(paths);
    expect(ids?.map(([id]) => id)).toEqual(['x-list', 'x-listGetB', 'y-list']);
    expect(found).toEqual(['the operationId "list" for GET /a, GET /b']);
  });
});
