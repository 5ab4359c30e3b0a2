/** Names of the models of all resources in one document: `components.schemas` is one map. */

import type { ServicePlan } from '../../plan/service-plan.ts';
import type { ModelPlan } from '../../plan/type-plan.ts';
import { modelsById, modelsWithin, variantsOf } from '../schema/models.ts';

/** The names of the schemas that every document has. */
export const problemSchemaName = 'Problem';

export interface ComponentNames {
  /** Of values of a type that names the model: the model, or any of its sub types. */
  schemaOf(id: string): string;
  /** Of objects of the model itself. */
  objectOf(id: string): string;
}

/** The names that the models of a resource have. Resources with the same model share one name. */
export function nameModels({
  resources,
}: Pick<ServicePlan, 'resources'>): ReadonlyMap<string, ComponentNames> {
  const meanings = new Map<string, Set<string>>();
  for (const { models } of resources) {
    const byId = modelsById(models);
    for (const { id } of models) meanings.set(id, (meanings.get(id) ?? new Set()).add(meaningOf(id, byId)));
  }
  const taken = new Map([[problemSchemaName, '']]);
  return new Map(
    resources.map(({ name, models }) => {
      const byId = modelsById(models);
      const schemas = new Map<string, string>();
      const objects = new Map<string, string>();
      for (const { id } of models) {
        const isShared = meanings.get(id)?.size === 1;
        const schema = freeName(isShared ? id : `${name}.${id}`, meaningOf(id, byId), taken);
        schemas.set(id, schema);
        objects.set(
          id,
          standsForItself(id, byId) ? schema : freeName(`${schema}.only`, meaningOf(id, byId), taken),
        );
      }
      return [name, { schemaOf: (id) => schemas.get(id) ?? id, objectOf: (id) => objects.get(id) ?? id }];
    }),
  );
}

/** Whether values of the model are objects of the model itself, and of no sub type. */
export function standsForItself(id: string, byId: ReadonlyMap<string, ModelPlan>): boolean {
  const [first, second] = variantsOf(id, byId);
  return first?.id === id && !second;
}

/** Equal for models that admit the same values. */
function meaningOf(id: string, byId: ReadonlyMap<string, ModelPlan>): string {
  const reached = [...modelsWithin([{ kind: 'model', id }], byId)].toSorted();
  return JSON.stringify(reached.map((each) => byId.get(each)));
}

/** OpenAPI 3.1 section 4.8.7: letters, digits, `.`, `-` and `_`. A name of another meaning gets another name. */
function freeName(wanted: string, meaning: string, taken: Map<string, string>): string {
  let name = wanted.replaceAll(/[^A-Za-z0-9._-]/g, '_');
  while (taken.has(name) && taken.get(name) !== meaning) name += '_';
  taken.set(name, meaning);
  return name;
}
