/** Names of the models of all resources in one document: `components.schemas` is one map. */

import { equal } from '../../../shared/json/equal.ts';
import type { ModelPlan, Models } from '../../../shared/plan/schema.ts';
import type { ServicePlan } from '../../../shared/plan/service-plan.ts';
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
export function nameModels({
  resources,
}: Pick<ServicePlan, 'resources'>): ReadonlyMap<string, ComponentNames> {
  const meanings = meaningsById(resources.map(({ models }) => models));
  const taken = new Map([[problemSchemaName, '']]);
  const resourceNames = resources.map(({ name }) => name);
  return new Map(
    resources.map(({ name, models }) => {
      const schemas = new Map<string, string>();
      const objects = new Map<string, string>();
      const classNames = subTypeNames(resourceNames, models);
      for (const model of models.values()) {
        const { id } = model;
        const { count = 0, of } = meanings.get(id) ?? {};
        const meaning = `${id} ${of?.get(models)}`;
        const named = classNames.get(id) ?? id;
        const plain = meanings.has(named) ? id : named;
        const schema = freeName(count > 1 ? `${name}.${plain}` : plain, meaning, taken);
        schemas.set(id, schema);
        const isAlone = equal(objectSchema(model, models), modelSchema(model, models));
        objects.set(id, isAlone ? schema : freeName(`${schema}.only`, meaning, taken));
      }
      const named = {
        schemaOf: (id: string) => schemas.get(id) ?? id,
        objectOf: (id: string) => objects.get(id) ?? id,
      };
      return [name, { models, ...named }];
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

/** The meaning of the models with one id. */
interface Meanings {
  readonly count: number;
  /** A number for each meaning. */
  readonly of: ReadonlyMap<Models, number>;
}

interface Use {
  readonly models: Models;
  readonly model: ModelPlan;
  readonly refersTo: readonly string[];
}

/**
 * Models with the same id are told apart by what they say, and then by the meanings of what they refer to: once, and
 * again for each of these that turns out to have more meanings. So the time does not grow with the square of their number.
 */
function meaningsById(resources: readonly Models[]): ReadonlyMap<string, Meanings> {
  const uses = Map.groupBy(resources.flatMap(usesIn), ({ model }) => model.id);
  const meanings = new Map([...uses].map(([id, its]) => [id, tellApart(its, ({ model }) => model)]));
  const referring = referringIds([...uses.values()].flat());
  const open = new Set([...meanings].flatMap(([id, { count }]) => (count > 1 ? [id] : [])));
  // The loop also visits members that it adds to the set.
  for (const id of open) {
    open.delete(id);
    for (const each of referring.get(id) ?? []) {
      const known = meanings.get(each)?.count ?? 0;
      const finer = tellApart(uses.get(each) ?? [], ({ models, refersTo }) =>
        [each, ...refersTo].map((name) => meanings.get(name)?.of.get(models)),
      );
      meanings.set(each, finer);
      if (finer.count > known) open.add(each);
    }
  }
  return meanings;
}

function usesIn(models: Models): Use[] {
  return [...models.values()].map((model) => ({
    models,
    model,
    refersTo: [...modelsNamedIn(model.schema), ...(model.subTypes ?? [])],
  }));
}

function referringIds(uses: readonly Use[]): ReadonlyMap<string, ReadonlySet<string>> {
  const referring = new Map<string, Set<string>>();
  for (const { model, refersTo } of uses)
    for (const name of refersTo) referring.set(name, (referring.get(name) ?? new Set()).add(model.id));
  return referring;
}

function tellApart(uses: readonly Use[], by: (use: Use) => unknown): Meanings {
  const groups = Map.groupBy(uses, (use) => JSON.stringify(by(use)));
  const numbered = [...groups.values()].flatMap((its, number) =>
    its.map(({ models }) => [models, number] as const),
  );
  return { count: groups.size, of: new Map(numbered) };
}
