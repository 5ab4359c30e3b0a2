/**
 * Schemas with all keywords of JSON Schema 2020-12: the emitted validators agree with plain ajv over the document itself.
 *
 * @module-tag property
 */

import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkedSchema } from '../../../../lib/headwater/compile/emit/wiring/validator-source.ts';
import { operationsOf } from '../../../../lib/headwater/compile/plan/operations.ts';
import { compileToModule } from '../../../../lib/headwater/compile/schema/compile-schema.ts';
import { isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { issuesFromSchema } from '../../../../lib/headwater/run/http/request/schema-issues.ts';
import type { SchemaError } from '../../../../lib/headwater/run/http/request/schema-rules.ts';
import type { ServicePlan } from '../../../../lib/headwater/shared/plan/service-plan.ts';
import { amount } from '../../../support/amount.ts';
import { type Draw, drawn } from '../../../support/draw.ts';
import { loadValidators } from '../../../support/load-validators.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { drawJsonSchemas, drawJsonValue } from '../../../support/random-json-schema.ts';
import type { Words } from '../../../support/random-openapi.ts';

const seed = 20261123;
const documents = amount({ few: 12, many: 16, most: 250 });
const schemasOfDocument = 6;
const valuesOfSchema = 40;

function sampleOf(draw: Draw) {
  const schemas = drawJsonSchemas(draw, schemasOfDocument);
  const values = Object.entries(schemas).map(([name, { type, $ref }]) => {
    const kind = type ?? schemas[String($ref).split('/').at(-1) ?? '']?.['type'];
    return [name, Array.from({ length: valuesOfSchema }, () => drawJsonValue(draw, kind))] as const;
  });
  return { schemas, values };
}

const sample = drawn(sampleOf);

/** One operation for each schema, which is its body. */
function documentOf(schemas: Readonly<Record<string, Words>>) {
  const paths = Object.keys(schemas).map((name) => {
    const schema = { $ref: `#/components/schemas/${name}` };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    return [
      `/${name}`,
      { post: { operationId: name, requestBody, responses: { 204: { description: '' } } } },
    ];
  });
  const info = { title: 'Things', version: '1' };
  return { openapi: '3.1.0', info, paths: Object.fromEntries(paths), components: { schemas } };
}

test('emitted validators and plain ajv agree', { tags: ['descriptors'] }, async () => {
  const samples = fc.sample(sample, { seed, numRuns: documents });
  const planned = samples.map((each) => ({ ...each, ...planDocument(documentOf(each.schemas)) }));
  const errors = planned.flatMap(({ diagnostics }) => diagnostics.filter(isError));
  // Parts that contradict each other are mistakes, in which a random document is rich.
  expect([...new Set(errors.map(({ code }) => code))].toSorted()).toEqual(['E-LIMIT', 'E-UNSUPPORTED']);
  // The documentation promises that `oneOf` of equal alternatives, which no value fits, is read as `anyOf`.
  const asWritten = planned.filter(({ diagnostics }) =>
    diagnostics.every(({ found }) => found !== '"oneOf" of equal alternatives'),
  );
  const accepted = asWritten.flatMap(({ service, ...each }) => (service ? [{ ...each, service }] : []));
  expect(accepted.length).toBeGreaterThan(documents / 2);
  const plans = accepted.flatMap(plansOf);
  const validators = await loadValidators(plans.map(({ source }) => source));
  const verdicts = plans.flatMap((plan, index) => verdictsOf(plan, validators[index]));
  expect(verdicts.filter(Boolean).length).toBeGreaterThan(documents * 10);
  expect(verdicts.filter((isValid) => !isValid).length).toBeGreaterThan(documents * 10);
});

type Sample = ReturnType<typeof sampleOf>;

function plansOf({ service, schemas, values }: Sample & { readonly service: ServicePlan }) {
  const models = new Map(service.resources.flatMap((resource) => [...resource.models]));
  return operationsOf(service).map((plan) => ({
    plan,
    schemas,
    values: values.find(([name]) => name === plan.nickname)?.[1] ?? [],
    source: compileToModule(checkedSchema(plan, models)),
  }));
}

/** An invalid value has issues, which say what is wrong. */
function verdictsOf(
  { plan, schemas, values }: ReturnType<typeof plansOf>[number],
  validate: ValidateFunction | undefined,
): boolean[] {
  const judge = judgeOf(schemas, plan.nickname);
  return values.map((value) => {
    const isValid = validate?.({ input: {}, body: value }) ?? false;
    const errors = (validate?.errors ?? []) as readonly SchemaError[];
    const details = JSON.stringify({
      schema: plan.nickname,
      value,
      errors: errors.map(({ keyword, instancePath }) => [keyword, instancePath]),
      schemas,
    });
    expect(isValid, details).toBe(judge(value) ?? isValid);
    const issues = isValid ? [] : issuesFromSchema(plan.runtime, errors);
    expect(issues.length > 0, details).toBe(!isValid);
    for (const { message } of issues) expect(message).not.toMatch(/undefined|\[object/);
    return isValid;
  });
}

function judgeOf(
  schemas: Readonly<Record<string, Words>>,
  name: string,
): (value: unknown) => boolean | undefined {
  // Without it, ajv passes over `contains` of a list that is shorter than its `prefixItems`.
  const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true });
  ajv.addSchema({ $id: 'document', components: { schemas } });
  const judge = ajv.compile({ $ref: `document#/components/schemas/${name}` });
  return (value) => {
    try {
      return judge(value);
    } catch (error) {
      // The code of `patternProperties` of ajv fails beside keywords that have seen members (our schemas separate them).
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  };
}
