/** What tools and people write into documents: redirects, references to the first use of a part, numbers without quotes. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { listing, makeProject } from '../../../support/project.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const done = (schema: object) => ({ 200: { description: 'Done', ...json(schema) } });
const page = {
  type: 'object',
  required: ['size'],
  properties: { size: { type: 'integer', minimum: 1 }, next: { type: 'array', items: { type: 'string' } } },
};
const first = '#/paths/~1thing~1%7Bid%7D/get';

const paths = {
  '/thing/{id}': {
    get: {
      operationId: 'find',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', enum: [1, 2] } },
        { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9 } },
      ],
      responses: done(page),
    },
    put: {
      operationId: 'change',
      parameters: [{ $ref: `${first}/parameters/0` }, { $ref: `${first}/parameters/1` }],
      requestBody: {
        required: true,
        ...json({ $ref: `${first}/responses/200/content/application~1json/schema` }),
      },
      responses: { 200: { $ref: `${first}/responses/200` } },
    },
  },
  '/thing': {
    post: {
      operationId: 'make',
      requestBody: { $ref: '#/paths/~1thing~1%7Bid%7D/put/requestBody' },
      responses: { 302: { description: 'There', headers: { Location: { schema: { type: 'string' } } } } },
    },
    get: {
      operationId: 'next',
      parameters: [
        {
          name: 'page',
          in: 'query',
          schema: { $ref: '#/components/responses/Page/content/application~1json/schema' },
        },
      ],
      responses: { '3XX': { description: 'There' }, default: { description: 'Else' } },
    },
  },
};

const document = {
  openapi: '3.2.0',
  info: { title: 'T', version: '1' },
  paths,
  components: { responses: { Page: { description: 'A page', ...json({ type: 'integer' }) } } },
};

describe('a service', () => {
  const calls = new Map<string, CallFunction>();

  beforeAll(async () => {
    const there = "(_input, _body, { response }) => { response.headers['location'] = '/v1/thing/1'; }";
    const codes = { find: '() => ({ size: 1 })', change: '(_, body) => body', make: there, next: there };
    const handlers = Object.entries(codes).map(([name, code]) => [
      `handlers/thing/${name}.ts`,
      `import type { Handle } from '#generated/types/thing/${name}.ts';\nexport const handle: Handle = ${code};\n`,
    ]);
    const folder = await makeProject({
      'descriptors/api-docs.json': listing,
      'descriptors/thing.json': document,
      ...Object.fromEntries(handlers),
    });
    expect((await build(folder)).diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
    for (const name of Object.keys(codes)) calls.set(name, await loadFunction(folder, `thing-${name}`));
  });

  const send = (name: string, method: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const pathParameters = { id: '1' };
    return calls.get(name)?.({
      method,
      url: '/v1/thing/1',
      headers,
      pathParameters,
      body: JSON.stringify(body),
    });
  };

  test('redirects', async () => {
    const got = await send('make', 'POST', { size: 1 });
    expect(got).toMatchObject({ status: 302, headers: { location: '/v1/thing/1' }, body: undefined });
    expect(await calls.get('next')?.({ method: 'GET', url: '/v1/thing' })).toMatchObject({ status: 302 });
  });

  const isValid = new Ajv2020().compile(page);
  test.each([{ size: 1 }, { size: 0 }, {}, { size: 1, next: ['a'] }, { size: 1, next: [1] }, [], 'a'])(
    'checks %j by the schema that a reference names, as ajv does',
    async (body) => {
      for (const [name, method, status] of [
        ['change', 'PUT', 200],
        ['make', 'POST', 302],
      ] as const)
        expect((await send(name, method, body))?.status).toBe(isValid(body) ? status : 400);
    },
  );

  test.each([
    ['1', 200],
    ['2', 200],
    ['3', 400],
  ])('takes one of the numbers as a text: %s', async (id, status) => {
    const got = await calls.get('find')?.({ url: `/v1/thing/${id}`, pathParameters: { id } });
    expect(got?.status).toBe(status);
  });
});

test('what is read in another way is a warning', () => {
  const { diagnostics } = planDocument(document);
  expect(diagnostics.map(({ code, pointer, found }) => [code, pointer, found])).toEqual([
    ['W-UNSUPPORTED', '/openapi', 'openapi 3.2.0, which is read as 3.1'],
    ['W-LIMIT', '/paths/~1thing~1{id}/get/parameters/0/schema/enum', '1, 2 of type string'],
  ]);
});

test.each([
  '#/paths/~1thing/get/responses/200',
  '#/paths/~1other/get/responses/200/content/application~1json/schema',
  '#/info/schema',
  '#/paths',
])('%s is no schema', (reference) => {
  const schemas = { A: { type: 'object', properties: { a: { $ref: reference } } } };
  const { diagnostics } = planDocument({ ...document, components: { ...document.components, schemas } });
  expect(diagnostics.filter(isError)).toMatchObject([{ code: 'E-REF' }]);
});

test('a reference to itself has no end', () => {
  const own = '#/paths/~1thing/get/responses/200/content/application~1json/schema/items';
  const get = { operationId: 'list', responses: done({ type: 'array', items: { $ref: own } }) };
  const { diagnostics } = planDocument({ ...document, paths: { '/thing': { get } } });
  expect(diagnostics.filter(isError)).toMatchObject([{ code: 'E-INHERITANCE' }]);
});

test.each([
  [
    '2.0',
    {
      swagger: '2.0',
      securityDefinitions: { Bearer: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    },
  ],
  [
    '3.0',
    {
      openapi: '3.0.3',
      components: { securitySchemes: { Bearer: { type: 'apiKey', in: 'header', name: 'authorization' } } },
    },
  ],
])('a key in Authorization is a token (%s)', (_, version) => {
  const get = {
    operationId: 'list',
    security: [{ Bearer: [] }],
    responses: { 204: { description: 'Done' } },
  };
  const { diagnostics, functions } = planDocument({
    ...version,
    info: { title: 'T', version: '1' },
    paths: { '/thing': { get } },
  });
  expect(diagnostics.map(({ code, found }) => [code, found])).toEqual([
    ['W-AUTHORIZATION', 'a key in Authorization, where tokens are'],
  ]);
  const access = [[{ scheme: 'bearer', name: 'authorization', scopes: [] }]];
  expect(functions.find(({ kind }) => kind === 'operation')).toMatchObject({
    operation: { runtime: { access } },
  });
});
