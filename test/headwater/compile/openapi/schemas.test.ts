/** Schemas of OpenAPI as schemas of the plan, or as diagnostics with their places. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { operationsIn, operationsOf } from '../../../../lib/headwater/compile/plan/operations.ts';
import { compileSchema } from '../../../../lib/headwater/compile/schema/compile-schema.ts';
import { schemaWith } from '../../../../lib/headwater/compile/schema/json-schema.ts';
import { planDocument } from '../../../support/plan-document.ts';

/** The plan of a document with one operation, whose body has the schema. */
function planOf(schema: unknown, schemas: object = {}, mediaType = 'application/json') {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/thing': {
        post: {
          operationId: 'create',
          requestBody: { content: { [mediaType]: { schema } } },
          responses: { 204: { description: 'Done' } },
        },
      },
    },
    components: { schemas },
  };
  return planDocument(document);
}

const string = { type: 'string' };
const never = { not: {} };
const refersTo = (id: string) => ({ $ref: `#/$defs/${id}` });
const text = refersTo('Text');
const integer = { type: 'integer' };

describe('is read as', () => {
  test.each<[name: string, schema: unknown, want: unknown]>([
    ['anything', true, {}],
    ['anything, without words', {}, {}],
    ['a schema that says where it stands', { $id: '#/components/schemas/A', type: 'null' }, { type: 'null' }],
    ['a text', { type: 'string', minLength: 1, pattern: '^a' }, { ...string, minLength: 1, pattern: '^a' }],
    ['a text of a known format', { type: 'string', format: 'date' }, { ...string, format: 'date' }],
    ['a text of another format', { type: 'string', format: 'uuid' }, { ...string, format: 'uuid' }],
    ['an integer', { type: 'integer' }, { type: 'integer', format: 'int64' }],
    [
      'a small integer',
      { type: 'integer', format: 'int32', maximum: 9 },
      { type: 'integer', format: 'int32', maximum: 9 },
    ],
    ['an integer by its format', { format: 'int32' }, { type: 'integer', format: 'int32' }],
    [
      'a number whose format is an integer',
      { type: 'number', format: 'int64' },
      { type: 'integer', format: 'int64' },
    ],
    ['a number by its format', { format: 'float' }, { type: 'number', format: 'float' }],
    ['a text by its format', { format: 'date-time' }, { ...string, format: 'date-time' }],
    ['anything, of another format', { format: 'email' }, {}],
    ['a number', { type: 'number', minimum: 0.5 }, { type: 'number', format: 'double', minimum: 0.5 }],
    [
      'a number with open bounds and a step',
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.01 },
      { type: 'number', format: 'double', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.01 },
    ],
    ['a number by its words', { minimum: 1 }, { type: 'number', format: 'double', minimum: 1 }],
    ['a text by its words', { maxLength: 1 }, { ...string, maxLength: 1 }],
    [
      'format binary, which stays a string',
      { type: 'string', format: 'binary', maxLength: 9 },
      { ...string, format: 'binary', maxLength: 9 },
    ],
    ['base64', { type: 'string', contentEncoding: 'base64' }, { ...string, format: 'byte' }],
    [
      'values or null',
      { type: ['string', 'null'], enum: ['a', null] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['null alone', { const: null }, { type: 'null', enum: [null] }],
    ['values without null', { type: ['string', 'null'], enum: ['a'] }, { ...string, enum: ['a'] }],
    [
      'values of several types',
      { enum: ['a', 1, null] },
      { type: ['string', 'number', 'null'], enum: ['a', 1, null] },
    ],
    [
      'one of two',
      { oneOf: [integer, { ...integer, minimum: 2 }] },
      {
        oneOf: [
          { type: 'integer', format: 'int64' },
          { type: 'integer', format: 'int64', minimum: 2 },
        ],
      },
    ],
    [
      'either of two, since no value is of both',
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
      { anyOf: [string, { type: 'null' }] },
    ],
    [
      'an object with a number of members',
      { type: 'object', minProperties: 1, maxProperties: 2 },
      { type: 'object', minProperties: 1, maxProperties: 2 },
    ],
    [
      'an object of two parts',
      {
        allOf: [
          { properties: { a: { type: 'string' } }, minProperties: 1 },
          { properties: { a: { maxLength: 3, type: 'string' } }, minProperties: 2, required: ['b'] },
        ],
      },
      {
        allOf: [
          { type: 'object', properties: { a: string }, minProperties: 1 },
          {
            type: 'object',
            properties: { a: { ...string, maxLength: 3 } },
            minProperties: 2,
            required: ['b'],
          },
        ],
      },
    ],
    [
      'a required member that is as all others',
      { required: ['a'], additionalProperties: { type: 'string' } },
      { type: 'object', required: ['a'], additionalProperties: string },
    ],
    ['a constant', { const: 'a' }, { ...string, enum: ['a'] }],
    ['values without a type', { enum: ['a', 'b'] }, { ...string, enum: ['a', 'b'] }],
    ['a text or null', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
    [
      'either of two',
      { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
      { anyOf: [string, { type: 'boolean' }] },
    ],
    [
      'a list',
      { type: 'array', items: { type: 'string' }, maxItems: 2 },
      { type: 'array', items: string, maxItems: 2 },
    ],
    [
      'one of allOf, with words for people',
      { allOf: [{ $ref: '#/components/schemas/Name' }, { description: 'a', 'x-a': 1 }], title: 'b' },
      refersTo('Name'),
    ],
    ['an open object', { type: 'object' }, { type: 'object' }],
    [
      'a closed object',
      { properties: { a: { type: 'string' } }, additionalProperties: false },
      { type: 'object', properties: { a: string }, additionalProperties: never },
    ],
    [
      'a map',
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'object', additionalProperties: string },
    ],
    [
      'a required member without a schema',
      { type: 'object', required: ['a'] },
      { type: 'object', required: ['a'] },
    ],
  ])('%s', (_name, schema, want) => {
    const { functions, diagnostics } = planOf(schema, { Name: { type: 'string', maxLength: 9 } });
    expect(diagnostics.filter(({ code }) => code.startsWith('E-'))).toEqual([]);
    const [operation] = functions.flatMap((plan) => (plan.kind === 'operation' ? plan.operation : []));
    expect(operation?.body?.schema).toEqual(want);
  });

  test.each<[name: string, property: object, want: unknown]>([
    ['limits beside a reference', { maxLength: 3 }, { ...string, maxLength: 3, allOf: [text] }],
    ['values beside a reference', { enum: ['a'] }, { ...string, enum: ['a'], allOf: [text] }],
    ['words for people beside a reference', { title: 'A', $comment: 'b' }, text],
  ])('%s', (_, beside, want) => {
    const schemas = { Text: { type: 'string', minLength: 1 } };
    const reference = { $ref: '#/components/schemas/Text' };
    for (const schema of [
      { ...reference, ...beside },
      { allOf: [reference], ...beside },
    ]) {
      const { diagnostics, resources } = planOf(schema, schemas);
      expect(diagnostics).toEqual([]);
      expect(resources[0]?.apis[0]?.operations[0]?.body?.schema).toEqual(want);
    }
  });

  test('bytes, which a form sends as files, and JSON as texts', () => {
    const file = { contentMediaType: 'application/octet-stream' };
    const bytes = { type: 'string', ...file };
    const form = {
      properties: {
        picture: { $ref: '#/components/schemas/Bytes' },
        more: { type: 'array', items: bytes },
        about: { type: 'object', properties: { thumbnail: bytes } },
      },
    };
    const { diagnostics, resources } = planOf(form, { Bytes: bytes }, 'multipart/form-data');
    expect(diagnostics).toEqual([]);
    const fields = resources[0]?.apis[0]?.operations[0]?.body?.fields;
    expect(fields).toMatchObject([
      { schema: file, runtime: { name: 'picture', isFile: true } },
      { schema: { type: 'array', items: file }, runtime: { name: 'more', isFile: true } },
      { schema: { properties: { thumbnail: string } }, runtime: { cast: 'json' } },
    ]);
  });

  test('a schema within a named one', () => {
    const reference = (path: string) => ({ $ref: `#/components/schemas/${path}` });
    const schemas = {
      Thing: {
        properties: {
          'a/b': { type: 'string', maxLength: 2 },
          list: { type: 'array', items: { type: 'boolean' } },
        },
        $defs: { Size: { type: 'integer', format: 'int32' } },
      },
      Other: {
        properties: {
          one: reference('Thing/properties/a~1b'),
          two: reference('Thing/properties/list/items'),
          three: reference('Thing/$defs/Size'),
        },
      },
    };
    const { diagnostics, resources } = planOf(reference('Other'), schemas);
    expect(diagnostics).toEqual([]);
    const other = resources[0]?.models.get('Other');
    expect(other?.schema.properties).toEqual({
      one: refersTo('Thing.a~1b'),
      two: refersTo('Thing.list.items'),
      three: refersTo('Thing.%24defs.Size'),
    });
    const [diagnostic] = planOf(reference('Thing/description'), schemas).diagnostics;
    const found = '"#/components/schemas/Thing/description", which does not exist';
    expect(diagnostic).toMatchObject({ code: 'E-REF', found });
    const [notAny] = planOf(reference('Thing/properties'), schemas).diagnostics;
    expect(notAny).toMatchObject({ code: 'E-REF', found: '"#/components/schemas/Thing/properties"' });
  });

  test('what a schema says that a property refers to', () => {
    const schemas = {
      Secret: { type: 'string', writeOnly: true, deprecated: true, description: 'A', default: 'b' },
      Key: { $ref: '#/components/schemas/Secret', description: 'C' },
      Thing: { properties: { key: { $ref: '#/components/schemas/Key' } } },
    };
    const { diagnostics, resources } = planOf({ $ref: '#/components/schemas/Thing' }, schemas);
    expect(diagnostics).toEqual([]);
    const key = { ...refersTo('Key'), writeOnly: true, deprecated: true, default: 'b' };
    expect([...(resources[0]?.models.values() ?? [])]).toMatchObject([
      {},
      {},
      { schema: { properties: { key } } },
    ]);
  });

  test('models, with what they get from allOf', () => {
    const schemas = {
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'string', readOnly: true } } },
      Thing: { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { name: { type: 'string' } } }] },
      Things: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
    };
    const { service, diagnostics } = planOf({ $ref: '#/components/schemas/Things' }, schemas);
    expect(diagnostics).toEqual([]);
    const properties = { id: { ...string, readOnly: true, 'x-read-only': true } };
    const name = { type: 'object', properties: { name: string } };
    expect([...(service?.resources[0]?.models.values() ?? [])]).toEqual([
      { id: 'Base', schema: { type: 'object', required: ['id'], properties } },
      { id: 'Thing', schema: { allOf: [refersTo('Base'), name] } },
      { id: 'Things', schema: { type: 'array', items: refersTo('Thing') } },
    ]);
  });
});

describe('alternatives of which a member names the type', () => {
  const object = (kind: unknown) => ({ type: 'object', properties: { kind }, required: ['kind'] });
  const schemas = { Cat: object({ type: 'string' }), Dog: object({ type: 'string' }) };
  const oneOf = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }];
  const [cat, dog] = [refersTo('Cat'), refersTo('Dog')];
  const typeOf = (schema: object, others: object = schemas) => {
    const { functions, diagnostics } = planOf(schema, others);
    const [operation] = functions.flatMap((plan) => (plan.kind === 'operation' ? plan.operation : []));
    return {
      type: operation?.body?.schema,
      diagnostics: diagnostics.map(({ code, found }) => [code, found]),
    };
  };

  test.each([
    ['names of schemas', {}, { Cat: cat.$ref, Dog: dog.$ref }],
    [
      'names of a mapping',
      { mapping: { cat: 'Cat', kitten: '#/components/schemas/Cat' } },
      { cat: cat.$ref, kitten: cat.$ref, Dog: dog.$ref },
    ],
  ])('%s', (_name, words, mapping) => {
    expect(typeOf({ oneOf, discriminator: { propertyName: 'kind', ...words } })).toEqual({
      type: { oneOf: [cat, dog], discriminator: { propertyName: 'kind', mapping } },
      diagnostics: [],
    });
  });

  test('or null', () => {
    const discriminator = { propertyName: 'kind' };
    const { type } = typeOf({ oneOf: [...oneOf, { type: 'null' }], discriminator });
    const mapping = { Cat: cat.$ref, Dog: dog.$ref };
    const tagged = { oneOf: [cat, dog], discriminator: { propertyName: 'kind', mapping } };
    expect(type).toEqual({ anyOf: [tagged, { type: 'null' }] });
  });

  test.each([
    [
      'two of one name',
      { oneOf, discriminator: { propertyName: 'kind', mapping: { Cat: 'Dog' } } },
      'a discriminator of other alternatives',
    ],
    [
      'alternatives without a name',
      { oneOf: [...oneOf, { type: 'object' }], discriminator: { propertyName: 'kind' } },
      'a discriminator of other alternatives',
    ],
    [
      'a name of something else',
      { oneOf, discriminator: { propertyName: 'kind', mapping: { cow: 'Cow' } } },
      '"cow" of "Cow"',
    ],
  ])('is ignored with a warning: %s', (_name, schema, found) => {
    const [diagnostic, ...others] = typeOf(schema).diagnostics;
    expect(diagnostic).toEqual(['W-UNSUPPORTED', found]);
    // Without it, the objects fit each other.
    expect(others.every(([, each]) => each?.startsWith('"oneOf" of objects'))).toBe(true);
  });

  test.each([
    ['kept', 'names a sub type', { enum: ['Cat'] }, {}],
    ['kept', 'is a name of the mapping', { enum: ['cat'] }, { mapping: { cat: 'Cat' } }],
    ['kept', 'is not limited', {}, {}],
    ['ignored', 'names no schema', { enum: ['cat', 'dog'] }, {}],
    ['ignored', 'names no schema, by a reference', { $ref: '#/components/schemas/Kind' }, {}],
  ])('a discriminator is %s whose value %s', (effect, _, kind, words) => {
    const base = {
      ...object({ type: 'string', ...kind }),
      discriminator: { propertyName: 'kind', ...words },
    };
    const { service, diagnostics } = planOf(true, {
      Pet: base,
      Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }] },
      Kind: { type: 'string', enum: ['cat'] },
    });
    const [pet] = service?.resources[0]?.models.values() ?? [];
    expect(pet?.discriminator).toBe(effect === 'kept' ? 'kind' : undefined);
    const found = diagnostics.filter(({ code }) => code === 'W-UNSUPPORTED').map((each) => each.found);
    expect(found).toEqual(effect === 'kept' ? [] : ['a discriminator whose values name no schema']);
  });

  test.each([
    ['kept', 'names itself', ['Cat']],
    ['kept', 'is not limited', undefined],
    ['ignored', 'is spelled in another way', ['cat']],
  ])('a discriminator of alternatives is %s if the value of one %s', (effect, _, values) => {
    const kind = { type: 'string', ...(values ? { enum: values } : {}) };
    const { type, diagnostics } = typeOf(
      { anyOf: oneOf, discriminator: { propertyName: 'kind' } },
      { Cat: object(kind), Dog: object({ type: 'string' }) },
    );
    const warning = ['W-UNSUPPORTED', 'a discriminator whose values name no schema'];
    expect(Object.keys(Object(type))).toEqual(effect === 'kept' ? ['oneOf', 'discriminator'] : ['anyOf']);
    expect(diagnostics).toEqual(effect === 'kept' ? [] : [warning]);
  });

  test('the names that the mapping of a base gives to its sub types', () => {
    const discriminator = { propertyName: 'kind', mapping: { cat: 'Cat' } };
    const base = { ...object({ type: 'string' }), discriminator };
    const allOf = [{ $ref: '#/components/schemas/Pet' }];
    const { service } = planOf(
      { $ref: '#/components/schemas/Pet' },
      { Pet: base, Cat: { allOf }, Dog: { allOf } },
    );
    const tags = [...(service?.resources[0]?.models.values() ?? [])].map((model) => [
      model.id,
      model.discriminator,
      model.tags,
    ]);
    expect(tags).toEqual([
      ['Pet', 'kind', undefined],
      ['Cat', 'kind', ['cat']],
      ['Dog', 'kind', undefined],
    ]);
  });
});

describe('oneOf of objects that fit each other', () => {
  const name = { type: 'string' };
  const object = (properties: object, words: object = {}) => ({ type: 'object', properties, ...words });
  const dog = object({ name, bark: { type: 'boolean' } });
  const closed = { additionalProperties: false };
  test.each<[what: string, isReported: boolean, one: object, other: object]>([
    ['optional members', true, dog, object({ name, purr: { type: 'boolean' } })],
    ['members of other types', false, dog, object({ name: { type: 'integer' } })],
    ['no other members', false, object({ name }, closed), object({ bark: name }, closed)],
    [
      'members of one that the other needs',
      false,
      object({ a: name }, { required: ['a'] }),
      object({ b: name }, { required: ['b'] }),
    ],
    ['one of which needs a member', true, object({ a: name }, { required: ['a'] }), object({ b: name })],
    [
      'a number of members',
      false,
      object({ a: name }, { minProperties: 1 }),
      object({ b: name }, { minProperties: 2 }),
    ],
    ['no objects', false, { type: 'string' }, { type: 'string', maxLength: 3 }],
  ])('with %s: %j', (_, isReported, one, other) => {
    const schemas = { One: one, Other: { ...other, description: 'The other' } };
    const oneOf = Object.keys(schemas).map((id) => ({ $ref: `#/components/schemas/${id}` }));
    const { diagnostics } = planOf({ oneOf }, schemas);
    const found = diagnostics.map(({ code, pointer }) => [code, pointer.split('/').at(-1)]);
    expect(found).toEqual(isReported ? [['W-UNSUPPORTED', 'oneOf']] : []);
  });
});

test.each<[schema: object, allowed: unknown[], found: string | undefined]>([
  [{ enum: ['a', 'b'], const: 'b' }, ['b'], undefined],
  [{ type: 'string', enum: ['a', null] }, ['a'], 'null, excluded by type string'],
  [{ enum: ['ab', 'abc'], minLength: 3 }, ['ab', 'abc'], '"ab", excluded by the limits beside them'],
  [
    { type: 'string', format: 'date', enum: ['2026-01-01', '1'] },
    ['2026-01-01', '1'],
    '"1", excluded by the limits beside them',
  ],
])('of allowed values, those that are never valid are named: %j', (schema, allowed, found) => {
  const { service, diagnostics } = planOf(schema);
  expect(service?.resources[0]?.apis[0]?.operations[0]?.body?.schema).toMatchObject({
    ...string,
    enum: allowed,
  });
  expect(diagnostics.map((diagnostic) => [diagnostic.code, diagnostic.found])).toEqual(
    found ? [['W-LIMIT', found]] : [],
  );
});

test('without a type, values have their own, whatever a limit is about', () => {
  const { service, diagnostics } = planOf({ enum: [1, 2], minLength: 3 });
  expect(service?.resources[0]?.apis[0]?.operations[0]?.body?.schema).toMatchObject({ enum: [1, 2] });
  expect(diagnostics.filter(({ code }) => code !== 'W-LIMIT')).toEqual([]);
});

describe('cannot be held', () => {
  const at = '/paths/~1thing/post/requestBody/content/application~1json/schema';
  test.each<[schema: unknown, pointer: string, found: string]>([
    [{ type: 'number', multipleOf: 0 }, `${at}/multipleOf`, '0'],
    [{ minimum: 2, type: 'number', exclusiveMaximum: 2 }, `${at}/exclusiveMaximum`, 'no number from 2 to 2'],
    [{ enum: [] }, `${at}/enum`, 'an empty list of allowed values'],
    [{ type: '__proto__' }, `${at}/type`, '"__proto__"'],
    [{ type: 'constructor' }, `${at}/type`, '"constructor"'],
    [{ enum: ['a', 'b'], const: 'c' }, `${at}/const`, '"c", which is not in "enum"'],
    [{ enum: ['a'], const: null }, `${at}/enum`, 'null, which is not in "enum"'],
    [{ type: ['integer', 'boolean'], enum: ['a'] }, `${at}/enum`, '"a", excluded by type integer or boolean'],
    [{ type: 'string', const: null }, at, 'null, excluded by type string'],
    [{ type: 'string', enum: [[1], {}] }, `${at}/enum`, '[1], {}, excluded by type string'],
    [
      { type: 'string', const: 'ab', minLength: 3 },
      `${at}/const`,
      '"ab", excluded by the limits beside them',
    ],
    [{ maximum: 1, enum: [2, 3] }, `${at}/enum`, '2, 3, excluded by the limits beside them'],
    [
      { minProperties: 2, maxProperties: 1 },
      `${at}/minProperties`,
      'minProperties 2 greater than its maximum 1',
    ],
    [{ oneOf: [] }, `${at}/oneOf`, 'no alternatives in oneOf'],
    [{ anyOf: [] }, `${at}/anyOf`, 'no alternatives in anyOf'],
    [{ type: [] }, `${at}/type`, '[]'],
    [
      { type: 'object', properties: {}, anyOf: [{ type: 'string' }] },
      `${at}/anyOf`,
      'parts of types that exclude each other',
    ],
    [{ type: 'array', items: { $anchor: 'a' } }, `${at}/items/$anchor`, '$anchor'],
    [
      { type: 'object', required: ['a_b'], properties: { aB: {} }, additionalProperties: false },
      `${at}/required/0`,
      '"a_b" required, a name that the object cannot have',
    ],
    [
      { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { a: { type: 'boolean' } } }] },
      `${at}/allOf`,
      '"a" in several parts of allOf',
    ],
    [
      { allOf: [{ type: 'string' }, { type: 'object' }] },
      `${at}/allOf`,
      'parts of types that exclude each other',
    ],
  ])('%j', (schema, pointer, found) => {
    const { diagnostics, service } = planOf(schema, { Text: { type: 'string' } });
    expect(service).toBeUndefined();
    expect(diagnostics).toContainEqual(expect.objectContaining({ pointer, found }));
  });

  test.each([
    ['a schema that only stands for itself', { A: { anyOf: [{ $ref: '#/components/schemas/A' }] } }],
    [
      'an object that is a part of itself',
      { A: { allOf: [{ $ref: '#/components/schemas/A' }, { properties: {} }] } },
    ],
  ])('%s', (_name, schemas) => {
    const { diagnostics } = planOf({ $ref: '#/components/schemas/A' }, schemas);
    expect(diagnostics.map(({ code }) => code)).toContain('E-INHERITANCE');
  });
});

/** Generators write types and values that no value of the schema has. A judge has the meaning, by plain JSON Schema. */
test.each<[name: string, schema: object, meant: object, found: string]>([
  [
    'a type beside a reference to another one',
    { $ref: '#/components/schemas/Text', type: 'object', description: 'A text' },
    { type: 'string' },
    'type "object", which its parts exclude',
  ],
  [
    'a closed object beside alternatives of texts',
    { type: 'object', additionalProperties: false, oneOf: [{ type: 'string' }, { type: 'integer' }] },
    { type: ['string', 'integer'] },
    'type "object", which its parts exclude',
  ],
  [
    'a closed object without a type beside a text',
    { allOf: [{ $ref: '#/components/schemas/Text' }], additionalProperties: false },
    { type: 'string' },
    'keywords of type "object", which its parts exclude',
  ],
  [
    'null beside alternatives',
    { type: 'null', oneOf: [{ type: 'string' }, { type: 'boolean' }] },
    { type: ['string', 'boolean', 'null'] },
    'type "null", which its parts exclude',
  ],
  [
    'a number beside an integer, which holds',
    { type: 'number', allOf: [{ type: 'integer' }] },
    { type: 'integer' },
    '',
  ],
  [
    'numbers as texts',
    { type: 'integer', enum: ['1', '22', 3] },
    { enum: [1, 22, 3] },
    '"1", "22" of type integer',
  ],
  ['truth values as texts', { type: 'boolean', enum: ['true'] }, { const: true }, '"true" of type boolean'],
  [
    'a required name that a closed object cannot have',
    { type: 'object', required: ['a', 'q'], properties: { a: {} }, additionalProperties: false },
    { type: 'object', required: ['a'], properties: { a: {} }, additionalProperties: false },
    '"q" required, a name that the object cannot have, and ignored',
  ],
  [
    'properties with quotes, a backslash, or no name',
    {
      type: 'object',
      properties: { 'a"': { type: 'string' }, "`b'\\": { type: 'integer' }, '': { type: 'null' } },
    },
    {
      type: 'object',
      properties: { 'a"': { type: 'string' }, "`b'\\": { type: 'integer' }, '': { type: 'null' } },
    },
    '',
  ],
])('%s', (_, schema, meant, found) => {
  const { service, diagnostics } = planOf(schema, { Text: { type: 'string' } });
  expect(diagnostics.map((each) => each.found)).toEqual(found === '' ? [] : [found]);
  const [operation] = service ? operationsOf(service) : [];
  const models = service?.resources[0]?.models ?? new Map();
  const validate = compileSchema(schemaWith(operation?.body?.schema ?? never, models));
  const judge = new Ajv2020().compile(meant);
  const odd = [{ 'a"': 'x', "`b'\\": 1, '': null }, { 'a"': 1 }, { "`b'\\": 'x' }, { '': 1 }];
  const values = [
    'x',
    '1',
    1,
    1.5,
    22,
    true,
    false,
    null,
    [],
    {},
    { a: 1 },
    { a: 1, q: 2 },
    { q: 1 },
    ...odd,
  ];
  for (const value of values) expect([value, validate(value)]).toEqual([value, judge(value)]);
});

test('examples of megabytes of schemas are checked', { tags: ['descriptors'] }, () => {
  const names = Array.from({ length: 30 }, (_, index) => `name${index}`);
  const text = { type: 'string', maxLength: 5, pattern: '^[a-z]*$' };
  const properties = {
    id: { type: 'integer', minimum: 1 },
    ...Object.fromEntries(names.map((name) => [name, text])),
  };
  const schemas = Object.fromEntries(
    Array.from({ length: 800 }, (_, id) => [`S${id}`, { type: 'object', properties, example: { id } }]),
  );
  const { diagnostics } = planOf(true, schemas);
  // Zero is too little.
  expect(diagnostics.map(({ pointer }) => pointer)).toEqual(['/components/schemas/S0/example']);
});

test('references that double at each step are read once each', () => {
  const name = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
  const schemas = Object.fromEntries([
    ...Array.from({ length: 60 }, (_, index) => [`S${index}`, { anyOf: [name(index + 1), name(index + 1)] }]),
    ['S60', { type: ['string', 'null'] }],
  ]);
  const { functions } = planOf(name(0), schemas);
  const [operation] = functions.flatMap((plan) => (plan.kind === 'operation' ? plan.operation : []));
  expect(operation?.body?.schema).toEqual(refersTo('S0'));
});

test.each<[name: string, schema: unknown, wants: unknown]>([
  [
    'unique items of a named scalar type have no limit',
    { type: 'array', uniqueItems: true, items: { $ref: '#/components/schemas/Text' } },
    { type: 'array', uniqueItems: true, items: { $ref: '#/$defs/Text' } },
  ],
  [
    'an integer beside numbers has no limits of its own',
    { type: ['integer', 'number'] },
    { type: 'number', format: 'double' },
  ],
])('%s', (_, schema, wants) => {
  const { service, diagnostics } = planOf(schema, { Text: { type: 'string' } });
  expect(diagnostics).toEqual([]);
  const [operation] = service ? operationsOf(service) : [];
  expect(operation?.body?.schema).toEqual(wants);
});

test('a place in Swagger 2.0 is one of the text', () => {
  const { diagnostics } = planDocument({
    swagger: '2.0',
    info: { title: 'Things', version: '1' },
    basePath: '/v2',
    paths: {
      '/thing': {
        get: {
          operationId: 'list',
          parameters: [{ name: 'a', in: 'query', type: 'number', multipleOf: -2 }],
          responses: { 200: { description: 'All', schema: { $ref: '#/definitions/Missing' } } },
        },
      },
    },
    definitions: { Thing: { type: 'object', properties: { b: { $id: 'b' } } } },
  });
  expect(diagnostics.map(({ pointer }) => pointer).toSorted()).toEqual([
    '/definitions/Thing/properties/b/$id',
    '/paths/~1thing/get/parameters/0/multipleOf',
    '/paths/~1thing/get/responses/200/schema/$ref',
  ]);
});

test('lists of Swagger 2.0', () => {
  const parameters = [undefined, 'csv', 'multi', 'ssv', 'pipes'].map((collectionFormat, index) => {
    return { name: `q${index}`, in: 'query', type: 'array', items: { type: 'string' }, collectionFormat };
  });
  const get = { operationId: 'list', parameters, responses: { 204: { description: 'Done' } } };
  const { functions, diagnostics } = planDocument({ swagger: '2.0', paths: { '/thing': { get } } });
  expect(diagnostics).toEqual([]);
  const [operation] = functions.flatMap((plan) => (plan.kind === 'operation' ? plan.operation : []));
  const forms = operation?.runtime.parameters.map(({ listForm }) => listForm);
  expect(forms).toEqual(['commas', 'commas', 'repeated', 'spaces', 'pipes']);
});

test.each([
  ['openapi', '4.0.0'],
  ['openapi', '4'],
  ['swagger', '1.2'],
])('%s %s is refused', (word, version) => {
  const { diagnostics } = planDocument({ [word]: version, paths: {} });
  expect(diagnostics).toEqual([expect.objectContaining({ code: 'E-UNSUPPORTED', pointer: `/${word}` })]);
});

test.each([
  [{ paths: 1 }],
  [{ paths: { '/a': { get: 1, post: { parameters: 1, responses: [] } } } }],
  [{ components: { schemas: 1 }, paths: { '/a': { get: { responses: { 200: { content: 1 } } } } } }],
])('wrong shapes are no exceptions: %j', (document) => {
  for (const version of [{ openapi: '3.0.0' }, { openapi: '3.1.0' }, { swagger: '2.0' }])
    expect(() => planDocument({ ...version, ...document })).not.toThrow();
});

test('a write-only member of an object within a sub type is left out of results', () => {
  const chip = { type: 'object', properties: { pin: { type: 'string', writeOnly: true } } };
  const schemas = {
    Pet: {
      type: 'object',
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind' },
    },
    Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object', properties: { chip } }] },
  };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
  const get = { operationId: 'find', responses: { 200: { description: 'A pet', content } } };
  const info = { title: 'Pets', version: '1' };
  const { service } = planDocument({
    openapi: '3.1.0',
    info,
    paths: { '/pet': { get } },
    components: { schemas },
  });
  const [operation] = service?.resources.flatMap(operationsIn) ?? [];
  expect(operation?.runtime.hidden?.parts).toContainEqual({ hidden: ['pin'] });
});
