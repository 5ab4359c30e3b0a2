/** Every example satisfies the schema of its type. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../../../lib/headwater/compile/schema/compile-schema.ts';
import { schemaWith } from '../../../../lib/headwater/compile/schema/json-schema.ts';
import { never, referenceTo } from '../../../../lib/headwater/compile/schema/walk.ts';
import { stringFormats } from '../../../../lib/headwater/shared/json/formats.ts';
import type { ModelPlan, Models, Schema } from '../../../../lib/headwater/shared/plan/schema.ts';
import { exampleOf } from '../../../../lib/headwater/tools/import/examples/example.ts';

const string = { type: 'string' } as const;
const int = { type: 'integer', format: 'int32' } as const;
const array = (items: Schema, limits: Schema = {}): Schema => ({ type: 'array', items, ...limits });
const number = { type: 'number', format: 'double' } as const;
const object = (properties: Readonly<Record<string, Schema>>, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  required,
});
/** An object with one text, and any other members. */
const open = (name: string) => object({ [name]: string });
const closed = (...given: Parameters<typeof object>): Schema => ({
  ...object(...given),
  additionalProperties: never,
});
const model = (id: string, schema: Schema, rest: object = {}): ModelPlan => ({ id, schema, ...rest });

const modelsById = (models: readonly ModelPlan[]): Models => new Map(models.map((each) => [each.id, each]));

function isValid(schema: Schema, models: readonly ModelPlan[], value: unknown): boolean {
  return compileSchema(schemaWith(schema, modelsById(models)))(value);
}

describe('the example of', () => {
  const cases: readonly [what: string, schema: Schema, value: unknown][] = [
    ['anything', {}, {}],
    ['any object', { type: 'object' }, {}],
    ['a boolean', { type: 'boolean' }, true],
    ['an allowed boolean', { type: 'boolean', enum: [false] }, false],
    ['an integer', int, 1],
    ['an integer from 10', { ...int, minimum: 9.5 }, 10],
    ['an integer to -10', { ...int, maximum: -9.5 }, -10],
    ['an integer beyond 32 bits', { ...int, format: 'int64', minimum: 2 ** 40 }, 2 ** 40],
    ['an allowed integer within its limits', { ...int, enum: [1, 5], minimum: 2 }, 5],
    ['a number between integers', { ...number, minimum: 0.25, maximum: 0.5 }, 0.5],
    ['a string', string, 'text'],
    ['a long string', { ...string, minLength: 6 }, 'aatext'],
    ['a short string', { ...string, maxLength: 2 }, 'a'],
    ['an empty string', { ...string, maxLength: 0 }, ''],
    ['an allowed string', { ...string, enum: ['b', 'a'] }, 'b'],
    ['an allowed string within its limits', { ...string, enum: ['b', 'abc'], minLength: 2 }, 'abc'],
    ['a date', { ...string, format: 'date' }, '2024-01-01'],
    ['a time', { ...string, format: 'date-time' }, '2024-01-01T12:00:00Z'],
    ['a long time', { ...string, format: 'date-time', minLength: 24 }, '2024-01-01T12:00:00.000Z'],
    ['bytes', { ...string, format: 'byte' }, 'dGV4dA=='],
    ['few bytes', { ...string, format: 'byte', maxLength: 4 }, 'AA=='],
    ['a pattern of words', { ...string, pattern: '^[A-Z]+$' }, 'TEXT'],
    ['a pattern of digits', { ...string, pattern: '^\\d{5}$' }, '12345'],
    ['a list', array(int), [1]],
    ['a list of at least 3', array(string, { minItems: 3 }), ['text', 'text', 'text']],
    ['a set of at least 3', array(string, { minItems: 3, uniqueItems: true }), ['text', 'text1', 'text2']],
    ['an empty list', array(string, { maxItems: 0 }), []],
    ['a union', { anyOf: [int, string] }, 1],
    ['one of two open objects', { oneOf: [open('a'), open('b')] }, { a: 'text', b: null }],
    ['an integer or a number, but not both', { oneOf: [int, number] }, 1.5],
    [
      'a union with one type without an example',
      { anyOf: [{ ...int, enum: [5], maximum: 2 }, string] },
      'text',
    ],
  ];
  test.each(cases)('%s', (_, schema, value) => {
    expect(exampleOf(schema, new Map())).toEqual({ value });
    expect(isValid(schema, [], value)).toBe(true);
  });

  const patterns = [
    '^[a-z]{3}-[0-9]{4}$',
    '^(?:GET|PUT) /x$',
    'q',
    '^\\w+@\\w+\\.zz$',
    '^[^a-z0-9]+!$',
    '^$',
    '^.{40}$',
  ];
  test.each(patterns)('the pattern %s', (pattern) => {
    const example = exampleOf({ ...string, pattern }, new Map());
    expect(example).toHaveProperty('value', expect.stringMatching(new RegExp(pattern, 'u')));
    // Examples are deterministic.
    expect(exampleOf({ ...string, pattern }, new Map())).toEqual(example);
  });

  test('a set of strings with a pattern', () => {
    const schema = array({ ...string, pattern: '^[a-z]{4}$' }, { minItems: 5, uniqueItems: true });
    const example = exampleOf(schema, new Map()) as { value: unknown };
    expect(isValid(schema, [], example.value)).toBe(true);
  });
});

test('of a union whose members name their types', () => {
  const models = [model('A', closed({ kind: string }, 'kind')), model('B', closed({ size: int }))];
  const [a, b] = [referenceTo('A'), referenceTo('B')];
  const mapping = { a: a.$ref, aa: a.$ref, b: b.$ref };
  const schema: Schema = { oneOf: [a, b], discriminator: { propertyName: 'kind', mapping } };
  const example = exampleOf(schema, modelsById(models));
  expect(example).toEqual({ value: { kind: 'a' } });
  expect(isValid(schema, models, { kind: 'a' })).toBe(true);
});

test('a declared example lacks what the service sets, or what only requests have', () => {
  const properties = {
    id: { ...string, readOnly: true },
    password: { ...string, writeOnly: true },
    friends: array(referenceTo('User')),
  };
  const example = { id: 'a', password: 'b', friends: [{ id: 'c', password: 'd' }], more: 1 };
  const models = modelsById([
    model('User', { ...closed(properties, 'id', 'password'), examples: [example] }),
  ]);
  const shown = { id: 'a', friends: [{ id: 'c' }], more: 1 };
  expect(exampleOf(referenceTo('User'), models)).toEqual({ value: shown });
  const sent = { password: 'b', friends: [{ password: 'd' }], more: 1 };
  expect(exampleOf(referenceTo('User'), models, { isSent: true })).toEqual({ value: sent });
});

test('a made example that is checked lacks what only requests have, too', () => {
  const secret = { ...string, writeOnly: true };
  const schema = { ...object({ secret, name: string }, 'secret', 'name'), not: { required: ['other'] } };
  expect(exampleOf(schema, new Map())).toEqual({ value: { name: 'text' } });
  expect(exampleOf(schema, new Map(), { isSent: true })).toEqual({ value: { secret: 'text', name: 'text' } });
});

describe('a reason instead of an example of', () => {
  const cases: readonly [what: string, schema: Schema, reason: string][] = [
    [
      'an integer between two integers',
      { ...int, minimum: 0.2, maximum: 0.8 },
      'no number is within its limits',
    ],
    [
      'a step between two bounds',
      { ...number, exclusiveMinimum: 0, exclusiveMaximum: 2, multipleOf: 2 },
      'no number is within its limits',
    ],
    [
      'exactly one of two types that are one',
      { oneOf: [int, { ...int, minimum: -(2 ** 31) }] },
      'no value of exactly one of its types was found',
    ],
    [
      'an object with more members than there are',
      { ...closed({ a: string }), minProperties: 2 },
      'no object has as many members',
    ],
    ['a string too long to write', { ...string, minLength: 1_000_000 }, 'it has at least 1000000 characters'],
    ['a list too long to write', array(int, { minItems: 1_000_000 }), 'it has at least 1000000 items'],
    [
      'a set of three booleans',
      array({ type: 'boolean' }, { minItems: 3, uniqueItems: true }),
      '3 different items were not found',
    ],
    [
      'exactly one of three texts that fit each other',
      { oneOf: [string, { ...string, minLength: 1 }, { ...string, maxLength: 9 }] },
      'no value of exactly one of its types was found',
    ],
    ['a pattern that matches nothing', { ...string, pattern: '^a\\bb$' }, 'no text for ^a\\bb$ was found'],
    [
      'a pattern of very long strings',
      { ...string, pattern: '^(?:(?:z{1000}){1000}){1000}$' },
      'no text for ^(?:(?:z{1000}){1000}){1000}$ was found',
    ],
  ];
  test.each(cases)('%s', (_, schema, reason) => {
    expect(exampleOf(schema, new Map())).toEqual({ reason });
  });
});

describe('models', () => {
  test('that contain themselves end at an optional member or an empty list', () => {
    const models = [
      model('A', closed({ b: referenceTo('B'), list: array(referenceTo('A')), name: string }, 'b', 'list')),
      model('B', closed({ a: referenceTo('A'), size: int }, 'size')),
    ];
    const value = { b: { size: 1 }, list: [], name: 'text' };
    expect(exampleOf(referenceTo('A'), modelsById(models))).toEqual({ value });
    expect(isValid(referenceTo('A'), models, value)).toBe(true);
  });

  test('that require themselves have none, and are omitted where optional', () => {
    const models = [
      model('A', closed({ b: referenceTo('B') }, 'b')),
      model('B', closed({ a: array(referenceTo('A'), { minItems: 1 }) }, 'a')),
      model('C', closed({ a: referenceTo('A'), size: int })),
    ];
    expect(exampleOf(referenceTo('A'), modelsById(models))).toEqual({
      reason: 'the model A requires itself',
    });
    expect(exampleOf(referenceTo('C'), modelsById(models))).toEqual({ value: { size: 1 } });
  });

  test('with a discriminator hold their own id; of several sub types the first finite one is used', () => {
    const models = [
      model('Animal', closed({ kind: string, next: referenceTo('Animal') }, 'kind', 'next'), {
        discriminator: 'kind',
        subTypes: ['Cat'],
      }),
      model('Cat', closed({ kind: string, lives: int }, 'kind'), { discriminator: 'kind' }),
    ];
    const value = { kind: 'Cat', lives: 1 };
    expect(exampleOf(referenceTo('Animal'), modelsById(models))).toEqual({ value });
    expect(isValid(referenceTo('Animal'), models, value)).toBe(true);
    expect(exampleOf(referenceTo('Cat'), modelsById(models))).toEqual({ value });
  });

  test('that all contain each other have a readable example', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `M${index}`);
    const models = ids.map((id) =>
      model(id, closed(Object.fromEntries(ids.map((other) => [other, referenceTo(other)])))),
    );
    const example = exampleOf(referenceTo('M0'), modelsById(models)) as { value: unknown };
    expect(isValid(referenceTo('M0'), models, example.value)).toBe(true);
    expect(JSON.stringify(example.value).length).toBeLessThan(10_000);
  });

  test('whose examples grow exponentially have none', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `M${index}`);
    const models = ids.map((id, index) => {
      const next = ids[index + 1] ? referenceTo(`M${index + 1}`) : int;
      return model(id, closed({ x: next, y: next }, 'x', 'y'));
    });
    expect(exampleOf(referenceTo('M0'), modelsById(models))).toEqual({ reason: 'it would be too large' });
  });
});

const ids = ['A', 'B', 'C', 'D'];

const { type: types } = fc.letrec<{ type: Schema }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<Schema>({}, { type: 'boolean' }, { type: 'object' }, string),
    fc.constantFrom(...ids).map(referenceTo),
    fc
      .record({ format: fc.constantFrom('int32', 'int64'), minimum: fc.integer(), size: fc.nat(5) })
      .map(({ size, ...rest }): Schema => ({ type: 'integer', ...rest, maximum: rest.minimum + size })),
    fc
      .record({
        minimum: fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
        size: fc.double({ noNaN: true, min: 0, max: 1 }),
      })
      .map(({ minimum, size }): Schema => ({ ...number, minimum, maximum: minimum + size })),
    fc
      .record({ minLength: fc.nat(50), size: fc.nat(5) })
      .map(({ minLength, size }): Schema => ({ ...string, minLength, maxLength: minLength + size })),
    fc.constantFrom(...stringFormats).map((format): Schema => ({ ...string, format })),
    fc.array(fc.string(), { minLength: 1 }).map((values): Schema => ({ ...string, enum: values })),
    fc
      .record({ items: tie('type'), uniqueItems: fc.boolean(), minItems: fc.nat(3), size: fc.nat(2) })
      .map(({ size, ...rest }): Schema => ({ type: 'array', ...rest, maxItems: rest.minItems + size })),
    fc.array(tie('type'), { minLength: 2, maxLength: 3 }).map((anyOf): Schema => ({ anyOf })),
    fc
      .record({
        step: fc.constantFrom(0.01, 0.1, 0.25, 2, 7),
        exclusiveMinimum: fc.integer({ min: -99, max: 99 }),
      })
      .map(
        ({ step, exclusiveMinimum }): Schema => ({
          ...number,
          multipleOf: step,
          exclusiveMinimum,
          exclusiveMaximum: exclusiveMinimum + 15,
        }),
      ),
    fc.nat(3).map((minProperties): Schema => ({ type: 'object', minProperties, maxProperties: 3 })),
    fc.tuple(fc.nat(5), fc.nat(5)).map(
      ([maximum, minimum]): Schema => ({
        oneOf: [
          { ...int, maximum },
          { ...int, minimum },
        ],
      }),
    ),
  ),
}));

const models = fc.tuple(
  ...ids.map((id) =>
    fc
      .uniqueArray(
        fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), schema: types, required: fc.boolean() }),
        { selector: ({ name }) => name },
      )
      .map((properties) => {
        const schemas = properties.map(({ name, schema }) => [name, schema]);
        const required = properties.filter((each) => each.required).map(({ name }) => name);
        return model(id, closed(Object.fromEntries(schemas), ...required));
      }),
  ),
);

test('an example of any type satisfies its schema', () => {
  let made = 0;
  const runs = 500;
  fc.assert(
    fc.property(types, models, (schema, all) => {
      const example = exampleOf(schema, modelsById(all));
      if ('reason' in example) return;
      made++;
      expect(isValid(schema, all, example.value), JSON.stringify(example.value)).toBe(true);
    }),
    { numRuns: runs },
  );
  expect(made).toBeGreaterThan(runs / 2);
});
