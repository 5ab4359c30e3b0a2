/** Random models: the emitted validators agree with plain ajv on the same JSON Schema. */

import { Ajv, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkedSchema } from '../../../lib/headwater/compile/emit/wiring/validator-source.ts';
import { operationsOf } from '../../../lib/headwater/compile/plan/operations.ts';
import { planService } from '../../../lib/headwater/compile/plan/plan-service.ts';
import { compileToModule } from '../../../lib/headwater/compile/schema/compile-schema.ts';
import type { DescriptorFile } from '../../../lib/headwater/compile/source/descriptor-file.ts';
import { describeDiagnostic, isError } from '../../../lib/headwater/compile/source/diagnostic.ts';
import { parseDescriptor } from '../../../lib/headwater/compile/source/read-descriptors.ts';
import { issuesFromSchema } from '../../../lib/headwater/run/http/request/schema-issues.ts';
import type { SchemaError } from '../../../lib/headwater/run/http/request/schema-rules.ts';
import { formats } from '../../../lib/headwater/shared/json/formats.ts';
import type { OperationPlan } from '../../../lib/headwater/shared/plan/operation-plan.ts';
import { amount } from '../../support/amount.ts';
import { type Draw, drawn } from '../../support/draw.ts';
import { loadValidators } from '../../support/load-validators.ts';
import { type PlainSchema, plainDefinitions } from '../../support/plain-schema.ts';
import { drawModels } from '../../support/random-models.ts';
import { drawScalar, type Words } from '../../support/random-types.ts';
import { drawValue, mutated } from '../../support/random-values.ts';

const seed = 20260102;
const declarations = amount({ few: 10, many: 20, most: 200 });
const pairs = 50 * declarations;

interface Sample {
  readonly models: Readonly<Record<string, Words>>;
  readonly instances: readonly { readonly model: string; readonly value: unknown }[];
}

/** Models with instances: those at even positions are valid, and most others are invalid. */
const sample = drawn((draw): Sample => {
  const models = draw.chance(30) ? drawValueModels(draw) : drawModels(draw, 8).models;
  const keys = Object.keys(models);
  const definitions = plainDefinitions(models);
  const instances =
    keys.length === 0
      ? []
      : Array.from({ length: pairs / declarations + 10 }, (_, index) => {
          const model = draw.pick(keys);
          const source = { draw, definitions, isLoose: index % 2 === 1 };
          const value = drawValue(source, { $ref: `#/definitions/m${keys.indexOf(model)}` });
          return { model, value: index % 4 === 3 ? changed(draw, value) : value };
        });
  return { models, instances };
});

/** Models of a single value, so no other issue hides the expected one. */
function drawValueModels(draw: Draw): Sample['models'] {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  return Object.fromEntries(
    names.map((name) => [name, { properties: { value: { ...drawScalar(draw), required: true } } }]),
  );
}

function changed(draw: Draw, value: unknown): unknown {
  return JSON.parse(JSON.stringify(mutated(draw, value)));
}

/** One operation whose body has an optional member of each model. */
function declarationOf(models: Sample['models']): Words {
  const parameters = Object.keys(models).map((name) => ({ paramType: 'body', name, type: name }));
  const operation = { method: 'POST', nickname: 'check', type: 'void', parameters };
  return { resourcePath: '/r', apis: [{ path: '/r', operations: [operation] }], models };
}

function planOf(models: Sample['models']): { plan: OperationPlan; source: string } {
  const listing = parse('api-docs.json', { basePath: '/v1' });
  const resources = new Map([['r', parse('r.json', declarationOf(models))]]);
  const { service, diagnostics } = planService({ listing, resources, diagnostics: [] });
  const errors = diagnostics.filter(isError).map(describeDiagnostic);
  const [plan] = service ? operationsOf(service) : [];
  if (!service || !plan) throw new Error(errors.join('\n'));
  return {
    plan,
    source: compileToModule(checkedSchema(plan, service.resources[0]?.models ?? new Map())),
  };
}

function parse(name: string, words: Words): DescriptorFile {
  const { file } = parseDescriptor(`descriptors/${name}`, JSON.stringify(words));
  if (!file) throw new Error(`${name} is not a descriptor`);
  return file;
}

test('instances of random models', { tags: ['property'] }, async () => {
  const samples = fc.sample(sample, { seed, numRuns: declarations });
  const emitted = samples.map(({ models }) => planOf(models));
  const validators = await loadValidators(emitted.map(({ source }) => source));
  const verdicts = { valid: 0, invalid: 0 };
  for (const [index, { models, instances }] of samples.entries()) {
    const plan = emitted[index]?.plan as OperationPlan;
    const validate = validators[index] as ValidateFunction;
    const plain = plainValidators(models);
    for (const [position, { model, value }] of instances.entries()) {
      const isValid = validate({ input: {}, body: { [model]: value } });
      const details = { model, value, errors: validate.errors, models };
      expect(isValid, JSON.stringify(details)).toBe(plain.get(model)?.(value));
      // Instances at even positions are valid by construction.
      if (position % 2 === 0) expect(isValid, JSON.stringify(details)).toBe(true);
      verdicts[isValid ? 'valid' : 'invalid']++;
      if (!isValid) expectIssues(plan, validate.errors as readonly SchemaError[], { [model]: value });
    }
  }
  expect(verdicts.valid + verdicts.invalid).toBeGreaterThanOrEqual(pairs);
  expect(verdicts.invalid).toBeGreaterThan(pairs / 4);
});

/**
 * By default, ajv treats members of the prototype as members of a value, and
 * calls a member named toString. So all names get a prefix that avoids them.
 */
function plainValidators(models: Sample['models']): ReadonlyMap<string, (value: unknown) => boolean> {
  const entries = Object.entries(plainDefinitions(models)).map(([key, schema]) => [
    key,
    underscored(schema as PlainSchema),
  ]);
  const ajv = new Ajv({ strict: false, formats });
  ajv.addSchema({ $id: 'models', definitions: Object.fromEntries(entries) });
  return new Map(
    Object.keys(models).map((key, index) => {
      const validate = ajv.compile({ $ref: `models#/definitions/m${index}` });
      return [key, (value) => validate(withUnderscores(value))];
    }),
  );
}

function underscored(schema: PlainSchema): PlainSchema {
  const renamed = Object.entries(schema).map(([word, value]): [string, unknown] => {
    if (word === 'required') return [word, (value as string[]).map((name) => `_${name}`)];
    if (word === 'anyOf') return [word, (value as PlainSchema[]).map(underscored)];
    if (word === 'properties') {
      const properties = Object.entries(value as Readonly<Record<string, PlainSchema>>);
      return [
        word,
        Object.fromEntries(properties.map(([name, property]) => [`_${name}`, underscored(property)])),
      ];
    }
    const isSchema = (word === 'items' || word === 'additionalProperties') && typeof value === 'object';
    return [word, isSchema ? underscored(value as PlainSchema) : value];
  });
  return Object.fromEntries(renamed);
}

function withUnderscores(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withUnderscores);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [`_${name}`, withUnderscores(member)]),
  );
}

/** Expects at least one issue; each must point to an existing value or to a missing member. */
function expectIssues(plan: OperationPlan, errors: readonly SchemaError[], body: unknown): void {
  const issues = issuesFromSchema(plan.runtime, errors);
  expect(issues.length, JSON.stringify(errors)).toBeGreaterThan(0);
  for (const { code, pointer = '', message } of issues) {
    const at = code === 'required' ? pointer.replace(/\/[^/]*$/, '') : pointer;
    expect(exists(body, at), JSON.stringify({ code, pointer, message, body })).toBe(true);
    expect(message).not.toMatch(/undefined|\[object/);
  }
}

function exists(value: unknown, pointer: string): boolean {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  let at = value;
  for (const part of parts) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return false;
    at = (at as Words)[part];
  }
  return true;
}
