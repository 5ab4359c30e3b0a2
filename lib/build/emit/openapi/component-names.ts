/** Names of the models of all resources in one document: `components.schemas` is one map. */

import type { ServicePlan } from '../../../shared/plan/service-plan.ts';
import type { ModelPlan } from '../../../shared/plan/type-plan.ts';
import { modelsById, variantsOf } from '../../schema/models.ts';
import { meaningsById } from './model-meanings.ts';

/** The names of the schemas that every document has. */
export const problemSchemaName = 'Problem';

export interface ComponentNames {
  /** The schema for a type that names the model: the model, or any of its sub types. */
  schemaOf(id: string): string;
  /** The schema of the model itself. */
  objectOf(id: string): string;
}

/** The names that the models of a resource have. Resources with the same model share one name. */
export function nameModels({
  resources,
}: Pick<ServicePlan, 'resources'>): ReadonlyMap<string, ComponentNames> {
  const meanings = meaningsById(resources.map(({ models }) => models));
  const taken = new Map([[problemSchemaName, '']]);
  return new Map(
    resources.map(({ name, models }) => {
      const byId = modelsById(models);
      const schemas = new Map<string, string>();
      const objects = new Map<string, string>();
      for (const { id } of models) {
        const { count = 0, of } = meanings.get(id) ?? {};
        const meaning = `${id} ${of?.get(models)}`;
        const schema = freeName(count > 1 ? `${name}.${id}` : id, meaning, taken);
        schemas.set(id, schema);
        objects.set(id, standsForItself(id, byId) ? schema : freeName(`${schema}.only`, meaning, taken));
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

/** OpenAPI 3.1 section 4.8.7: letters, digits, `.`, `-` and `_`. A name of another meaning gets another name. */
function freeName(wanted: string, meaning: string, taken: Map<string, string>): string {
  let name = wanted.replaceAll(/[^A-Za-z0-9._-]/g, '_');
  while (taken.has(name) && taken.get(name) !== meaning) name += '_';
  taken.set(name, meaning);
  return name;
}
