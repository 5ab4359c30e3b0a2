/** docs/headwater/callers.md: its files make a project with these descriptors, and its tests pass as they are written. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../../../support/documentation.ts';
import { makeProject } from '../../../support/project.ts';
import { repository } from '../../../support/repository.ts';
import { runTests } from '../../testing/run-tests.ts';

const callersWith = (scope: string) => ({ oauth2: [{ scope }], apiKey: [{ scope }] });

const managed = {
  _id: { type: 'string', required: true },
  created: { type: 'date-time', required: true },
  updated: { type: 'date-time', required: true },
  revision: { type: 'int', required: true },
};

const bodyOf = (dataType: string) => ({ paramType: 'body', name: 'body', dataType, required: true });
const pageOf = (type: string) => ({
  total: { type: 'int', required: true },
  relation: { type: 'string', required: true },
  from: { type: 'int', required: true },
  isPartial: { type: 'boolean', required: true },
  after: { type: 'string' },
  hits: { type: `List[${type}]`, required: true },
});

const order = {
  resourcePath: '/order',
  authorizations: callersWith('order:read'),
  'x-schedules': [{ nickname: 'remind', summary: 'Remind of orders', every: '1 hour' }],
  apis: [
    {
      path: '/order',
      operations: [
        {
          httpMethod: 'POST',
          nickname: 'create',
          responseClass: 'Order',
          'x-idempotent': 'document',
          authorizations: callersWith('order:write'),
          parameters: [bodyOf('OrderInput')],
        },
        { httpMethod: 'GET', nickname: 'list', responseClass: 'Orders', parameters: [] },
      ],
    },
    {
      path: '/order/of-all-owners',
      operations: [
        {
          httpMethod: 'GET',
          nickname: 'listAll',
          responseClass: 'OwnedOrders',
          parameters: [{ paramType: 'query', name: 'query', dataType: 'string' }],
        },
      ],
    },
  ],
  models: {
    OrderInput: { properties: { item: { type: 'string', required: true } } },
    Order: {
      properties: {
        ...managed,
        item: { type: 'string', required: true },
        orderedBy: { type: 'string', required: true },
        state: { type: 'string', required: true },
      },
    },
    Orders: { properties: pageOf('Order') },
    OwnedOrder: {
      properties: { owner: { type: 'string', required: true }, document: { type: 'Order', required: true } },
    },
    OwnedOrders: { properties: pageOf('OwnedOrder') },
  },
};

const product = {
  resourcePath: '/product',
  apis: [
    {
      path: '/product',
      operations: [
        {
          httpMethod: 'POST',
          nickname: 'create',
          responseClass: 'Product',
          authorizations: callersWith('product:write'),
          parameters: [bodyOf('ProductInput')],
        },
        { httpMethod: 'GET', nickname: 'list', responseClass: 'Products', parameters: [] },
      ],
    },
  ],
  models: {
    ProductInput: { properties: { title: { type: 'string', required: true } } },
    Product: { properties: { ...managed, title: { type: 'string', required: true } } },
    Products: { properties: pageOf('Product') },
  },
};

const productHandler = (nickname: string, name: string, call: string) => ({
  [`handlers/product/${nickname}.ts`]: `
import type { Handle } from '#generated/types/product/${nickname}.ts';
import { ${name} } from 'headwater/documents';
import { products } from '../../types/products.ts';

export const handle: Handle = (_input, ${call.includes('body') ? 'body' : '_body'}, context) => ${call};
`,
});

test('the tests of docs/headwater/callers.md pass, in the project of its files', {
  tags: ['access'],
}, async () => {
  const page = filesIn(await readFile(join(repository, 'docs/headwater/callers.md'), 'utf8'));
  const folder = await makeProject({
    'serverless.yml': 'service: shop\nprovider: { name: aws }\n',
    'descriptors/order.json': order,
    'descriptors/product.json': product,
    ...productHandler('create', 'createDocument', 'createDocument(products(context), body)'),
    ...productHandler('list', 'listDocuments', 'listDocuments(products(context), { from: 0, size: 10 })'),
    ...Object.fromEntries(page),
  });
  const run = await runTests(folder, ['test/tenants.test.ts']);
  expect(run.output).toMatch(/^# pass 4$/m);
  expect([run.exitCode, run.output]).toEqual([0, expect.stringMatching(/^# fail 0$/m)]);
});
