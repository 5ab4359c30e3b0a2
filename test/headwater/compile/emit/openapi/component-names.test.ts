/** Names of models in a document: one for each meaning, and the time to find them does not grow with its square. */

import { describe, expect, test } from 'vitest';
import { nameModels } from '../../../../../lib/headwater/compile/emit/openapi/component-names.ts';
import { referenceTo } from '../../../../../lib/headwater/compile/schema/walk.ts';
import type { ModelPlan } from '../../../../../lib/headwater/shared/plan/schema.ts';
import { planDocuments } from '../../../../support/plan-document.ts';

const model = (name: string) => ({ type: 'object', properties: { next: { $ref: name } } });

type Models = Readonly<Record<string, object>>;

/** The plan of resources with these models, each with one operation that returns `A`. */
function planOf(resources: Readonly<Record<string, Models>>) {
  const documents = Object.entries(resources).map(([name, models]) => {
    const operations = [{ method: 'GET', nickname: 'read', type: 'A' }];
    const apis = [{ path: `/${name}`, operations }];
    return [`${name}.json`, { basePath: '/v1', resourcePath: `/${name}`, apis, models }] as const;
  });
  const { service } = planDocuments(Object.fromEntries(documents));
  if (!service) throw new Error('The service has problems.');
  return service;
}

function namesOf(resources: Readonly<Record<string, Models>>) {
  return [...nameModels(planOf(resources).resources)].map(([resource, { schemaOf }]) => [
    resource,
    ...Object.keys(resources[resource] ?? {}).map(schemaOf),
  ]);
}

describe('models of several resources', () => {
  const cycle = { A: model('B'), B: model('C'), C: model('A') };
  const longer = { ...cycle, C: { ...cycle.C, required: ['next'] } };
  test('have one name if they refer to the same, also to themselves', () => {
    expect(namesOf({ one: cycle, two: cycle })).toEqual([
      ['one', 'A', 'B', 'C'],
      ['two', 'A', 'B', 'C'],
    ]);
  });

  test('have names of their own if what they refer to differs, at any distance', () => {
    expect(namesOf({ one: cycle, two: longer })).toEqual([
      ['one', 'one.A', 'one.B', 'one.C'],
      ['two', 'two.A', 'two.B', 'two.C'],
    ]);
  });

  test('have names of their own if their sub types differ', () => {
    const kind = { type: 'object', properties: { kind: { type: 'string' } } };
    const above = { ...kind, discriminator: 'kind', subTypes: ['B'], required: ['kind'] };
    const below = { properties: { size: { type: 'integer' } } };
    expect(namesOf({ one: { A: above, B: below }, two: { A: above, B: { properties: {} } } })).toEqual([
      ['one', 'one.A', 'one.B'],
      ['two', 'two.A', 'two.B'],
    ]);
  });
});

describe('sub types', () => {
  const kind = { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] };
  const above = (subTypes: readonly string[]) => ({ ...kind, discriminator: 'kind', subTypes });
  const below = { properties: { size: { type: 'integer' } } };
  test('that begin with a small letter, as values of a discriminator do, have the name of their kind, too', () => {
    const models = {
      A: above(['date', 'dot_expander', 'Json', 'b-2']),
      date: below,
      dot_expander: below,
      Json: below,
      'b-2': below,
    };
    expect(namesOf({ one: models })).toEqual([['one', 'A', 'DateA', 'DotExpanderA', 'Json', 'B2A']]);
  });

  test('do not repeat the name of their resource, and leave names to the models that have them', () => {
    const models = {
      A: model('PetFood'),
      PetFood: above(['hay', 'Hay']),
      hay: below,
      Hay: below,
      HayFood: below,
      pet: below,
    };
    expect(namesOf({ pet: models })).toEqual([['pet', 'A', 'PetFood', 'hay', 'Hay', 'HayFood', 'pet']]);
    const { HayFood: _, ...others } = models;
    expect(namesOf({ pet: others })).toEqual([['pet', 'A', 'PetFood', 'HayFood', 'Hay', 'pet']]);
  });
});

test('each of many models that refer to each other is looked at once', () => {
  let looks = 0;
  const models = Array.from({ length: 100 }, (_, index): ModelPlan => {
    const schema = { type: 'object', properties: { next: referenceTo(`M${(index + 1) % 100}`) } } as const;
    const plan: ModelPlan = { id: `M${index}`, schema };
    return Object.defineProperty(plan, 'toJSON', { value: () => ({ ...plan, looks: ++looks > 0 }) });
  });
  const byId = new Map(models.map((each) => [each.id, each]));
  const { resources } = planOf({ one: { A: model('A') } });
  nameModels(resources.map((resource) => ({ ...resource, models: byId })));
  expect(looks).toBe(100);
});
