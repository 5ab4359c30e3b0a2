/** What published documents often do, and mean something else than they say: the build serves what they mean, with a warning. */

import { beforeAll, describe, expect, test } from 'vitest';
import { servedDeclaration } from '../../../../lib/headwater/compile/emit/wiring/served-descriptors.ts';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { operationsOf } from '../../../../lib/headwater/compile/plan/operations.ts';
import { isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { listing, makeProject } from '../../../support/project.ts';

const text = { type: 'string' };
const media = (schema: object) => ({ 'application/json': { schema } });
const anything = { responses: { 200: { description: 'OK', content: media({}) } } };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });
const star = { type: 'object', required: ['starred'], properties: { starred: { type: 'boolean' } } };

/** The operations, by the name of their functions. */
const operations: Record<string, [route: string, operation: object, handler?: string]> = {
  fragment: ['get /a#tag&key', anything],
  fragmentOfAnotherMethod: ['post /a', anything],
  format: ['get /b/{id}{.format}', { parameters: [inPath('id'), inPath('.format')], ...anything }],
  suffix: ['get /c/{id}.{format}', { parameters: [inPath('id'), inPath('format')], ...anything }],
  twoSchemas: [
    'get /d',
    {
      responses: {
        200: {
          description: 'OK',
          content: { 'application/vnd.star+json': { schema: star }, ...media({ type: 'array' }) },
        },
      },
    },
    '() => []',
  ],
  emptySuccess: [
    'post /e',
    { responses: { 200: { description: 'Nothing' }, 201: { description: 'Made', content: media(text) } } },
    "() => 'made'",
  ],
};

const page = {
  type: 'object',
  properties: { size: { type: 'integer', maximum: 9 }, 'at-end': { type: 'boolean' } },
};
operations['deepObject'] = [
  'get /f',
  { parameters: [{ name: 'page', in: 'query', style: 'deepObject', schema: page }], ...anything },
];
operations['exploded'] = [
  'get /g',
  {
    parameters: [
      {
        ...{ name: 'where', in: 'query', required: true },
        schema: {
          type: 'object',
          required: ['a'],
          properties: { a: text, b: { type: 'array', items: text } },
        },
      },
    ],
    ...anything,
  },
];

const map = (value: object) => ({ type: 'object', additionalProperties: value });
operations['deepMap'] = [
  'get /j',
  {
    parameters: [
      { name: 'filter', in: 'query', style: 'deepObject', schema: map({ type: 'integer', maximum: 9 }) },
      { name: 'size', in: 'query', schema: { type: 'integer' } },
    ],
    ...anything,
  },
];
operations['rest'] = [
  'get /k',
  {
    parameters: [
      { name: 'more', in: 'query', required: true, schema: map(text) },
      { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
      { name: 'size', in: 'query', schema: { type: 'integer' } },
    ],
    ...anything,
  },
];

const either = (item: object) => ({ oneOf: [item, { type: 'array', items: item, maxItems: 2 }] });
operations['itemOrList'] = [
  'get /n',
  {
    parameters: [
      { name: 'tag', in: 'query', schema: either({ type: 'string', minLength: 1 }) },
      { name: 'id', in: 'query', explode: false, schema: either({ type: 'integer', maximum: 9 }) },
    ],
    ...anything,
  },
];
operations['listMap'] = [
  'get /o',
  {
    parameters: [
      {
        name: 'filter',
        in: 'query',
        style: 'deepObject',
        schema: map({ type: 'array', items: { $ref: '#/components/schemas/Level' }, maxItems: 2 }),
      },
      { name: 'more', in: 'query', schema: map(either(text)) },
    ],
    ...anything,
  },
];

const criterion = { type: 'object', required: ['name'], properties: { name: text, n: { type: 'integer' } } };
const criteria = { type: 'array', maxItems: 2, items: criterion };
operations['jsonArray'] = [
  'get /m',
  {
    parameters: [
      { name: 'where', in: 'query', content: media(criteria) },
      { name: 'ids', in: 'header', content: media({ type: 'array', items: { type: 'integer' } }) },
    ],
    ...anything,
  },
];

const limited = { type: 'integer', minimum: 1 };
operations['sameNames'] = [
  'get /l/{id}',
  {
    parameters: [
      { name: 'id', in: 'header', schema: { type: 'string', maxLength: 2 } },
      { name: 'id', in: 'query', schema: { ...limited, default: 7 } },
      { ...inPath('id'), schema: limited },
      { name: 'of', in: 'header', schema: text },
      { name: 'of', in: 'query', style: 'deepObject', schema: map(text) },
    ],
    ...anything,
  },
  "({ id, id_query, id_header, of, of_header }) => [id, id_query, id_header ?? 'none', of ?? {}, of_header ?? 'none']",
];

/** Members with the names of the project's problems, and with other values. */
const otherErrors = { type: 'array', items: { type: 'object', required: ['id'], properties: { id: text } } };
const otherError = { type: 'object', properties: { status: text, errors: otherErrors, hint: text } };
operations['otherErrors'] = [
  'get /h',
  {
    parameters: [{ name: 'n', in: 'query', schema: { type: 'integer' } }],
    responses: { ...anything.responses, 400: { description: 'Wrong', content: media(otherError) } },
  },
];

const colors = { type: 'array', items: text, enum: ['red', 'blue'] };
operations['enumOfItems'] = [
  'get /i',
  { parameters: [{ name: 'color', in: 'query', schema: colors }], ...anything },
];

const document = {
  openapi: '3.0.3',
  components: { schemas: { Level: { type: 'integer', maximum: 9 } } },
  info: { title: 'T', version: '1' },
  paths: Object.fromEntries(
    Object.entries(operations).map(([name, [route, operation]]) => {
      const [method = '', path = ''] = route.split(' ');
      return [path, { [method]: { operationId: name, tags: ['thing'], ...operation } }];
    }),
  ),
};

const handler = (name: string, code = '(input) => ({ ...input })') =>
  `import type { Handle } from '#generated/types/thing/${name}.ts';\nexport const handle: Handle = ${code};\n`;

type Texts = Readonly<Record<string, string>>;

describe('a function', () => {
  const calls = new Map<string, CallFunction>();
  const warnings = new Map<string, string>();
  const call = (name: string, url: string, headers: Texts = {}, pathParameters: Texts = { id: 'x' }) =>
    calls.get(name)?.({
      method: operations[name]?.[0].split(' ')[0]?.toUpperCase() ?? '',
      url,
      headers,
      pathParameters,
    });

  beforeAll(async () => {
    const handlers = Object.entries(operations).map(([name, [, , code]]) => [
      `handlers/thing/${name}.ts`,
      handler(name, code),
    ]);
    const folder = await makeProject({
      'descriptors/api-docs.json': listing,
      'descriptors/thing.json': document,
      ...Object.fromEntries(handlers),
    });
    const { diagnostics } = await build(folder);
    expect(diagnostics.filter(isError)).toEqual([]);
    for (const { pointer, code } of diagnostics) warnings.set(pointer, code);
    for (const name of Object.keys(operations)) calls.set(name, await loadFunction(folder, `thing-${name}`));
  });

  test.each<[name: string, url: string, want: object, headers?: Texts, variables?: Texts]>([
    ['fragment', '/v1/a', { status: 200 }],
    ['fragmentOfAnotherMethod', '/v1/a', { status: 200 }],
    ['format', '/v1/b/x', { status: 200, body: { id: 'x' } }],
    ['suffix', '/v1/c/x', { status: 200, body: { id: 'x' } }],
    ['twoSchemas', '/v1/d', { status: 200, headers: { 'content-type': 'application/json' } }],
    ['twoSchemas', '/v1/d', { status: 406 }, { accept: 'application/vnd.star+json' }],
    ['emptySuccess', '/v1/e', { status: 201, body: 'made' }],
    [
      'deepObject',
      '/v1/f?page[size]=3&page%5Bat-end%5D=true',
      { body: { 'page[size]': 3, 'page[at-end]': true } },
    ],
    ['deepObject', '/v1/f?page[size]=10', { status: 400 }],
    ['deepObject', '/v1/f?page[other]=1', { status: 400 }],
    ['exploded', '/v1/g?b=1&a=x&b=2', { body: { a: 'x', b: ['1', '2'] } }],
    ['exploded', '/v1/g?b=1', { status: 400 }],
    [
      'deepMap',
      '/v1/j?filter[a]=3&size=1&filter%5B%C3%A9%20b%5D=0',
      { body: { size: 1, filter: { a: 3, 'é b': 0 } } },
    ],
    ['deepMap', '/v1/j', { status: 200, body: {} }],
    ['deepMap', '/v1/j?filter[__proto__]=3&filter[constructor]=4', { status: 200 }],
    [
      'deepMap',
      '/v1/j?filter[a]=x',
      { status: 400, body: { errors: [{ name: 'filter[a]', code: 'not_an_integer' }] } },
    ],
    ['deepMap', '/v1/j?filter[a]=10', { status: 400, body: { errors: [{ name: 'filter', pointer: '/a' }] } }],
    ['deepMap', '/v1/j?filter[a]=1&filter[a]=2', { status: 400, body: { errors: [{ code: 'repeated' }] } }],
    ['deepMap', '/v1/j?filter[a][b]=1', { status: 400, body: { errors: [{ name: 'filter[a][b]' }] } }],
    ['deepMap', '/v1/j?filter[]=1', { status: 400 }],
    ['deepMap', '/v1/j?filter=1', { status: 400 }],
    ['deepMap', '/v1/j?filters[a]=1', { status: 400 }],
    ['deepMap', '/v1/j?filter[a]=%ff', { status: 400 }],
    ['rest', '/v1/k?a=3&size=1&b=', { body: { size: 1, more: { a: '3', b: '' } } }],
    ['rest', '/v1/k?more[a]=3&b=4', { body: { more: { a: '3', b: '4' } } }],
    ['rest', '/v1/k?more[a]=3&a=4', { status: 400, body: { errors: [{ code: 'repeated' }] } }],
    [
      'rest',
      '/v1/k?more[a][b]=3',
      { status: 400, body: { errors: [{ name: 'more' }, { name: 'more[a][b]' }] } },
    ],
    ['rest', '/v1/k?more=3', { body: { more: { more: '3' } } }],
    ['rest', '/v1/k?a=3&filter[b]=4', { body: { filter: { b: '4' }, more: { a: '3' } } }],
    ['rest', '/v1/k?a=3&filter[b][c]=4', { status: 400, body: { errors: [{ name: 'filter[b][c]' }] } }],
    ['rest', '/v1/k?size=1', { status: 400, body: { errors: [{ name: 'more', code: 'required' }] } }],
    ['rest', '/v1/k?a=3&size=x', { status: 400, body: { errors: [{ name: 'size' }] } }],
    ['sameNames', '/v1/l/3', { status: 200, body: [3, 7, 'none', {}, 'none'] }, {}, { id: '3' }],
    [
      'sameNames',
      '/v1/l/3?id=4&of[a]=5',
      { status: 200, body: [3, 4, 'a', { a: '5' }, 'b'] },
      { id: 'a', of: 'b' },
      { id: '3' },
    ],
    [
      'sameNames',
      '/v1/l/0?id=0',
      {
        status: 400,
        body: {
          errors: [
            { in: 'header', name: 'id', code: 'max_length' },
            { in: 'query', name: 'id', code: 'minimum' },
            { in: 'path', name: 'id', code: 'minimum' },
          ],
        },
      },
      { id: 'abc' },
      { id: '0' },
    ],
    [
      'sameNames',
      '/v1/l/x?id=y&id_query=1',
      {
        status: 400,
        body: {
          errors: [
            { in: 'query', name: 'id', code: 'not_an_integer' },
            { in: 'path', name: 'id', code: 'not_an_integer' },
            { in: 'query', name: 'id_query', code: 'unknown_parameter' },
          ],
        },
      },
      {},
      { id: 'x' },
    ],
    [
      'jsonArray',
      '/v1/m?where=%5B%7B%22name%22:%22a,b%22%7D%5D',
      { status: 200, body: { where: [{ name: 'a,b' }], ids: [1, 2] } },
      { ids: '[1, 2]' },
    ],
    [
      'jsonArray',
      '/v1/m?where=%5B1,%7B%22n%22:%22x%22%7D%5D',
      {
        status: 400,
        body: {
          errors: [
            { in: 'query', name: 'where', pointer: '/0', code: 'type' },
            { in: 'query', name: 'where', pointer: '/1/name', code: 'required' },
            { in: 'query', name: 'where', pointer: '/1/n', code: 'type' },
          ],
        },
      },
    ],
    [
      'jsonArray',
      '/v1/m',
      { status: 400, body: { errors: [{ pointer: '/0', code: 'type' }] } },
      { ids: '["1"]' },
    ],
    ['jsonArray', '/v1/m?where=%7B%7D', { status: 400, body: { errors: [{ code: 'not_json' }] } }],
    ['jsonArray', '/v1/m?where=1&where=2', { status: 400, body: { errors: [{ code: 'repeated' }] } }],
    ['itemOrList', '/v1/n?tag=a,b&id=4', { status: 200, body: { tag: 'a,b', id: 4 } }],
    ['itemOrList', '/v1/n?tag=a&tag=b&id=4,5', { status: 200, body: { tag: ['a', 'b'], id: [4, 5] } }],
    ['itemOrList', '/v1/n?tag=', { status: 400, body: { errors: [{ name: 'tag', code: 'min_length' }] } }],
    ['itemOrList', '/v1/n?id=10', { status: 400, body: { errors: [{ name: 'id', code: 'maximum' }] } }],
    ['itemOrList', '/v1/n?id=1,10', { status: 400, body: { errors: [{ name: 'id', pointer: '/1' }] } }],
    ['itemOrList', '/v1/n?id=1,x', { status: 400, body: { errors: [{ code: 'not_an_integer' }] } }],
    ['itemOrList', '/v1/n?id=1,2,3', { status: 400, body: { errors: [{ code: 'max_items' }] } }],
    ['listMap', '/v1/o?filter[a]=3&filter[b]=4&filter[a]=5', { body: { filter: { a: [3, 5], b: [4] } } }],
    [
      'listMap',
      '/v1/o?a=x&filter[b]=4&a=y&b=z',
      { body: { filter: { b: [4] }, more: { a: ['x', 'y'], b: 'z' } } },
    ],
    [
      'listMap',
      '/v1/o?filter[a]=1&filter[a]=x',
      { status: 400, body: { errors: [{ name: 'filter[a]', pointer: '/1', code: 'not_an_integer' }] } },
    ],
    [
      'listMap',
      '/v1/o?filter[a]=1&filter[a]=10',
      { status: 400, body: { errors: [{ name: 'filter', pointer: '/a/1', code: 'maximum' }] } },
    ],
    [
      'listMap',
      '/v1/o?filter[a]=1&filter[a]=2&filter[a]=3',
      { status: 400, body: { errors: [{ code: 'max_items' }] } },
    ],
    // Its own members are those that the emitted document describes.
    [
      'otherErrors',
      '/v1/h?n=x',
      { status: 400, body: { status: 400, errors: [{ code: 'not_an_integer' }] } },
    ],
    ['enumOfItems', '/v1/i?color=red&color=blue', { body: { color: ['red', 'blue'] } }],
    ['enumOfItems', '/v1/i?color=red&color=green', { status: 400 }],
  ])('%s: %s -> %j', async (name, url, want, headers, variables) => {
    expect(await call(name, url, headers, variables)).toMatchObject(want);
  });

  test.each([
    ['/paths/~1a#tag&key', 'W-SEGMENT'],
    ['/paths/~1b~1{id}{.format}', 'W-FORMAT'],
    ['/paths/~1d/get/responses/200/content', 'W-MEDIA-TYPE'],
    ['/paths/~1i/get/parameters/0/schema/enum', 'W-LIMIT'],
    ['/paths/~1l~1{id}/get/parameters/1', 'W-PARAM'],
  ])('%s is the warning %s', (pointer, code) => expect(warnings.get(pointer)).toBe(code));
});

test('a name in two places is an error if the key of the second is a parameter, too', () => {
  const named = (name: string, place: string) => ({ name, in: place, required: true, schema: text });
  const parameters = [named('id', 'path'), named('id', 'query'), named('id_query', 'header')];
  const { diagnostics } = planDocument({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a/{id}': { get: { operationId: 'a', parameters, ...anything } } },
  });
  expect(diagnostics.map(({ code, found }) => [code, found])).toEqual([
    ['E-INPUT-CLASH', '"id" in path and in query'],
  ]);
});

test('without validation, an object in a query has the texts that were sent', async () => {
  const { rest: [, operation] = ['', {}] } = operations;
  const folder = await makeProject(
    {
      'descriptors/api-docs.json': listing,
      'descriptors/thing.json': {
        ...document,
        paths: { '/k': { get: { operationId: 'rest', ...operation } } },
      },
      'handlers/thing/rest.ts': 'export const handle = (input: object) => ({ ...input });\n',
    },
    { settings: { validation: false } },
  );
  expect((await build(folder)).diagnostics.filter(isError)).toEqual([]);
  const call = await loadFunction(folder, 'thing-rest');
  const { body } = await call({ url: '/v1/k?size=x&filter[a]=1&filter[a]=2&b=3' });
  expect(body).toEqual({ size: 'x', filter: { a: ['1', '2'] }, more: { b: '3' } });
});

const planned = (schema: object) => {
  const parameters = [{ name: 'a', in: 'query', schema }];
  const paths = { '/a': { get: { operationId: 'a', parameters, ...anything } } };
  const { service, diagnostics } = planDocument({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths,
  });
  const values = service && operationsOf(service).flatMap((each) => each.runtime.parameters);
  return {
    value: values?.[0]?.defaultValue,
    said: diagnostics.map(({ code, found, accepted }) => `${code} ${found} / ${accepted}`),
  };
};

test.each([
  [{ type: 'string', default: 4 }, '4', 'W-DEFAULT 4 of type string / "4", which is assumed'],
  [{ type: 'string', default: true }, 'true', 'W-DEFAULT true of type string / "true", which is assumed'],
  [{ type: 'boolean', default: '1' }, true, 'W-DEFAULT "1" of type boolean / true, which is assumed'],
  [{ type: 'boolean', default: 0 }, false, 'W-DEFAULT 0 of type boolean / false, which is assumed'],
])('the default of %j is %j', (schema, value, warning) => {
  expect(planned(schema)).toEqual({ value, said: [warning] });
});

test.each([
  { type: 'string', enum: ['a'], default: 4 },
  { type: 'string', maxLength: 2, default: 100 },
  { type: 'boolean', default: 2 },
  { type: 'integer', minimum: 1, default: 0 },
])('the default that %j excludes is ignored', (schema) => {
  const said = expect.stringMatching(/^W-DEFAULT .*, which is ignored/);
  expect(planned(schema)).toEqual({ value: undefined, said: [said] });
});

test('Swagger 1.x has a free object of lists as an object that is sent once', () => {
  const schema = map({ type: 'array', items: text });
  const parameters = [{ name: 'of', in: 'query', style: 'deepObject', schema }];
  const { resources } = planDocument({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': { get: { operationId: 'a', parameters, ...anything } } },
  });
  const [served] = resources.map(servedDeclaration);
  const declared = { dataType: 'object', additionalProperties: { type: 'array' }, allowMultiple: false };
  expect(served).toMatchObject({ apis: [{ operations: [{ parameters: [declared] }] }] });
});
