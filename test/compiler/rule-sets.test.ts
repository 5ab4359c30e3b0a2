/** A function has a rule for every error that its validator can report. */

import { expect, test } from 'vitest';
import { ruleSetsOf } from '../../lib/build/emit/wiring/rule-sets.ts';
import { type JsonSchema, toCastSchema } from '../../lib/build/schema/json-schema.ts';
import { choiceRules } from '../../lib/run/http/request/choice-rules.ts';
import { listRules } from '../../lib/run/http/request/list-rules.ts';
import { memberRules } from '../../lib/run/http/request/member-rules.ts';
import { modelRules } from '../../lib/run/http/request/model-rules.ts';
import { numberRules } from '../../lib/run/http/request/number-rules.ts';
import { patternRules } from '../../lib/run/http/request/pattern-rules.ts';
import type { OperationPlan } from '../../lib/shared/plan/operation-plan.ts';
import type { TypePlan } from '../../lib/shared/plan/type-plan.ts';

const setsByName = { listRules, patternRules, modelRules, numberRules, choiceRules, memberRules };
/** The keywords of `valueRules`, and keywords that only contain other schemas. */
const always = [
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'properties',
  'items',
  'if',
  'then',
  'not',
];

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

const rows: readonly [name: string, type: TypePlan, sets: readonly string[]][] = [
  ['any', { kind: 'any' }, []],
  ['an integer', count, []],
  ['a step', { kind: 'number', format: 'double', multipleOf: 0.1 }, ['numberRules']],
  [
    'open bounds',
    listOf({ ...count, exclusiveMinimum: 1, exclusiveMaximum: 3 }),
    ['listRules', 'numberRules'],
  ],
  ['a date', { kind: 'string', format: 'date', allowed: ['2024-02-29'] }, []],
  ['a boolean', { kind: 'boolean', allowed: [true] }, []],
  ['a pattern', code, ['patternRules']],
  ['a slow pattern', slow, ['patternRules']],
  ['a list', listOf(count), ['listRules']],
  ['a list with a pattern', listOf(listOf(slow)), ['listRules', 'patternRules']],
  ['a union', { kind: 'union', of: [code, listOf(count)] }, ['modelRules']],
  [
    'one of two',
    { kind: 'union', of: [count, { ...count, minimum: 0 }], isExclusive: true },
    ['modelRules', 'choiceRules'],
  ],
  [
    'an object with few members',
    { kind: 'object', minProperties: 1, maxProperties: 2 },
    ['modelRules', 'memberRules'],
  ],
  [
    'an object',
    { kind: 'object', shape: { properties: [{ name: 'a', type: code, required: true }] } },
    ['modelRules'],
  ],
];

test.each(rows)('%s', (_name, type, sets) => {
  // The rules depend on no other members of an operation.
  const plan = { parameters: [{ type }] } as unknown as OperationPlan;
  const used = ruleSetsOf(plan, []);
  expect(used).toEqual(sets);
  const known = [...always, ...used.flatMap((set) => Object.keys(setsByName[set]))];
  expect(keywordsIn(toCastSchema(type)).filter((keyword) => !known.includes(keyword))).toEqual([]);
});
