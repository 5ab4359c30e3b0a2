/** Every example satisfies the schema of its type. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../lib/build/schema/compile-schema.ts';
import { exampleOf } from '../../lib/build/schema/example.ts';
import { modelSchema, toJsonSchema } from '../../lib/build/schema/json-schema.ts';
import { modelsById } from '../../lib/build/schema/models.ts';
import { stringFormats } from '../../lib/shared/json/formats.ts';
import { integerFormats, type ModelPlan, type TypePlan } from '../../lib/shared/plan/type-plan.ts';

const string = { kind: 'string' } as const;
const int = { kind: 'integer', format: 'int32' } as const;
const array = (items: TypePlan, limits: object = {}): TypePlan => ({
  kind: 'array',
  items,
  unique: false,
  ...limits,
});
const number = { kind: 'number', format: 'double' } as const;
/** An object with one text, and any other members. */
const open = (name: string): TypePlan => ({
  kind: 'object',
  shape: { properties: [property(name, string)], additional: { kind: 'any' } },
});
const ref = (id: string): TypePlan => ({ kind: 'model', id });
const property = (name: string, type: TypePlan, required = false) => ({ name, type, required });
const model = (id: string, properties: ModelPlan['properties'], rest: object = {}): ModelPlan => ({
  id,
  properties,
  ...rest,
});

function isValid(type: TypePlan, models: readonly ModelPlan[], value: unknown): boolean {
  const byId = modelsById(models);
  const definitions = models.map((each) => [each.id, modelSchema(each, byId)]);
  return compileSchema({ ...toJsonSchema(type), $defs: Object.fromEntries(definitions) })(value);
}

describe('the example of', () => {
  const cases: readonly [what: string, type: TypePlan, value: unknown][] = [
    ['anything', { kind: 'any' }, {}],
    ['any object', { kind: 'object' }, {}],
    ['a boolean', { kind: 'boolean' }, true],
    ['an allowed boolean', { kind: 'boolean', allowed: [false] }, false],
    ['an integer', int, 1],
    ['an integer from 10', { ...int, minimum: 9.5 }, 10],
    ['an integer to -10', { ...int, maximum: -9.5 }, -10],
    ['an integer beyond 32 bits', { ...int, format: 'int64', minimum: 2 ** 40 }, 2 ** 40],
    ['an allowed integer within its limits', { ...int, allowed: [1, 5], minimum: 2 }, 5],
    ['a number between integers', { kind: 'number', format: 'double', minimum: 0.25, maximum: 0.5 }, 0.5],
    ['a string', string, 'text'],
    ['a long string', { ...string, minLength: 6 }, 'aatext'],
    ['a short string', { ...string, maxLength: 2 }, 'a'],
    ['an empty string', { ...string, maxLength: 0 }, ''],
    ['an allowed string', { ...string, allowed: ['b', 'a'] }, 'b'],
    ['an allowed string within its limits', { ...string, allowed: ['b', 'abc'], minLength: 2 }, 'abc'],
    ['a date', { ...string, format: 'date' }, '2024-01-01'],
    ['a time', { ...string, format: 'date-time' }, '2024-01-01T12:00:00Z'],
    ['a long time', { ...string, format: 'date-time', minLength: 24 }, '2024-01-01T12:00:00.000Z'],
    ['bytes', { ...string, format: 'byte' }, 'dGV4dA=='],
    ['few bytes', { ...string, format: 'byte', maxLength: 4 }, 'AA=='],
    ['a pattern of words', { ...string, pattern: '^[A-Z]+$' }, 'TEXT'],
    ['a pattern of digits', { ...string, pattern: '^\\d{5}$' }, '12345'],
    ['a list', array(int), [1]],
    ['a list of at least 3', array(string, { minItems: 3 }), ['text', 'text', 'text']],
    ['a set of at least 3', array(string, { minItems: 3, unique: true }), ['text', 'text1', 'text2']],
    ['an empty list', array(string, { maxItems: 0 }), []],
    ['a union', { kind: 'union', of: [int, string] }, 1],
    [
      'one of two open objects',
      { kind: 'union', isExclusive: true, of: [open('a'), open('b')] },
      { a: 'text', b: null },
    ],
    ['an integer or a number, but not both', { kind: 'union', isExclusive: true, of: [int, number] }, 1.5],
    [
      'a union with one type without an example',
      { kind: 'union', of: [{ ...int, allowed: [5], maximum: 2 }, string] },
      'text',
    ],
  ];
  test.each(cases)('%s', (_, type, value) => {
    expect(exampleOf(type, new Map())).toEqual({ value });
    expect(isValid(type, [], value)).toBe(true);
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
    const type = array({ ...string, pattern: '^[a-z]{4}$' }, { minItems: 5, unique: true });
    const example = exampleOf(type, new Map()) as { value: unknown };
    expect(isValid(type, [], example.value)).toBe(true);
  });
});

test('of a union whose members name their types', () => {
  const models = [model('A', [property('kind', string, true)]), model('B', [property('size', int)])];
  const discriminator = { property: 'kind', tags: [['a', 'aa'], ['b']] };
  const type: TypePlan = { kind: 'union', of: [ref('A'), ref('B')], discriminator };
  const example = exampleOf(type, modelsById(models));
  expect(example).toEqual({ value: { kind: 'a' } });
  expect(isValid(type, models, { kind: 'a' })).toBe(true);
});

test('a declared example lacks what the service sets, or what only requests have', () => {
  const properties = [
    { ...property('id', string, true), isReadOnly: true as const },
    { ...property('password', string, true), isWriteOnly: true as const },
    property('friends', array(ref('User'))),
  ];
  const example = { id: 'a', password: 'b', friends: [{ id: 'c', password: 'd' }], more: 1 };
  const models = modelsById([model('User', properties, { extensions: { 'x-example': example } })]);
  const shown = { id: 'a', friends: [{ id: 'c' }], more: 1 };
  expect(exampleOf(ref('User'), models)).toEqual({ value: shown });
  const sent = { password: 'b', friends: [{ password: 'd' }], more: 1 };
  expect(exampleOf(ref('User'), models, { isSent: true })).toEqual({ value: sent });
});

describe('a reason instead of an example of', () => {
  const cases: readonly [what: string, type: TypePlan, reason: string][] = [
    [
      'an integer between two integers',
      { ...int, minimum: 0.2, maximum: 0.8 },
      'no number is within its limits',
    ],
    [
      'a step between two bounds',
      { kind: 'number', format: 'double', exclusiveMinimum: 0, exclusiveMaximum: 2, multipleOf: 2 },
      'no number is within its limits',
    ],
    [
      'exactly one of two types that are one',
      { kind: 'union', of: [int, { ...int, minimum: -(2 ** 31) }], isExclusive: true },
      'no value of exactly one of its types was found',
    ],
    [
      'an object with more members than there are',
      { kind: 'object', shape: { properties: [property('a', string)] }, minProperties: 2 },
      'no object has as many members',
    ],
    ['a string too long to write', { ...string, minLength: 1_000_000 }, 'it has at least 1000000 characters'],
    ['a list too long to write', array(int, { minItems: 1_000_000 }), 'it has at least 1000000 items'],
    [
      'a set of three booleans',
      array({ kind: 'boolean' }, { minItems: 3, unique: true }),
      '3 different items were not found',
    ],
    [
      'exactly one of three texts that fit each other',
      {
        kind: 'union',
        isExclusive: true,
        of: [string, { ...string, minLength: 1 }, { ...string, maxLength: 9 }],
      },
      'no value of exactly one of its types was found',
    ],
    ['a pattern that matches nothing', { ...string, pattern: '^a\\bb$' }, 'no text for ^a\\bb$ was found'],
    [
      'a pattern of very long strings',
      { ...string, pattern: '^(?:(?:z{1000}){1000}){1000}$' },
      'no text for ^(?:(?:z{1000}){1000}){1000}$ was found',
    ],
  ];
  test.each(cases)('%s', (_, type, reason) => {
    expect(exampleOf(type, new Map())).toEqual({ reason });
  });
});

describe('models', () => {
  test('that contain themselves end at an optional member or an empty list', () => {
    const models = [
      model('A', [
        property('b', ref('B'), true),
        property('list', array(ref('A')), true),
        property('name', string),
      ]),
      model('B', [property('a', ref('A')), property('size', int, true)]),
    ];
    const value = { b: { size: 1 }, list: [], name: 'text' };
    expect(exampleOf(ref('A'), modelsById(models))).toEqual({ value });
    expect(isValid(ref('A'), models, value)).toBe(true);
  });

  test('that require themselves have none, and are omitted where optional', () => {
    const models = [
      model('A', [property('b', ref('B'), true)]),
      model('B', [property('a', array(ref('A'), { minItems: 1 }), true)]),
      model('C', [property('a', ref('A')), property('size', int)]),
    ];
    expect(exampleOf(ref('A'), modelsById(models))).toEqual({
      reason: 'the model A requires itself',
    });
    expect(exampleOf(ref('C'), modelsById(models))).toEqual({ value: { size: 1 } });
  });

  test('with a discriminator hold their own id; of several sub types the first finite one is used', () => {
    const kind = property('kind', string, true);
    const models = [
      model('Animal', [kind, property('next', ref('Animal'), true)], {
        discriminator: 'kind',
        subTypes: ['Cat'],
      }),
      model('Cat', [kind, property('lives', int)], { discriminator: 'kind' }),
    ];
    const value = { kind: 'Cat', lives: 1 };
    expect(exampleOf(ref('Animal'), modelsById(models))).toEqual({ value });
    expect(isValid(ref('Animal'), models, value)).toBe(true);
    expect(exampleOf(ref('Cat'), modelsById(models))).toEqual({ value });
  });

  test('that all contain each other have a readable example', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `M${index}`);
    const models = ids.map((id) =>
      model(
        id,
        ids.map((other) => property(other, ref(other))),
      ),
    );
    const example = exampleOf(ref('M0'), modelsById(models)) as { value: unknown };
    expect(isValid(ref('M0'), models, example.value)).toBe(true);
    expect(JSON.stringify(example.value).length).toBeLessThan(10_000);
  });

  test('whose examples grow exponentially have none', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `M${index}`);
    const models = ids.map((id, index) =>
      model(
        id,
        ['x', 'y'].map((name) => property(name, ids[index + 1] ? ref(`M${index + 1}`) : int, true)),
      ),
    );
    expect(exampleOf(ref('M0'), modelsById(models))).toEqual({ reason: 'it would be too large' });
  });
});

const ids = ['A', 'B', 'C', 'D'];

const { type: types } = fc.letrec<{ type: TypePlan }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<TypePlan>({ kind: 'any' }, { kind: 'boolean' }, { kind: 'object' }, string),
    fc.constantFrom(...ids).map(ref),
    fc.record({ format: fc.constantFrom(...integerFormats), minimum: fc.integer(), size: fc.nat(5) }).map(
      ({ format, minimum, size }): TypePlan => ({
        kind: 'integer',
        format,
        minimum,
        maximum: minimum + size,
      }),
    ),
    fc
      .record({
        minimum: fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
        size: fc.double({ noNaN: true, min: 0, max: 1 }),
      })
      .map(
        ({ minimum, size }): TypePlan => ({
          kind: 'number',
          format: 'double',
          minimum,
          maximum: minimum + size,
        }),
      ),
    fc
      .record({ minLength: fc.nat(50), size: fc.nat(5) })
      .map(({ minLength, size }): TypePlan => ({ ...string, minLength, maxLength: minLength + size })),
    fc.constantFrom(...stringFormats).map((format): TypePlan => ({ ...string, format })),
    fc.array(fc.string(), { minLength: 1 }).map((allowed): TypePlan => ({ ...string, allowed })),
    fc
      .record({ items: tie('type'), unique: fc.boolean(), minItems: fc.nat(3), size: fc.nat(2) })
      .map(({ size, ...rest }): TypePlan => ({ kind: 'array', ...rest, maxItems: rest.minItems + size })),
    fc.array(tie('type'), { minLength: 2, maxLength: 3 }).map((of): TypePlan => ({ kind: 'union', of })),
    fc
      .record({
        step: fc.constantFrom(0.01, 0.1, 0.25, 2, 7),
        exclusiveMinimum: fc.integer({ min: -99, max: 99 }),
      })
      .map(
        ({ step, exclusiveMinimum }): TypePlan => ({
          kind: 'number',
          format: 'double',
          multipleOf: step,
          exclusiveMinimum,
          exclusiveMaximum: exclusiveMinimum + 15,
        }),
      ),
    fc.nat(3).map((minProperties): TypePlan => ({ kind: 'object', minProperties, maxProperties: 3 })),
    fc.tuple(fc.nat(5), fc.nat(5)).map(
      ([maximum, minimum]): TypePlan => ({
        kind: 'union',
        of: [
          { ...int, maximum },
          { ...int, minimum },
        ],
        isExclusive: true,
      }),
    ),
  ),
}));

const models = fc.tuple(
  ...ids.map((id) =>
    fc
      .uniqueArray(
        fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), type: types, required: fc.boolean() }),
        { selector: ({ name }) => name },
      )
      .map((properties) => model(id, properties)),
  ),
);

test('an example of any type satisfies its schema', () => {
  let made = 0;
  const runs = 500;
  fc.assert(
    fc.property(types, models, (type, all) => {
      const example = exampleOf(type, modelsById(all));
      if ('reason' in example) return;
      made++;
      expect(isValid(type, all, example.value), JSON.stringify(example.value)).toBe(true);
    }),
    { numRuns: runs },
  );
  expect(made).toBeGreaterThan(runs / 2);
});
