/** Examples of documents: the service serves examples that fit, and the build reports the others. */

import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../../lib/headwater/compile/build-settings.ts';
import { openApiDocument } from '../../../../lib/headwater/compile/emit/openapi/document.ts';
import { operationsIn } from '../../../../lib/headwater/compile/plan/operations.ts';
import { referenceTo } from '../../../../lib/headwater/compile/schema/walk.ts';
import { exampleOf } from '../../../../lib/headwater/tools/import/examples/example.ts';
import { Documentation, type OpenApiDocument } from '../../../support/documented.ts';
import { planDocument } from '../../../support/plan-document.ts';

const json = (media: object) => ({ content: { 'application/json': media } });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const schemas = {
  Size: { type: 'integer', description: 'In centimetres', default: 40, examples: [50, 60] },
  Text: { type: 'string', examples: ['a text'] },
  Tree: {
    type: 'object',
    required: ['id', 'kind'],
    properties: {
      id: { type: 'string', readOnly: true, examples: ['t1'] },
      kind: { allOf: [reference('Text')], examples: ['oak', 7] },
      height: reference('Size'),
      secret: { type: 'string', writeOnly: true },
      notes: { type: 'array', items: { type: ['string', 'null'], examples: [null, 'old'] } },
      owner: { anyOf: [reference('Text'), { type: 'null' }], examples: [null] },
    },
    examples: [{ id: 't2', kind: 'elm', secret: 's' }, { id: 't3', kind: 'ash' }, { kind: 'lime' }],
  },
  Forest: {
    type: 'object',
    properties: {
      trees: { type: 'array', items: reference('Tree') },
      age: { oneOf: [{ type: 'integer', examples: [9] }, reference('Text')] },
    },
  },
};

const planted = { description: 'Planted', ...json({ schema: reference('Tree') }) };

const document = (post: object, components: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: { '/tree': { post: { operationId: 'plant', responses: { 201: planted }, ...post } } },
  components: { schemas, ...components },
});

function read(described: object) {
  const { service, diagnostics } = planDocument(described);
  const resource = service?.resources[0];
  const [plan] = resource ? operationsIn(resource) : [];
  if (!service || !resource || !plan) throw new Error(JSON.stringify(diagnostics));
  const served = openApiDocument(service, defaultSettings) as unknown as OpenApiDocument;
  const [first] = new Documentation(served).operations();
  const warnings = diagnostics.map(({ code, pointer, found }) => [code, pointer, found]);
  return { resource, plan, warnings, served, operation: first?.operation };
}

const wrong = (pointer: string, word: string) => [
  'W-EXAMPLE',
  pointer,
  `an example that does not satisfy "${word}", which is ignored`,
];
const inSchemas = [
  wrong('/components/schemas/Tree/properties/kind/examples/1', 'type'),
  wrong('/components/schemas/Tree/examples/2', 'required'),
];

describe('of schemas', () => {
  const { warnings, served, resource } = read(
    document({ responses: { 201: { ...planted, ...json({ schema: reference('Forest') }) } } }),
  );

  test('those that do not fit are reported', () => {
    expect(warnings).toEqual(inSchemas);
  });

  test('all others are served where they stand', () => {
    const served1 = served.components['schemas']?.['Tree'];
    expect(served1).toMatchObject({
      examples: [
        { id: 't2', kind: 'elm', secret: 's' },
        { id: 't3', kind: 'ash' },
      ],
      properties: {
        id: { examples: ['t1'] },
        kind: { examples: ['oak'] },
        height: { $ref: '#/components/schemas/Size', default: 40 },
        notes: { items: { examples: [null, 'old'] } },
        owner: { examples: [null] },
      },
    });
    expect(served.components['schemas']?.['Forest']).toMatchObject({
      properties: { age: { anyOf: [{ examples: [9] }, { $ref: '#/components/schemas/Text' }] } },
    });
  });

  test('are those of values that are made', () => {
    const models = resource.models;
    const forest = referenceTo('Forest');
    const tree = { id: 't2', kind: 'elm' };
    expect(exampleOf(forest, models)).toEqual({ value: { trees: [tree], age: 9 } });
    expect(exampleOf(forest, models, { isSent: true })).toEqual({
      value: { trees: [{ kind: 'elm', secret: 's' }], age: 9 },
    });
  });
});

describe('of bodies, results and parameters', () => {
  const named = {
    one: { summary: 'The first', value: { kind: 'oak', id: 'x' } },
    two: { $ref: '#/components/examples/Elm' },
    bad: { value: { kind: 1 } },
    far: { externalValue: 'https://example.com/tree.json' },
  };
  const { warnings, operation, plan, served } = read(
    document(
      {
        parameters: [
          { name: 'deep', in: 'query', schema: reference('Size'), example: 30 },
          {
            name: 'many',
            in: 'query',
            schema: { type: 'array', items: { type: 'integer' } },
            example: [1, 2],
          },
          { name: 'few', in: 'query', schema: { type: 'integer' }, examples: [1] },
          { name: 'at', in: 'query', ...json({ schema: reference('Tree'), example: { kind: 'fir' } }) },
        ],
        requestBody: json({ schema: reference('Tree'), examples: named }),
        responses: {
          201: {
            ...planted,
            ...json({ schema: reference('Tree'), example: { id: 'r', kind: 'yew', secret: 'no' } }),
          },
          202: { ...planted, ...json({ schema: reference('Size'), example: 'none' }) },
        },
      },
      { examples: { Elm: { description: 'Another', value: { kind: 'elm' } } } },
    ),
  );
  const body = '/paths/~1tree/post/requestBody/content/application~1json/examples';

  test('those that do not fit, or are elsewhere, are reported', () => {
    expect(warnings).toEqual([
      ['W-EXAMPLE', '/paths/~1tree/post/parameters/2/examples', '[1], which is ignored'],
      ['W-EXAMPLE', `${body}/far/externalValue`, 'externalValue, which is ignored'],
      ...inSchemas,
      wrong(`${body}/bad`, 'type'),
      wrong('/paths/~1tree/post/responses/202/content/application~1json/example', 'type'),
    ]);
  });

  test('are served, with the members of requests or of results', () => {
    expect(operation?.requestBody?.content['application/json']).toMatchObject({
      examples: {
        one: { summary: 'The first', value: { kind: 'oak' } },
        two: { description: 'Another', value: { kind: 'elm' } },
      },
    });
    const shown = Object.entries(operation?.responses ?? {}).map(([status, { content }]) => [
      status,
      content?.['application/json']?.example,
    ]);
    expect(shown.slice(0, 2)).toEqual([
      ['201', { id: 'r', kind: 'yew' }],
      // It has an example by its type.
      ['202', 50],
    ]);
    expect(operation?.parameters?.map(({ name, example }) => [name, example])).toEqual([
      ['deep', 30],
      ['many', [1, 2]],
      ['few', undefined],
      ['at', undefined],
    ]);
    expect(operation?.parameters?.[3]).toMatchObject(json({ example: { kind: 'fir' } }));
    expect(plan.parameters[0]?.runtime.defaultValue).toBe(40);
  });

  test('satisfy the schemas that stand beside them', () => {
    const documentation = new Documentation(served);
    const media = operation?.requestBody?.content['application/json'];
    const values = Object.values(media?.examples ?? {}).map((each) => Reflect.get(Object(each), 'value'));
    // A request may omit members that the service sets; requests and results share the schema.
    for (const value of values)
      documentation.checkValue(media?.schema ?? false, { id: 'set', ...Object(value) }, 'body');
    const result = operation?.responses['201']?.content?.['application/json'];
    documentation.checkValue(result?.schema ?? false, result?.example, 'result');
    expect(values).toHaveLength(2);
  });
});

test('that fits one part of a schema and not another is not used', () => {
  const properties = { kind: { type: 'string', enum: ['tree', 'bush'] }, name: { type: 'string' } };
  const Base = { type: 'object', properties, required: ['kind'] };
  const own = { kind: { type: 'string', example: 'Bush' }, name: { type: 'string', example: 'Oak' } };
  const Plant = { allOf: [reference('Base'), { type: 'object', properties: own }] };
  const { resource } = read(document({}, { schemas: { ...schemas, Base, Plant } }));
  expect(exampleOf(referenceTo('Plant'), resource.models)).toEqual({
    value: { kind: 'tree', name: 'Oak' },
  });
});

test('of a response that several operations share are reported once', () => {
  const get = { operationId: 'see', responses: { 200: { $ref: '#/components/responses/R' } } };
  const responses = { R: { description: 'R', ...json({ schema: { type: 'string' }, example: 1 }) } };
  const given = document({ responses: get.responses }, { responses });
  const { warnings } = read({ ...given, paths: { ...given.paths, '/wood': { get } } });
  expect(warnings).toEqual([
    wrong('/components/responses/R/content/application~1json/example', 'type'),
    ...inSchemas,
  ]);
});

test('of a form are served as it is sent', () => {
  const parts = { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } };
  const schema = { type: 'object', properties: { name: { type: 'string' }, parts } };
  const example = { name: 'n', parts: [{ a: 1 }] };
  const content = { 'multipart/form-data': { schema, example } };
  const { operation, warnings } = read(document({ requestBody: { content } }));
  expect(warnings).toEqual(inSchemas);
  const media = operation?.requestBody?.content['multipart/form-data'];
  expect(media?.example).toEqual({ name: 'n', parts: ['{"a":1}'] });
});

describe('in older versions', () => {
  test('3.0 has one of each', () => {
    const thing = { type: 'object', properties: { a: { type: 'string', nullable: true, example: null } } };
    const { warnings, served, operation } = read({
      ...document(
        {
          parameters: [
            { name: 'b', in: 'query', schema: { type: 'integer' }, example: 'c' },
            {
              name: 'd',
              in: 'query',
              schema: { type: 'integer', example: 3 },
              examples: { e: { value: 4 }, f: { value: 'g' } },
            },
          ],
          requestBody: json({ schema: reference('Thing'), example: { a: 'b' } }),
        },
        { schemas: { Thing: thing, Tree: { type: 'object', properties: {}, example: { h: null } } } },
      ),
      openapi: '3.0.3',
    });
    expect(warnings).toEqual([
      wrong('/paths/~1tree/post/parameters/0/example', 'type'),
      wrong('/paths/~1tree/post/parameters/1/examples/f', 'type'),
    ]);
    expect(served.components['schemas']).toMatchObject({
      Thing: { properties: { a: { examples: [null] } } },
      Tree: { examples: [{ h: null }] },
    });
    expect(operation?.requestBody?.content['application/json']?.example).toEqual({ a: 'b' });
    expect(operation?.parameters?.[1]).toMatchObject({ schema: { examples: [3] }, example: 4 });
  });

  test('Swagger 2.0 has those of responses by media type', () => {
    const { warnings, operation } = read({
      swagger: '2.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/tree': {
          post: {
            operationId: 'plant',
            produces: ['application/json'],
            responses: {
              200: { description: 'Done', schema: { type: 'string' }, examples: { 'application/json': 'a' } },
              201: { description: 'Done', schema: { type: 'string' }, examples: { 'application/json': 1 } },
            },
          },
        },
      },
    });
    expect(warnings).toEqual([wrong('/paths/~1tree/post/responses/201/examples/application~1json', 'type')]);
    expect(operation?.responses['200']?.content?.['application/json']?.example).toBe('a');
  });
});
