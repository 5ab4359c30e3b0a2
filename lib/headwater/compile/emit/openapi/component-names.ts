/** Names of the models of all resources in one document: `components.schemas` is one map. */

import { equal } from '../../../shared/json/equal.ts';
import type { Models } from '../../../shared/plan/schema.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import { reachable } from '../../../shared/reachable.ts';
import { modelSchema, objectSchema } from '../../schema/models.ts';
import { modelsNamedIn } from '../../schema/walk.ts';

/** The names of the schemas that every document has. */
export const problemSchemaName = 'Problem';

export interface ComponentNames {
  /** The models that have the names. */
  readonly models: Models;
  /** The schema for a type that names the model: the model, or any of its sub types. */
  schemaOf(id: string): string;
  /** The schema of the model itself. */
  objectOf(id: string): string;
}

/** The names that the models of a resource have. Resources with the same model share one name. */
export function nameModels(resources: readonly ResourcePlan[]): ReadonlyMap<string, ComponentNames> {
  const meanings = meaningsById(resources.map(({ models }) => models));
  const ids = new Set(resources.flatMap(({ models }) => [...models.keys()]));
  const taken = new Map([[problemSchemaName, '']]);
  const resourceNames = resources.map(({ name }) => name);
  return new Map(
    resources.map(({ name, models }) => {
      const schemas = new Map<string, string>();
      const objects = new Map<string, string>();
      const classNames = subTypeNames(resourceNames, models);
      for (const model of models.values()) {
        const { id } = model;
        const of = meanings.get(id);
        const meaning = `${id}${of?.get(models) ?? ''}`;
        const named = classNames.get(id) ?? id;
        const plain = ids.has(named) ? id : named;
        const schema = freeName(new Set(of?.values()).size > 1 ? `${name}.${plain}` : plain, meaning, taken);
        schemas.set(id, schema);
        const isAlone = equal(objectSchema(model, models), modelSchema(model, models));
        objects.set(id, isAlone ? schema : freeName(`${schema}.only`, meaning, taken));
      }
      const schemaOf = (id: string) => schemas.get(id) ?? id;
      return [name, { models, schemaOf, objectOf: (id) => objects.get(id) ?? id }];
    }),
  );
}

/**
 * Names of sub types that begin with a small letter, as values of a discriminator do: `date` of `Step` is `DateStep`.
 * Generated Python and TypeScript have a `date` and a `json` of their own. The name of a resource is left out,
 * whichever resource uses the model. A name that a descriptor has given to another model stays with that.
 */
function subTypeNames(resources: readonly string[], models: Models): ReadonlyMap<string, string> {
  const named = [...models.values()].flatMap(({ id: above, subTypes = [] }) => {
    const isOf = (resource: string) =>
      above.toLowerCase().startsWith(resource.toLowerCase()) && /^[A-Z]/.test(above.slice(resource.length));
    const kind = above.slice(resources.find(isOf)?.length ?? 0);
    return subTypes.filter((id) => /^[a-z]/.test(id)).map((id) => [id, inPascalCase(id) + kind] as const);
  });
  return new Map(named);
}

function inPascalCase(id: string): string {
  return id.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, first: string) => first.toUpperCase());
}

/** OpenAPI 3.1 section 4.8.7: letters, digits, `.`, `-` and `_`. A name of another meaning gets another name. */
function freeName(wanted: string, meaning: string, taken: Map<string, string>): string {
  let name = wanted.replaceAll(/[^A-Za-z0-9._-]/g, '_');
  while (taken.has(name) && taken.get(name) !== meaning) name += '_';
  taken.set(name, meaning);
  return name;
}

/**
 * Models with the same id are told apart by what they say themselves, and so are all that refer to them, directly or not.
 *
 * @returns by id, what the model of a resource means. A model that is the same everywhere is not there.
 */
function meaningsById(all: readonly Models[]): ReadonlyMap<string, ReadonlyMap<Models, string>> {
  const uses = all.flatMap((models) => {
    const referring = referencesByTarget(models);
    return [...models.values()].map((model) => ({ models, referring, model, text: JSON.stringify(model) }));
  });
  const numbers = new Map([...new Set(uses.map(({ text }) => text))].map((text, number) => [text, number]));
  const meanings = new Map<string, Map<Models, string>>();
  for (const same of Map.groupBy(uses, ({ model }) => model.id).values()) {
    if (same.every(({ text }) => text === same[0]?.text)) continue;
    for (const { models, referring, model, text } of same) {
      for (const id of reachable([model.id], (each) => referring.get(each)?.map(({ from }) => from) ?? [])) {
        const of = meanings.get(id) ?? new Map<Models, string>();
        meanings.set(id, of.set(models, `${of.get(models) ?? ''} ${numbers.get(text)}`));
      }
    }
  }
  return meanings;
}

function referencesByTarget(models: Models) {
  const references = [...models.values()].flatMap(({ id, schema, subTypes = [] }) =>
    [...modelsNamedIn(schema), ...subTypes].map((target) => ({ from: id, target })),
  );
  return Map.groupBy(references, ({ target }) => target);
}
