/** Diagnostics of OpenAPI documents beside mistakes.test.ts: in the words of their language, at the places of their text. */

import { describe, expect, test } from 'vitest';
import { planDocument } from '../../../support/plan-document.ts';

const done = { responses: { 204: { description: 'Done' } } };
const info = { title: 'T', version: '1' };

const openApi = (paths: object, rest: object = {}) => ({ openapi: '3.1.0', info, paths, ...rest });
const swagger2 = (paths: object, rest: object = {}) => ({ swagger: '2.0', info, paths, ...rest });

const json = { content: { 'application/json': { schema: { type: 'string' } } } };
const shortText = { 'text/csv': { schema: { type: 'string', maxLength: 9 } } };
const jsonOrText = { content: { ...json.content, ...shortText } };
const twice = {
  name: 'a',
  in: 'query',
  schema: { type: 'string' },
  content: { 'application/json': { schema: { type: 'object' } }, ...shortText },
};
const formBody = (media: object) => ({
  post: { operationId: 'make', requestBody: { content: { 'multipart/form-data': media } }, ...done },
});
const asking = (parameter: object) =>
  openApi({
    '/a': { get: { operationId: 'x', parameters: [{ name: 'q', in: 'query', ...parameter }], ...done } },
  });
const q = '/paths/~1a/get/parameters/0';
const sending = (content: object) =>
  openApi({ '/a': { post: { operationId: 'x', requestBody: { content }, ...done } } });
const sent = '/paths/~1a/post/requestBody/content';

describe('words of OpenAPI', () => {
  test.each<[document: object, pointer: string, found: string, accepted: string]>([
    [
      openApi({ '/a': { get: { operationId: 'a\nb', ...done } } }),
      '/paths/~1a/get/operationId',
      '"a\\nb" for GET /a',
      'an operationId of its own: up to 100 letters, digits and _, beginning with a letter; it names the handler',
    ],
    [
      openApi(
        { '/a': { get: { operationId: 'x', security: [{ k: [] }], ...done } } },
        { components: { securitySchemes: { k: { type: 'apiKey', in: 'query', name: 'k' } } } },
      ),
      '/paths/~1a/get/security/0/k',
      'a key in the "query" of a request, which logs and histories keep',
      'a token (oauth2), or a key in a header (apiKey, "in": "header"); or "x-accepted-risks": ["key-in-query"] in the listing, which accepts the risk',
    ],
    [
      openApi({ '/a': { get: { operationId: 'x', 'x-sunset': '2030-01-01', ...done } } }),
      '/paths/~1a/get/x-sunset',
      'x-sunset of an operation that is not deprecated',
      '"deprecated": true as well',
    ],
    [
      openApi({ '/a': { get: { operationId: 'x', callbacks: { on: {} }, ...done } } }),
      '/paths/~1a/get/callbacks',
      'callbacks, which are not sent',
      'a service only responds; a handler may send requests itself',
    ],
    [
      openApi({
        '/a': formBody({ schema: { properties: { a: {} } }, encoding: { a: { style: 'deepObject' } } }),
      }),
      '/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/a/style',
      'the style "deepObject"',
      '"form"',
    ],
    [
      openApi({
        '/a': formBody({ schema: { properties: { a: {} } }, encoding: { a: { contentType: 'image/png' } } }),
      }),
      '/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/a/contentType',
      '"image/png" of "a", which is not checked',
      'a handler that checks what it gets',
    ],
    [
      openApi(
        { '/a': { get: { operationId: 'x', ...done } } },
        { components: { schemas: { A: { properties: { b: { type: 'string', enum: [1, 'a', true] } } } } } },
      ),
      '/components/schemas/A/properties/b/enum',
      '1, true of type string',
      '"1", "true", which are assumed',
    ],
    [
      openApi({ '/a': { get: { operationId: 'x', responses: { 204: { description: 'Done', ...json } } } } }),
      '/paths/~1a/get/responses/204/content',
      'content of 204, which is never sent',
      'another status, such as 200, or no content',
    ],
    [
      openApi({ '/a': { query: { operationId: 'y' }, get: { operationId: 'x', ...done } } }),
      '/paths/~1a/query',
      'query',
      'a document without it',
    ],
    [
      { ...openApi({ '/a': { get: { operationId: 'x', ...done } } }), openapi: '3.2.0' },
      '/openapi',
      'openapi 3.2.0, which is read as 3.1',
      'openapi 3.1; a keyword that only 3.2 has is ignored, or refused if operations depend on it',
    ],
    [
      openApi({ '/a': { get: { operationId: 'x', requestBody: json, ...done } } }),
      '/paths/~1a/get/requestBody',
      'a body on GET',
      'query parameters, or another method: some clients and proxies drop the body',
    ],
    [
      openApi({ '/a': { get: { operationId: 'x', servers: [], ...done } } }),
      '/paths/~1a/get/servers',
      'servers of a part of the document',
      'the servers of the document, which are assumed',
    ],
    [
      openApi({ '/a': { get: { operationId: 'x', parameters: [twice], ...done } } }),
      '/paths/~1a/get/parameters/0/schema',
      'schema beside content, which is ignored',
      'one of them',
    ],
    [
      openApi({ '/a': { get: { operationId: 'x', parameters: [twice], ...done } } }),
      '/paths/~1a/get/parameters/0/content/text~1csv',
      '"text/csv", not served',
      'application/json alone',
    ],
    [
      openApi({ '/a': { post: { operationId: 'x', requestBody: jsonOrText, ...done } } }),
      '/paths/~1a/post/requestBody/content/text~1csv/schema',
      'the schema of "text/csv", which is not checked',
      'a handler that checks what it gets',
    ],
    [
      asking({ in: 'header', schema: { type: 'object' } }),
      `${q}/schema`,
      'a parameter of type object',
      'content of application/json, in which objects are sent as JSON',
    ],
    [
      asking({ in: 'header', style: 'form', schema: { type: 'array' } }),
      `${q}/style`,
      'the style "form"',
      '"simple"',
    ],
    [
      asking({ schema: { anyOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }] } }),
      `${q}/schema`,
      'a parameter of type union',
      'a type that has a text form',
    ],
    [
      asking({ content: { 'application/json': { schema: { type: 'number' } } } }),
      `${q}/content/application~1json/schema`,
      'JSON of type number in a parameter',
      'an object or an array',
    ],
    [
      asking({ content: { 'text/xml': { schema: { type: 'string' } } } }),
      `${q}/content`,
      'content that is not JSON',
      'application/json, or a schema',
    ],
    [
      sending({ 'multipart/form-data': { schema: { type: 'object' } } }),
      `${sent}/multipart~1form-data/schema`,
      'a form without properties',
      'an object with properties',
    ],
    [
      sending({ xml: { schema: { type: 'string' } } }),
      sent,
      '"xml", not served',
      'application/json, or a type that ends in +json',
    ],
    [
      sending({ 'multipart/form-data': { schema: { properties: { a: {} } } }, 'image/*': {} }),
      sent,
      '"image/*", not served',
      'application/x-www-form-urlencoded or multipart/form-data',
    ],
    [
      sending({
        'multipart/form-data': { schema: { properties: { a: {} } } },
        'application/x-www-form-urlencoded': { schema: { properties: { b: {} } } },
      }),
      sent,
      '"application/x-www-form-urlencoded", not served',
      'one schema for all media types',
    ],
    [
      sending({ 'application/json': { schema: { oneOf: [{ type: 'string' }, { type: 'string' }] } } }),
      `${sent}/application~1json/schema/oneOf`,
      '"oneOf" of equal alternatives',
      'alternatives that differ, or "anyOf", which is assumed',
    ],
    [
      sending({
        'application/json': {
          schema: { oneOf: [{ type: 'object' }, { type: 'null' }], discriminator: { propertyName: 'kind' } },
        },
      }),
      `${sent}/application~1json/schema/discriminator`,
      'a discriminator of other alternatives',
      'references to different objects; the discriminator is ignored',
    ],
    [
      openApi({
        '/a': {
          get: {
            operationId: 'x',
            responses: {
              200: { description: '', content: { 'application/json': {} } },
              202: { description: '', content: { 'application/hal+json': {} } },
            },
          },
        },
      }),
      '/paths/~1a/get/responses/202',
      '"application/hal+json" of 202, which the first success does not offer',
      'the media types of the first success',
    ],
    [
      asking({ schema: { type: null, description: 'D' } }),
      `${q}/schema/type`,
      'null without quotes',
      '"null"',
    ],
    [{ openapi: '3.1.0' }, '', 'no paths', 'paths with their operations'],
    [openApi({ '/a': { get: 'x' } }), '/paths/~1a/get', '"x"', 'an object'],
    [openApi({ '/a': { get: { ...done, parameters: {} } } }), '/paths/~1a/get/parameters', '{}', 'an array'],
    [
      openApi({}, { components: { schemas: { A: { properties: { b: { allOf: 1 } } } } } }),
      '/components/schemas/A/properties/b/allOf',
      '1',
      'an array',
    ],
  ])('%#: %j', (document, pointer, found, accepted) => {
    const { diagnostics } = planDocument(document);
    expect(diagnostics).toContainEqual(expect.objectContaining({ pointer, found, accepted }));
    expect(diagnostics.some(({ fix }) => fix)).toBe(false);
  });
});

describe('a merge patch', () => {
  const schemas = {
    Input: {
      allOf: [{ $ref: '#/components/schemas/Named' }],
      required: ['email'],
      properties: { email: {} },
    },
    Named: {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
    },
    Tree: { type: 'object', properties: { left: { $ref: '#/components/schemas/Tree' } } },
  };
  const patching = (schema: object) => {
    const document = sending({ 'application/merge-patch+json': { schema } });
    return planDocument({ ...document, components: { schemas } }).diagnostics;
  };

  test.each<[name: string, schema: object, required: string]>([
    ['with required members', { required: ['a'], properties: { a: {} } }, '"a"'],
    ['of a model with parts', { $ref: '#/components/schemas/Input' }, '"name", "email"'],
    [
      'of an object within it, and not of those in lists',
      {
        properties: {
          owner: { $ref: '#/components/schemas/Named' },
          others: { type: 'array', items: { $ref: '#/components/schemas/Named' } },
        },
      },
      '"owner/name"',
    ],
  ])('%s has a warning', (_name, schema, required) => {
    const found = `${required} required, without which a merge patch is refused`;
    const pointer = `${sent}/application~1merge-patch+json/schema`;
    expect(patching(schema)).toMatchObject([{ code: 'W-BODY', pointer, found }]);
  });

  test.each<[name: string, schema: object]>([
    ['that requires nothing', { properties: { a: { type: ['string', 'null'] } } }],
    ['that requires what only results have', { required: ['a'], properties: { a: { readOnly: true } } }],
    ['of a model within itself', { $ref: '#/components/schemas/Tree' }],
  ])('%s has none', (_name, schema) => {
    expect(patching(schema)).toEqual([]);
  });
});

test('a schema whose words are all null means any value', () => {
  expect(planDocument(asking({ schema: { type: null, description: null } })).diagnostics).toEqual([]);
});

test('a pattern of quadratic time is refused in a body: the gateway bounds the length of a parameter', () => {
  const schema = { type: 'string', pattern: '\\s+$' };
  const found = (document: object) =>
    planDocument(document).diagnostics.map(({ code, pointer }) => [code, pointer]);
  expect(found(asking({ schema }))).toEqual([['W-REGEX', `${q}/schema/pattern`]]);
  expect(found(sending({ 'application/json': { schema } }))).toEqual([
    ['E-REGEX', `${sent}/application~1json/schema/pattern`],
  ]);
});

describe('places of Swagger 2.0', () => {
  const bad = { type: 'object', properties: { a: { $id: 'a' } } };
  const sent = [
    { name: 'q', in: 'query', type: 'string' },
    { name: 'b', in: 'body', schema: bad },
    { name: 'r', in: 'query', type: 'string', maxLength: -1 },
  ];

  test.each<[document: object, pointer: string]>([
    [
      swagger2({ '/a': { post: { parameters: sent, ...done } } }),
      '/paths/~1a/post/parameters/1/schema/properties/a/$id',
    ],
    [swagger2({ '/a': { post: { parameters: sent, ...done } } }), '/paths/~1a/post/parameters/2/maxLength'],
    [
      swagger2({
        '/a': {
          post: {
            parameters: [
              { name: 'f', in: 'formData', type: 'string' },
              { name: 'g', in: 'formData', type: 'string', maxLength: -1 },
            ],
            ...done,
          },
        },
      }),
      '/paths/~1a/post/parameters/1/maxLength',
    ],
    [
      swagger2(
        { '/a': { post: { parameters: [{ $ref: '#/parameters/B' }], ...done } } },
        { parameters: { B: sent[1] } },
      ),
      '/parameters/B/schema/properties/a/$id',
    ],
    [
      swagger2(
        { '/a': { get: { parameters: [{ $ref: '#/parameters/B' }], ...done } } },
        { parameters: { B: { name: 'b', in: 'body', schema: { type: 'string' } } } },
      ),
      '/paths/~1a/get/parameters/0',
    ],
    [
      swagger2({ '/a': { post: { parameters: [sent[1], { $ref: '#/parameters/Q' }], ...done } } }),
      '/paths/~1a/post/parameters/1/$ref',
    ],
    [swagger2({ '/a': { get: { parameters: [{ name: 'a' }], ...done } } }), '/paths/~1a/get/parameters/0'],
    [
      swagger2({
        '/a': { get: { parameters: [{ name: 'a', in: 'query', type: 'array', collectionFormat: 'tsv' }] } },
      }),
      '/paths/~1a/get/parameters/0/collectionFormat',
    ],
    [swagger2({ '/a': { get: 1 } }), '/paths/~1a/get'],
    [swagger2({ '/a': { get: { responses: { 200: 1 } } } }), '/paths/~1a/get/responses/200'],
    [swagger2({}, { definitions: { A: [1] } }), '/definitions/A'],
    [swagger2({}, { produces: 'application/json' }), '/produces'],
    [swagger2({ '/a': { get: { ...done } } }, { basePath: '/a{b}' }), '/basePath'],
    [
      swagger2(
        { '/a': { get: { responses: { 200: { $ref: '#/responses/R' } } } } },
        { responses: { R: { description: '', schema: { $ref: 'a.json' } } } },
      ),
      '/responses/R/schema/$ref',
    ],
  ])('%#: %j', (document, pointer) => {
    expect(planDocument(document).diagnostics.map((diagnostic) => diagnostic.pointer)).toContain(pointer);
  });
});

test('a body that operations of Swagger 2.0 share is that of each', () => {
  const parameters = { B: { name: 'b', in: 'body', required: true, schema: { type: 'string' } } };
  const post = { operationId: 'make', parameters: [{ $ref: '#/parameters/B' }], ...done };
  const { functions, diagnostics } = planDocument(swagger2({ '/a': { post } }, { parameters }));
  expect(diagnostics).toEqual([]);
  const bodies = functions.flatMap((plan) => (plan.kind === 'operation' ? plan.operation.body : []));
  expect(bodies).toMatchObject([{ runtime: { required: true }, schema: { type: 'string' } }]);
});

test('a field of an operation of Swagger 2.0 replaces that of its path by its name, and a body whatever its name', () => {
  const field = (name: string, type: string) => ({ name, in: 'formData', type });
  const body = (name: string, type: string) => ({ name, in: 'body', schema: { type } });
  const post = (operationId: string, parameters: readonly object[]) => ({ operationId, parameters, ...done });
  const { functions, diagnostics } = planDocument(
    swagger2({
      '/form': {
        parameters: [field('f', 'string'), field('g', 'string')],
        post: post('make', [field('g', 'integer')]),
      },
      '/body': { parameters: [body('one', 'string')], post: post('send', [body('other', 'integer')]) },
    }),
  );
  expect(diagnostics).toEqual([]);
  const bodies = functions.flatMap((plan) => (plan.kind === 'operation' ? (plan.operation.body ?? []) : []));
  expect(bodies.map(({ schema }) => schema)).toMatchObject([
    { properties: { f: { type: 'string' }, g: { type: 'integer' } } },
    { type: 'integer' },
  ]);
});

test.each(['swagger: 2.0', 'openapi: 3.0', 'openapi: 3.1', "openapi: '3.0.4'"])(
  '%s is a version, with quotes or without',
  (version) => {
    const text = `${version}\ninfo: {title: T, version: 1}\npaths:\n  /a:\n    delete: {operationId: drop, responses: {204: {description: Done}}}\n`;
    const { diagnostics, service } = planDocument(text, 'thing.yaml');
    expect(diagnostics).toEqual([]);
    expect(service?.resources[0]?.apis).toMatchObject([{ path: '/a' }]);
  },
);

describe('is read:', () => {
  const operationOf = (document: object) =>
    planDocument(document).functions.flatMap((plan) => (plan.kind === 'operation' ? plan.operation : []))[0];

  test('the default response, where there is no other success', () => {
    const responses = { default: { description: 'Fine', ...json }, 404: { description: 'None' } };
    const operation = operationOf(openApi({ '/a': { get: { operationId: 'x', responses } } }));
    expect(operation?.runtime.successStatus).toBe(200);
    expect(operation?.result).toEqual({ type: 'string' });
    expect(operation?.errorResponses).toContainEqual({ code: 200, reason: 'Fine' });
  });

  test('the path of the first server, with the defaults of its variables', () => {
    const servers = [
      {
        url: 'https://{host}.example.com/{stage}',
        variables: { host: { default: 'a' }, stage: { default: 'v3' } },
      },
      { url: '/v4' },
    ];
    const operation = operationOf(openApi({ '/a': { get: { operationId: 'x', ...done } } }, { servers }));
    expect(operation?.routePath).toBe('/v3/a');
  });

  test.each(['/', 'https://example.com', 'https://example.com/'])('no path of the server %s', (url) => {
    const document = openApi({ '/a': { get: { operationId: 'x', ...done } } }, { servers: [{ url }] });
    expect(operationOf(document)?.routePath).toBe('/a');
  });

  test('the base path of the listing without servers', () => {
    const document = openApi({ '/a': { get: { operationId: 'x', ...done } } });
    expect(operationOf(document)?.routePath).toBe('/v1/a');
  });

  test('a reference that is percent-encoded', () => {
    const schema = { $ref: '#/components/schemas/List%3CA~1b%3E' };
    const post = { operationId: 'x', requestBody: { content: { 'application/json': { schema } } }, ...done };
    const schemas = { 'List<A/b>': { type: 'array', items: { type: 'string' } } };
    const operation = operationOf(openApi({ '/a': { post } }, { components: { schemas } }));
    expect(operation?.body?.schema).toEqual({ $ref: '#/$defs/List%3CA~1b%3E' });
  });

  test.each([
    ['3.1', { examples: [{ b: 'x' }, { b: 'y' }] }],
    ['3.0', { example: { b: 'x' } }],
  ])('the example of a schema of %s', (version, words) => {
    const A = { type: 'object', properties: { b: { type: 'string' }, c: { type: 'integer' } }, ...words };
    const { resources, diagnostics } = planDocument({
      ...openApi({}, { components: { schemas: { A } } }),
      openapi: `${version}.0`,
    });
    expect(diagnostics).toEqual([]);
    expect([...(resources[0]?.models.values() ?? [])]).toMatchObject([
      { id: 'A', schema: { examples: Object.values(words).flat() } },
    ]);
  });

  test('no example of a schema that contains one that is refused', () => {
    const Bad = { type: 'object', properties: { c: { $id: 'a' } } };
    const A = {
      type: 'object',
      properties: { b: { $ref: '#/components/schemas/Bad' } },
      examples: [{ b: {} }],
    };
    const { diagnostics } = planDocument(openApi({}, { components: { schemas: { A, Bad } } }));
    expect(diagnostics.map(({ pointer }) => pointer)).toEqual(['/components/schemas/Bad/properties/c/$id']);
  });

  test('an example that is wrong in Swagger 2.0, in its place', () => {
    const A = { type: 'object', required: ['b'], properties: { b: { type: 'string' } }, example: {} };
    const { diagnostics } = planDocument(swagger2({}, { definitions: { A } }));
    expect(diagnostics).toMatchObject([{ code: 'W-EXAMPLE', pointer: '/definitions/A/example' }]);
  });
});
