/** Every rule of the generated validators, through ajv itself. */

import { expect, test } from 'vitest';
import { compileSchema } from '../../../../lib/headwater/compile/schema/compile-schema.ts';
import type { JsonSchema } from '../../../../lib/headwater/compile/schema/json-schema.ts';
import { issuesFromSchema } from '../../../../lib/headwater/run/http/request/schema-issues.ts';
import type { SchemaError } from '../../../../lib/headwater/run/http/request/schema-rules.ts';
import type { RuntimeOperation } from '../../../../lib/headwater/shared/plan/operation-plan.ts';

const operation: RuntimeOperation = {
  id: 'thing-read',
  successStatus: 200,
  produces: ['application/json'],
  parameters: [
    { name: 'a/b', place: 'header', cast: 'text', required: false, isList: false },
    { name: 'ids', place: 'query', cast: 'int32', required: false, isList: true },
  ],
};

const rows: readonly [name: string, schema: JsonSchema, value: unknown, want: object][] = [
  ['type', { type: 'string' }, 1, { pointer: '', code: 'type', message: 'must be a string' }],
  ['type with a vowel', { type: 'object' }, [], { pointer: '', code: 'type', message: 'must be an object' }],
  [
    'required',
    { type: 'object', required: ['a/b'] },
    {},
    { pointer: '/a~1b', code: 'required', message: 'is required' },
  ],
  [
    'required is not met by a prototype',
    { type: 'object', required: ['toString'] },
    {},
    { pointer: '/toString', code: 'required', message: 'is required' },
  ],
  [
    'unknown member',
    { type: 'object', properties: { a: {} }, additionalProperties: false },
    { '~b': 1 },
    { pointer: '/~0b', code: 'unknown_member', message: 'unknown member; expected a' },
  ],
  [
    'unknown member that is misspelt',
    { type: 'object', properties: { field: {}, tag: {} }, additionalProperties: false },
    { feild: 1 },
    {
      pointer: '/feild',
      code: 'unknown_member',
      message: 'unknown member; expected field, tag (did you mean field?)',
    },
  ],
  [
    'enum that is misspelt',
    { enum: ['csv', 'json'] },
    'jsno',
    { pointer: '', code: 'not_allowed', message: 'must be one of "csv", "json" (did you mean json?)' },
  ],
  [
    'enum, near the text of a number',
    { enum: ['1000', 1] },
    1000,
    { pointer: '', code: 'not_allowed', message: 'must be one of "1000", 1' },
  ],
  [
    'discriminator that is misspelt',
    {
      type: 'object',
      discriminator: { propertyName: 'type' },
      required: ['type'],
      oneOf: ['csv', 'grok'].map((tag) => ({ properties: { type: { const: tag } } })),
    },
    { type: 'gork' },
    {
      pointer: '/type',
      code: 'not_allowed',
      message: 'must be one of "csv", "grok" (did you mean grok?)',
    },
  ],
  ['enum', { enum: ['x', 1] }, 2, { pointer: '', code: 'not_allowed', message: 'must be one of "x", 1' }],
  ['minimum', { minimum: 0 }, -1, { pointer: '', code: 'minimum', message: 'must be at least 0' }],
  ['maximum', { maximum: 9 }, 10, { pointer: '', code: 'maximum', message: 'must be at most 9' }],
  [
    'minLength',
    { minLength: 1 },
    '',
    { pointer: '', code: 'min_length', message: 'must have at least 1 character' },
  ],
  [
    'maxLength counts code points',
    { maxLength: 2 },
    '😀😀😀',
    { pointer: '', code: 'max_length', message: 'must have at most 2 characters' },
  ],
  [
    'minItems',
    { type: 'array', minItems: 2 },
    [1],
    { pointer: '', code: 'min_items', message: 'must have at least 2 items' },
  ],
  [
    'maxItems',
    { type: 'array', maxItems: 1 },
    [1, 2],
    { pointer: '', code: 'max_items', message: 'must have at most 1 item' },
  ],
  [
    'uniqueItems',
    { type: 'array', uniqueItems: true },
    ['a', 'b', 'a'],
    { pointer: '', code: 'duplicate', message: 'must not repeat a value: items 0 and 2 are equal' },
  ],
  ['pattern', { pattern: '^a$' }, 'b', { pointer: '', code: 'pattern', message: 'must match ^a$' }],
  [
    'pattern with a message',
    { pattern: '^a$', 'x-message': 'must be an a' },
    'b',
    { pointer: '', code: 'pattern', message: 'must be an a' },
  ],
  [
    'format',
    { format: 'date' },
    'b',
    { pointer: '', code: 'format', message: 'must be a date such as 2024-02-29 (RFC 3339)' },
  ],
  [
    'the if around items adds no issue',
    { type: 'array', if: { maxItems: 2 }, then: { items: { type: 'string' } } },
    [1],
    { pointer: '/0', code: 'type', message: 'must be a string' },
  ],
];

test.each(rows)('%s', (_name, schema, value, want) => {
  const validate = compileSchema({ type: 'object', properties: { body: schema } });
  expect(validate({ body: value })).toBe(false);
  expect(issuesFromSchema(operation, validate.errors as SchemaError[])).toEqual([{ in: 'body', ...want }]);
});

test('an issue of a parameter has place and name, and a pointer only within a list', () => {
  const properties = { 'a/b': { minLength: 1 }, ids: { type: 'array', items: { maximum: 1 } } };
  const validate = compileSchema({ type: 'object', properties: { input: { type: 'object', properties } } });
  expect(validate({ input: { 'a/b': '', ids: [1, 2] } })).toBe(false);
  expect(issuesFromSchema(operation, validate.errors as SchemaError[])).toEqual([
    { in: 'header', name: 'a/b', code: 'min_length', message: 'must have at least 1 character' },
    { in: 'query', name: 'ids', pointer: '/1', code: 'maximum', message: 'must be at most 1' },
  ]);
});
