/** A function has a rule for every error that its validator can report. */

import { expect, test } from 'vitest';
import { type JsonSchema, toCastSchema } from '../../../lib/headwater/compile/schema/json-schema.ts';
import { rules } from '../../../lib/headwater/run/http/request/schema-rules.ts';
import type { Schema } from '../../../lib/headwater/shared/plan/schema.ts';

/** Keywords that only hold other schemas. */
const structural = ['properties', 'items', 'if', 'then', 'not', 'isQuadratic'];

function keywordsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(keywordsIn);
  const { properties, ...others } = schema as JsonSchema;
  const members = Object.values(Object(properties)).flatMap(keywordsIn);
  return [...Object.keys(others), ...Object.values(others).flatMap(keywordsIn), ...members];
}

const code: Schema = { type: 'string', pattern: '^a+$', minLength: 1, maxLength: 9 };
const slow: Schema = { type: 'string', pattern: '^a+a+$', isQuadratic: true, maxLength: 9 };
const count: Schema = { type: 'integer', format: 'int32', minimum: 1, enum: [1, 2] };
const listOf = (items: Schema): Schema => ({
  type: 'array',
  items,
  uniqueItems: true,
  minItems: 1,
  maxItems: 2,
});

const rows: readonly [name: string, schema: Schema][] = [
  ['any', {}],
  ['an integer', count],
  ['a step', { type: 'number', format: 'double', multipleOf: 0.1 }],
  ['open bounds', listOf({ ...count, exclusiveMinimum: 1, exclusiveMaximum: 3 })],
  ['a date', { type: 'string', format: 'date', enum: ['2024-02-29'] }],
  ['a boolean', { type: 'boolean', enum: [true] }],
  ['a pattern', code],
  ['a slow pattern', slow],
  ['a list', listOf(count)],
  ['a list with a pattern', listOf(listOf(slow))],
  ['a union', { anyOf: [code, listOf(count)] }],
  ['one of two', { oneOf: [count, { ...count, minimum: 0 }] }],
  ['an object with few members', { type: 'object', minProperties: 1, maxProperties: 2 }],
  ['an object', { type: 'object', properties: { a: code }, required: ['a'] }],
];

test.each(rows)('%s', (_name, schema) => {
  const known = [...structural, ...Object.keys(rules)];
  expect(keywordsIn(toCastSchema(schema, new Map())).filter((keyword) => !known.includes(keyword))).toEqual(
    [],
  );
});
