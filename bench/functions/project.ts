/** A service of two operations without data, and the same two written by hand. */

import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describeDiagnostic } from '../../lib/headwater/compile/source/diagnostic.ts';
import { writeFiles } from '../../test/support/project.ts';
import { repository } from '../../test/support/repository.ts';
import { bundleFunction } from './bundle-function.ts';

const range = (min: number, max: number) => ({ valueType: 'RANGE', min, max });

const declaration = {
  resourcePath: '/book',
  apis: [
    {
      path: '/book',
      operations: [
        {
          httpMethod: 'GET',
          nickname: 'list',
          responseClass: 'Books',
          parameters: [
            {
              paramType: 'query',
              name: 'from',
              dataType: 'int',
              defaultValue: 0,
              allowableValues: range(0, 10_000),
            },
            {
              paramType: 'query',
              name: 'size',
              dataType: 'int',
              defaultValue: 10,
              allowableValues: range(0, 1_000),
            },
            { paramType: 'query', name: 'query', dataType: 'string', maxLength: 512 },
          ],
        },
        {
          httpMethod: 'POST',
          nickname: 'create',
          responseClass: 'Book',
          parameters: [{ paramType: 'body', name: 'body', dataType: 'BookInput', required: true }],
        },
      ],
    },
  ],
  models: {
    BookInput: {
      id: 'BookInput',
      required: ['title'],
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 128 },
        pages: { type: 'int', minimum: 1, maximum: 10_000 },
        tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 64 }, maxItems: 32 },
      },
    },
    Book: {
      id: 'Book',
      required: ['_id', 'title'],
      properties: {
        _id: { type: 'string' },
        title: { type: 'string' },
        pages: { type: 'int' },
        tags: { type: 'array', items: { type: 'string' } },
      },
    },
    Books: {
      id: 'Books',
      required: ['from', 'size', 'hits'],
      properties: {
        from: { type: 'int' },
        size: { type: 'int' },
        hits: { type: 'array', items: { type: 'Book' } },
      },
    },
  },
};

const handlers = {
  list: `import type { Handle } from '#generated/types/book/list.ts';
export const handle: Handle = ({ from, size }) => ({ from, size, hits: [] });
`,
  create: `import type { Handle } from '#generated/types/book/create.ts';
export const handle: Handle = (_input, body) => ({ _id: '0123456789abcdef01234567', ...body });
`,
};

export type OperationName = keyof typeof handlers;

/** As little as an author could write: no check, no error format. */
const bare = {
  list: `export const handler = async ({ queryStringParameters: { from = '0', size = '10' } = {} }) => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ from: Number(from), size: Number(size), hits: [] }),
});`,
  create: `export const handler = async ({ body }) => ({
  statusCode: 201,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ _id: '0123456789abcdef01234567', ...JSON.parse(body) }),
});`,
};

/** The packages of this project as their documents use them, with the validators of the emitted functions. */
const stock = {
  list: (validator: string) => `import middy from '@middy/core';
import validator from '@middy/validator';
import { validate } from ${JSON.stringify(validator)};
const eventSchema = Object.assign((event) => {
  const { from = '0', size = '10', ...others } = event.queryStringParameters ?? {};
  event.input = { from: Number(from), size: Number(size), ...others };
  return validate(event);
}, { get errors() { return validate.errors; } });
export const handler = middy()
  .use(validator({ eventSchema }))
  .onError((request) => {
    request.response ??= { statusCode: request.error.statusCode ?? 500, body: request.error.message };
  })
  .handler(async ({ input: { from, size } }) => ({
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, size, hits: [] }),
  }));`,
  create: (validator: string) => `import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import validator from '@middy/validator';
import { validate } from ${JSON.stringify(validator)};
export const handler = middy()
  .use(jsonBodyParser())
  .use({ before: ({ event }) => { event.input = {}; } })
  .use(validator({ eventSchema: validate }))
  .onError((request) => {
    request.response ??= { statusCode: request.error.statusCode ?? 500, body: request.error.message };
  })
  .handler(async ({ body }) => ({
    statusCode: 201,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ _id: '0123456789abcdef01234567', ...body }),
  }));`,
};

/**
 * Builds the service with the framework of a checkout.
 *
 * @param folder for the service, which exists and is empty.
 * @param checkout with its packages installed.
 * @throws Error with the diagnostics if it does not build.
 */
export async function buildService(folder: string, checkout = repository): Promise<void> {
  for (const part of ['node_modules', 'lib', 'tsconfig.json'])
    await symlink(join(checkout, part), join(folder, part));
  const imports = {
    '#generated/*': './.generated/*',
    '#handlers/*': './handlers/*',
    '#lib/*': './lib/headwater/*',
  };
  await writeFiles(folder, {
    'package.json': { type: 'module', imports },
    'descriptors/api-docs.json': { apiVersion: '1.0', basePath: '/v1' },
    'descriptors/book.json': declaration,
    'handlers/book/list.ts': handlers.list,
    'handlers/book/create.ts': handlers.create,
  });
  const { build } = await import(join(checkout, 'lib/headwater/compile/pipeline.ts'));
  const { diagnostics, tree } = await build(folder);
  if (!tree) throw new Error(diagnostics.map(describeDiagnostic).join('\n'));
}

/** @returns the path of the emitted bundle. */
export function emittedBundle(folder: string, name: OperationName): string {
  return join(folder, '.generated/bundles', `book-${name}`, 'index.mjs');
}

/** @returns paths of bundles of the operation written by hand: without any package, and with the stock parts of middy. */
export async function bundleByHand(
  folder: string,
  name: OperationName,
): Promise<{ readonly bare: string; readonly stock: string }> {
  const validator = join(folder, '.generated/validators/book', `${name}.mjs`);
  const write = (kind: string, contents: string) =>
    bundleFunction(contents, join(folder, 'by-hand', `${kind}-${name}.mjs`));
  return { bare: await write('bare', bare[name]), stock: await write('stock', stock[name](validator)) };
}
