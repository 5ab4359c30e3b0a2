/** docs/headwater/rules.md: its types, handlers and test, as they are written, in a project with the operations that they serve. */

import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Role } from '../../../lib/headwater/compile/aws/roles/plan-roles.ts';
import { filesIn } from '../../support/documentation.ts';
import { listing, makeProject, writeFiles } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import { runTests } from './run-tests.ts';

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const json = (name: string) => ({ content: { 'application/json': { schema: ref('schemas', name) } } });
const answer = (name: string) => ({ description: `The ${name}`, ...json(name) });
const refused = (...problems: readonly string[]) => ({
  description: 'It is refused',
  'x-problems': problems,
});
const gone = { description: 'It is gone' };
const missing = { description: 'There is none' };
const parameters = [ref('parameters', 'id')];

const create = (operationId: string, name: string, rest: object, problems: readonly string[]) => ({
  operationId,
  requestBody: { required: true, ...json(name) },
  responses: { '201': answer(name), '404': missing, '409': refused(...problems) },
  ...rest,
});

const stored = {
  type: 'object',
  required: ['_id', 'created', 'updated', 'revision'],
  properties: {
    _id: { type: 'string', readOnly: true },
    created: { type: 'string', format: 'date-time', readOnly: true },
    updated: { type: 'string', format: 'date-time', readOnly: true },
    revision: { type: 'integer', readOnly: true },
  },
};

const model = (required: readonly string[], properties: object) => ({
  allOf: [ref('schemas', 'Stored')],
  unevaluatedProperties: false,
  required,
  properties,
});

const text = { type: 'string', maxLength: 100 };
const number = { type: 'integer', minimum: 0, maximum: 1_000 };
const line = {
  type: 'object',
  additionalProperties: false,
  required: ['product', 'quantity'],
  properties: { product: text, quantity: number },
};

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/customer': {
      post: create('createCustomer', 'Customer', {}, ['email_taken', 'already_exists']),
      get: {
        operationId: 'findCustomer',
        parameters: [{ name: 'email', in: 'query', required: true, schema: text }],
        responses: { '200': answer('Customer'), '404': missing },
      },
    },
    '/customer/{id}': {
      parameters,
      delete: {
        operationId: 'removeCustomer',
        responses: { '204': gone, '404': missing, '409': refused('customer_in_use', 'write_conflict') },
      },
    },
    '/product': { post: create('createProduct', 'Product', {}, ['already_exists']) },
    '/product/{id}': {
      parameters,
      get: { operationId: 'getProduct', responses: { '200': answer('Product'), '404': missing } },
    },
    '/order': {
      post: create('placeOrder', 'Order', { 'x-idempotent': 'document' }, [
        ...['out_of_stock', 'write_conflict', 'already_exists', 'request_in_progress'],
      ]),
    },
    '/order/{id}': {
      parameters,
      delete: {
        operationId: 'cancelOrder',
        responses: { '204': gone, '404': missing, '409': refused('write_conflict') },
      },
    },
  },
  components: {
    parameters: { id: { name: 'id', in: 'path', required: true, schema: text } },
    schemas: {
      Stored: stored,
      Customer: model(['name'], { name: text, email: text, spent: { ...number, readOnly: true } }),
      Product: model(['name', 'stock'], { name: text, stock: number }),
      Order: model(['customer', 'items', 'total'], {
        customer: text,
        total: number,
        items: { type: 'array', maxItems: 20, items: line },
      }),
    },
  },
};

const problem = (title: string) => ({ status: 409, title });

/** What the page leaves to the reader: the functions that need no rule. */
const others = {
  'handlers/product/createProduct.ts': `import { createDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/product/createProduct.ts';
import { products } from '../../lib/products.ts';

export const handle: Handle = (_input, product, context) => createDocument(products(context), product);
`,
  'handlers/product/getProduct.ts': `import { getDocument } from 'headwater/documents';
import type { Handle } from '#generated/types/product/getProduct.ts';
import { products } from '../../lib/products.ts';

export const handle: Handle = ({ id }, _body, context) => getDocument(products(context), id);
`,
};

test('the test of docs/headwater/rules.md passes', { tags: ['local'] }, async () => {
  const page = await readFile(join(repository, 'docs/headwater/rules.md'), 'utf8');
  const files = Object.fromEntries(filesIn(page));
  const folder = await makeProject({
    'descriptors/api-docs.json': {
      ...listing,
      'x-problems': {
        email_taken: problem('The address belongs to another customer'),
        customer_in_use: problem('The customer has orders'),
        out_of_stock: problem('Too few pieces are left'),
      },
    },
    'descriptors/shop.json': document,
  });
  // The project has code of its own there.
  await rm(join(folder, 'lib'));
  await writeFiles(folder, { ...others, ...files });
  const run = await runTests(folder, ['test/rules.test.ts']);
  expect([run.exitCode, run.output]).toEqual([0, expect.stringMatching(/^# pass 1$/m)]);
  expect(await partsOf(folder)).toEqual({
    'customer-createCustomer': ['kept', 'unique'],
    'customer-findCustomer': ['kept', 'unique'],
    'customer-removeCustomer': ['kept', 'unique'],
    'order-cancelOrder': ['adjustment', 'kept', 'reference', 'unique'],
    'order-placeOrder': ['adjustment', 'kept', 'reference', 'several writes', 'unique'],
    'product-createProduct': [],
    'product-getProduct': [],
  });
  expect(await rightsIn(folder)).toMatchObject({
    'customer-findCustomer': ['GetItem'],
    'customer-removeCustomer': writes,
    'order-placeOrder': ['BatchGetItem', ...writes],
    'product-getProduct': ['GetItem'],
  });
});

/** The actions of every write of documents; `Query` looks for postings in new shards. */
const writes = ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'];

/** A text of the code of each part. */
const texts = {
  adjustment: 'cannot be adjusted',
  kept: 'Others refer to',
  reference: 'needs a field',
  'several writes': 'at least one write',
  unique: '~unique',
};

/** The parts that each function contains: those that its types and its handler use. */
async function partsOf(folder: string): Promise<Record<string, readonly string[]>> {
  const bundles = join(folder, '.generated/bundles');
  const ids = (await readdir(bundles)).filter((id) => /^(?:customer|order|product)-/.test(id));
  const parts = ids.map(async (id) => {
    const code = await readFile(join(bundles, id, 'index.mjs'), 'utf8');
    const its = Object.entries(texts).flatMap(([part, text]) => (code.includes(text) ? [part] : []));
    return [id, its] as const;
  });
  return Object.fromEntries(await Promise.all(parts));
}

/** The actions on the table that the role of each function allows. */
async function rightsIn(folder: string): Promise<Record<string, readonly string[]>> {
  const roles: readonly Role[] = JSON.parse(await readFile(join(folder, '.generated/roles.json'), 'utf8'));
  return Object.fromEntries(
    roles.flatMap(({ actions, functions }) => functions.map((id) => [id, actions] as const)),
  );
}
