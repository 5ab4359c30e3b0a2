/** A function has a rule for every error that its validator can report. */

import { expect, test } from 'vitest';
import { hasModels } from '../../lib/build/emit/wiring/validator-source.ts';
import { type JsonSchema, toCastSchema } from '../../lib/build/schema/json-schema.ts';
import { modelRules } from '../../lib/run/http/request/model-rules.ts';
import { valueRules } from '../../lib/run/http/request/schema-issues.ts';
import type { OperationPlan } from '../../lib/shared/plan/operation-plan.ts';
import type { TypePlan } from '../../lib/shared/plan/type-plan.ts';

/** Keywords that only hold other schemas. */
const structural = ['properties', 'items', 'if', 'then', 'not'];

function keywordsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(keywordsIn);
  const { properties, ...others } = schema as JsonSchema;
  const members = Object.values(Object(properties)).flatMap(keywordsIn);
  return [...Object.keys(others), ...Object.values(others).flatMap(keywordsIn), ...members];
}

const code: TypePlan = { kind: 'string', pattern: '^a+$', minLength: 1, maxLength: 9 };
const slow: TypePlan = { kind: 'string', pattern: '^a+a+$', isQuadratic: true, maxLength: 9 };
const count: TypePlan = { kind: 'integer', format: 'int32', minimum: 1, allowed: [1, 2] };
const listOf = (items: TypePlan): TypePlan => ({
  kind: 'array',
  items,
  unique: true,
  minItems: 1,
  maxItems: 2,
});

const rows: readonly [name: string, type: TypePlan, needsModelRules: boolean][] = [
  ['any', { kind: 'any' }, false],
  ['an integer', count, false],
  ['a step', { kind: 'number', format: 'double', multipleOf: 0.1 }, false],
  ['open bounds', listOf({ ...count, exclusiveMinimum: 1, exclusiveMaximum: 3 }), false],
  ['a date', { kind: 'string', format: 'date', allowed: ['2024-02-29'] }, false],
  ['a boolean', { kind: 'boolean', allowed: [true] }, false],
  ['a pattern', code, false],
  ['a slow pattern', slow, false],
  ['a list', listOf(count), false],
  ['a list with a pattern', listOf(listOf(slow)), false],
  ['a union', { kind: 'union', of: [code, listOf(count)] }, true],
  ['one of two', { kind: 'union', of: [count, { ...count, minimum: 0 }], isExclusive: true }, true],
  ['an object with few members', { kind: 'object', minProperties: 1, maxProperties: 2 }, true],
  ['an object', { kind: 'object', shape: { properties: [{ name: 'a', type: code, required: true }] } }, true],
];

test.each(rows)('%s', (_name, type, needsModelRules) => {
  // The rules depend on no other members of an operation.
  const plan = { parameters: [{ type }] } as unknown as OperationPlan;
  expect(hasModels(plan)).toBe(needsModelRules);
  const rules = { ...valueRules, ...(needsModelRules ? modelRules : {}) };
  const known = [...structural, ...Object.keys(rules)];
  expect(keywordsIn(toCastSchema(type)).filter((keyword) => !known.includes(keyword))).toEqual([]);
});
