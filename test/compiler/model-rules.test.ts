/** A function has a rule for every error that its validator can report. */

import { expect, test } from 'vitest';
import { hasModels } from '../../lib/build/emit/wiring/validator-source.ts';
import { type JsonSchema, toCastSchema } from '../../lib/build/schema/json-schema.ts';
import { modelRules } from '../../lib/run/http/request/model-rules.ts';
import { valueRules } from '../../lib/run/http/request/schema-issues.ts';
import type { OperationPlan } from '../../lib/shared/plan/operation-plan.ts';
import type { Schema } from '../../lib/shared/plan/schema.ts';

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

const rows: readonly [name: string, schema: Schema, needsModelRules: boolean][] = [
  ['any', {}, false],
  ['an integer', count, false],
  ['a step', { type: 'number', format: 'double', multipleOf: 0.1 }, false],
  ['open bounds', listOf({ ...count, exclusiveMinimum: 1, exclusiveMaximum: 3 }), false],
  ['a date', { type: 'string', format: 'date', enum: ['2024-02-29'] }, false],
  ['a boolean', { type: 'boolean', enum: [true] }, false],
  ['a pattern', code, false],
  ['a slow pattern', slow, false],
  ['a list', listOf(count), false],
  ['a list with a pattern', listOf(listOf(slow)), false],
  ['a union', { anyOf: [code, listOf(count)] }, true],
  ['one of two', { oneOf: [count, { ...count, minimum: 0 }] }, true],
  ['an object with few members', { type: 'object', minProperties: 1, maxProperties: 2 }, true],
  ['an object', { type: 'object', properties: { a: code }, required: ['a'] }, true],
];

test.each(rows)('%s', (_name, schema, needsModelRules) => {
  // The rules depend on no other members of an operation.
  const plan = { parameters: [{ runtime: {}, schema }] } as unknown as OperationPlan;
  expect(hasModels(plan, new Map())).toBe(needsModelRules);
  const rules = { ...valueRules, ...(needsModelRules ? modelRules : {}) };
  const known = [...structural, ...Object.keys(rules)];
  expect(keywordsIn(toCastSchema(schema, new Map())).filter((keyword) => !known.includes(keyword))).toEqual(
    [],
  );
});
