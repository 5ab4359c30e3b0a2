/** A list operation of one line: filters and the sort as parameters, in both dialects, and the links to its pages. */

import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { type CallFunction, loadFunction } from '../../../support/emitted-function.ts';
import { startEngine } from '../../../support/engine.ts';
import { listing, makeProject } from '../../../support/project.ts';

const managed = {
  _id: { type: 'string' },
  created: { type: 'string', format: 'date-time' },
  updated: { type: 'string', format: 'date-time' },
  revision: { type: 'integer' },
};
const content = {
  name: { type: 'string' },
  price: { type: 'number' },
  state: { type: 'string', enum: ['open', 'sold', 'gone'] },
  due: { type: 'string', format: 'date-time' },
};
const needed = ['name', 'price', 'state'];
const json = (name: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
});
const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });

const openapi = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  paths: {
    '/lamp': {
      post: {
        operationId: 'create',
        requestBody: { required: true, content: json('LampContent') },
        responses: { 201: { description: 'The lamp', content: json('Lamp') } },
      },
      get: {
        operationId: 'find',
        parameters: [
          query('size', { type: 'integer', minimum: 1, maximum: 100, default: 10 }),
          query('after', { type: 'string', maxLength: 256 }),
          query('query', { type: 'string', maxLength: 512 }),
          query('sort', { type: 'string', enum: ['price', '-price', 'due', '-due', 'created', '-created'] }),
          query(
            'status',
            { type: 'array', maxItems: 3, items: content.state },
            { explode: false, 'x-filter': 'state' },
          ),
          query('min_price', { type: 'number' }, { 'x-filter': { field: 'price', op: '>=' } }),
          query('below', { type: 'number' }, { 'x-filter': { field: 'price', op: '<' } }),
          query('until', { type: 'string', format: 'date' }, { 'x-filter': { field: 'due', op: '<=' } }),
          query('word', { type: 'string' }, { 'x-filter': 'name' }),
        ],
        responses: { 200: { description: 'A page', content: json('Lamps') } },
      },
    },
  },
  components: {
    schemas: {
      LampContent: { type: 'object', required: needed, properties: content },
      Lamp: {
        type: 'object',
        required: [...Object.keys(managed), ...needed],
        properties: { ...managed, ...content },
      },
      Lamps: {
        type: 'object',
        required: ['total', 'hits'],
        properties: {
          total: { type: 'integer' },
          hits: { type: 'array', items: { $ref: '#/components/schemas/Lamp' } },
          after: { type: 'string' },
        },
      },
    },
  },
};

const old = {
  resourcePath: '/old',
  apis: [
    {
      path: '/old/{state}',
      operations: [
        {
          httpMethod: 'GET',
          nickname: 'find',
          responseClass: 'any',
          parameters: [
            { paramType: 'path', name: 'state', dataType: 'string', 'x-filter': 'state' },
            { paramType: 'query', name: 'from', dataType: 'int', defaultValue: 0 },
            { paramType: 'query', name: 'size', dataType: 'int', defaultValue: 2 },
            { paramType: 'query', name: 'after', dataType: 'string' },
            {
              ...{ paramType: 'query', name: 'price', dataType: 'double', allowMultiple: true },
              'x-filter': { field: 'price' },
            },
          ],
        },
      ],
    },
  ],
};

const find = (resource: string) => `import type { Handle } from '#generated/types/${resource}/find.ts';
import { listPage } from 'headwater/documents';
import { lamps } from '../lamp/lamps.ts';

export const handle: Handle = (input, _body, context) => listPage(lamps(context), input, context);
`;

const files = {
  'descriptors/api-docs.json': listing,
  'descriptors/lamp.json': openapi,
  'descriptors/old.json': old,
  'handlers/lamp/lamps.ts': `import type { Models } from '#generated/models/lamp.ts';
import { documentsOf, documentType } from 'headwater/documents';

export const lamps = documentsOf(
  documentType<Models['Lamp']>({
    name: 'lamp',
    all: 'l',
    fields: {
      name: { kind: 'text', terms: 'lw', isDefault: true },
      price: { kind: 'decimal', sort: { within: ['state'] } },
      state: { kind: 'keyword' },
      due: { kind: 'date', isOptional: true, sort: true },
    },
  }),
);
`,
  'handlers/lamp/create.ts': `import type { Handle } from '#generated/types/lamp/create.ts';
import { createDocument } from 'headwater/documents';
import { lamps } from '../lamp/lamps.ts';

export const handle: Handle = (_input, body, context) => createDocument(lamps(context), body);
`,
  'handlers/lamp/find.ts': find('lamp'),
  'handlers/old/find.ts': find('old'),
};

interface Found {
  readonly total: number;
  readonly hits: readonly { readonly name: string }[];
  readonly after?: string;
}

let list: CallFunction;
let listOld: CallFunction;

beforeAll(async () => {
  const engine = await startEngine();
  Object.assign(process.env, engine.environment, { TABLE_NAME: await engine.makeTable() });
  const project = await makeProject(files);
  expect((await build(project)).diagnostics.filter(({ code }) => code.startsWith('E-'))).toEqual([]);
  const create = await loadFunction(project, 'lamp-create');
  const lamps = [
    { name: 'red desk lamp', price: 9.99, state: 'open', due: '2026-03-31T12:00:00Z' },
    { name: 'blue lamp', price: 0.3, state: 'open' },
    { name: 'candle', price: 0.1 + 0.2, state: 'sold', due: '2026-04-01T00:00:00Z' },
    { name: 'red torch', price: 120, state: 'gone', due: '2025-01-01T00:00:00Z' },
  ];
  for (const lamp of lamps) {
    const headers = { 'content-type': 'application/json' };
    expect(
      await create({ method: 'POST', url: '/v1/lamp', headers, body: JSON.stringify(lamp) }),
    ).toMatchObject({ status: 201 });
  }
  list = await loadFunction(project, 'lamp-find');
  listOld = await loadFunction(project, 'old-find');
});

async function found(rawQueryString: string): Promise<readonly string[]> {
  const answer = await list({ url: `/v1/lamp?${rawQueryString}` });
  expect(answer.status).toBe(200);
  return (answer.body as Found).hits.map(({ name }) => name);
}

describe('a filter', () => {
  test.each([
    ['', ['red torch', 'candle', 'blue lamp', 'red desk lamp']],
    ['sort=price', ['blue lamp', 'candle', 'red desk lamp', 'red torch']],
    ['sort=-price&size=2', ['red torch', 'red desk lamp']],
    ['sort=due', ['red torch', 'red desk lamp', 'candle', 'blue lamp']],
    ['status=open', ['blue lamp', 'red desk lamp']],
    ['status=open,sold&sort=price', ['blue lamp', 'candle', 'red desk lamp']],
    ['min_price=0.3&below=9.99', ['candle', 'blue lamp']],
    ['min_price=0.3&below=0.30000000000000004', ['blue lamp']],
    ['below=0.3', []],
    ['until=2026-03-31', ['red torch', 'red desk lamp']],
    ['word=red', ['red torch', 'red desk lamp']],
    ['word=desk%20lamp&query=price:%3E1', ['red desk lamp']],
    ['status=gone&status=sold', undefined],
  ])('%j finds %j', { tags: ['functions'] }, async (rawQueryString, names) => {
    if (names) expect(await found(rawQueryString)).toEqual(names);
    else expect(await list({ url: `/v1/lamp?${rawQueryString}` })).toMatchObject({ status: 400 });
  });
});

describe('pages', () => {
  const linksOf = ({ headers = {} }: Awaited<ReturnType<CallFunction>>) =>
    String(headers['link'])
      .split(', ')
      .filter((link) => !link.includes('describedby') && !link.includes('collection'));

  test('of cursors link to the next one, with all filters', { tags: ['functions'] }, async () => {
    const first = await list({ url: '/v1/lamp?status=open&sort=-price&size=1' });
    const { total, after, hits } = first.body as Found;
    expect([total, hits.map(({ name }) => name)]).toEqual([2, ['red desk lamp']]);
    expect(linksOf(first)).toEqual([`</v1/lamp?status=open&sort=-price&size=1&after=${after}>; rel="next"`]);
    const rawQueryString = `status=open&sort=-price&size=1&after=${after}`;
    expect(await found(rawQueryString)).toEqual(['blue lamp']);
    expect(linksOf(await list({ url: `/v1/lamp?${rawQueryString}` }))).toEqual([]);
    const other = await list({ url: `/v1/lamp?${rawQueryString.replace('-price', 'price')}` });
    expect(other).toMatchObject({ status: 400 });
  });

  test('of positions link to the first and the previous one, too', { tags: ['functions'] }, async () => {
    const answer = await listOld({
      url: '/v1/old/open?from=1&size=1&price=0.3&price=9.99',
      pathParameters: { state: 'open' },
    });
    const { total, hits } = answer.body as Found;
    expect([total, hits.map(({ name }) => name)]).toEqual([2, ['red desk lamp']]);
    expect(linksOf(answer)).toEqual([
      '</v1/old/open?price=0.3&price=9.99&from=0&size=1>; rel="prev"',
      '</v1/old/open?price=0.3&price=9.99&from=0&size=1>; rel="first"',
    ]);
  });
});
