/** Which models an object may be of, and the models of schemas. */

import { ownMember } from '../../shared/json/own-member.ts';
import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { Discriminator, ModelPlan, Models, Schema } from '../../shared/plan/schema.ts';
import { reachable } from '../../shared/reachable.ts';
import { flat } from './flat.ts';
import {
  modelReference,
  modelsNamedIn,
  objectReference,
  partsOf,
  referencesIn,
  referenceTo,
} from './walk.ts';

/**
 * The models that an object of type `id` may be of: the model itself and all below it, each once, parents first.
 * One whose discriminator does not admit its own id only stands for its sub types.
 */
export function variantsOf(id: string, byId: Models): ModelPlan[] {
  const below = reachable([id], (each) => byId.get(each)?.subTypes ?? []);
  const models = [...below].flatMap((each) => byId.get(each) ?? []);
  const own = models.length > 1 ? models.filter((model) => admitsOwnId(model, byId)) : models;
  // Real files list values that are not the ids of models.
  return own.length > 0 ? own : models;
}

/** The models of which a value is one where a schema refers to one: none if it refers to none. */
export function modelsMeantBy(schema: Schema, byId: Models): ModelPlan[] {
  const { id = '', isObject } = modelReference(schema) ?? {};
  return isObject ? [byId.get(id) ?? []].flat() : variantsOf(id, byId);
}

/** Whether values of the model are objects of the model itself, and of no sub type. */
export function standsForItself(id: string, byId: Models): boolean {
  const [first, second] = variantsOf(id, byId);
  return first?.id === id && !second;
}

/** The values of a discriminator that name the model. */
export function tagsOf({ id, tags = [id] }: ModelPlan): readonly string[] {
  return tags;
}

/** Whether an object can name the model itself. */
export function admitsOwnId(model: ModelPlan, byId: Models): boolean {
  const tag = ownMember(flat(model.schema, byId).properties, model.discriminator ?? '');
  const values = tag && flat(tag, byId).enum;
  return !values || tagsOf(model).some((each) => values.includes(each));
}

/** The schema with its discriminator limited to these texts. */
export function tagged(schema: Schema, property: string, tags: readonly string[]): Schema {
  const { description } = ownMember(schema.properties, property) ?? {};
  const words = description === undefined ? {} : { description };
  return {
    ...schema,
    properties: { ...schema.properties, [property]: { ...words, type: 'string', ...oneOfTags(tags) } },
  };
}

export function oneOfTags(tags: readonly string[]): Schema {
  const [only, second] = tags;
  return second === undefined ? { const: only } : { enum: tags };
}

/** The values of a discriminator that name what a schema refers to. */
export function tagsFor({ $ref }: Schema, { mapping }: Discriminator): string[] {
  return Object.keys(mapping).filter((tag) => mapping[tag] === $ref);
}

/** The schema of objects of the model alone. They name the model, unless the schema is a part of a sub type's schema. */
export function objectSchema(model: ModelPlan, byId: Models): Schema {
  const { discriminator, id, schema } = model;
  if (discriminator === undefined || partsOfModels(byId).has(id)) return schema;
  return tagged(schema, discriminator, tagsOf(model));
}

/** A model or any of its sub types. With a discriminator: the one that it names. */
export function modelSchema(model: ModelPlan, byId: Models): Schema {
  const { discriminator: property, id } = model;
  if (standsForItself(id, byId))
    return property === undefined ? model.schema : tagged(model.schema, property, tagsOf(model));
  const variants = variantsOf(id, byId);
  if (property === undefined) return { anyOf: variants.map((variant) => variantSchema(variant, byId)) };
  const named = variants.map((variant) => ({ variant, schema: variantSchema(variant, byId, property) }));
  const mapping = named.flatMap(({ variant, schema: { $ref = '' } }) =>
    tagsOf(variant).map((tag) => [tag, $ref]),
  );
  return {
    type: 'object',
    required: [property],
    oneOf: named.map(({ schema }) => schema),
    discriminator: { propertyName: property, mapping: Object.fromEntries(mapping) },
  };
}

/** @param property the discriminator that names the variant, if its own is another one. */
function variantSchema(variant: ModelPlan, byId: Models, property = variant.discriminator): Schema {
  const { discriminator, id } = variant;
  const isNamed = property === discriminator && !partsOfModels(byId).has(id);
  const reference = standsForItself(id, byId) && isNamed ? referenceTo(id) : objectReference(id);
  return isNamed || property === undefined ? reference : tagged(reference, property, tagsOf(variant));
}

/** The models of which others consist. */
const parts = new WeakMap<Models, ReadonlySet<string>>();

function partsOfModels(byId: Models): ReadonlySet<string> {
  const known = parts.get(byId);
  if (known) return known;
  const within = [...byId.values()].flatMap(({ schema }) => referencesIn(schema));
  const found = new Set(within.flatMap((target) => (target.isObject ? [target.id] : [])));
  parts.set(byId, found);
  return found;
}

/** The models that schemas refer to, directly or through others, sub types included. */
export function modelsWithin(schemas: readonly Schema[], byId: Models): Set<string> {
  return reachable(schemas.flatMap(modelsNamedIn), (id) => {
    const variants = [byId.get(id) ?? [], variantsOf(id, byId)].flat();
    return variants.flatMap((variant) => [variant.id, ...modelsNamedIn(variant.schema)]);
  });
}

/** The schemas, those of the models that they refer to, and all that these contain, each once. */
export function allWithin(schemas: readonly Schema[], byId: Models): ReadonlySet<Schema> {
  const models = [...modelsWithin(schemas, byId)].flatMap((id) => byId.get(id) ?? []);
  return reachable([...schemas, ...models.map(({ schema }) => schema)], partsOf);
}

/** What the schema refers to. @param schemaOf as `modelSchema`. */
export function referredSchema(schema: Schema, byId: Models, schemaOf = modelSchema): Schema | undefined {
  const { id = '', isObject } = modelReference(schema) ?? {};
  const model = byId.get(id);
  return model && (isObject ? objectSchema(model, byId) : schemaOf(model, byId));
}

/**
 * The definitions that schemas refer to, directly or not: `$defs` of models with their sub types, `definitions` of models
 * alone.
 *
 * @param schemaOf as `modelSchema`.
 */
export function definitionsFor(
  schemas: readonly Schema[],
  byId: Models,
  schemaOf = modelSchema,
): Record<'$defs' | 'definitions', Readonly<Record<string, Schema>>> {
  const [whole, alone] = [new Map<string, Schema>(), new Map<string, Schema>()];
  const open = schemas.flatMap(referencesIn);
  // The loop also visits references that it adds to the list.
  for (const { id, isObject } of open) {
    const known = isObject ? alone : whole;
    const model = byId.get(id);
    if (!model || known.has(id)) continue;
    const schema = isObject ? objectSchema(model, byId) : schemaOf(model, byId);
    known.set(id, schema);
    for (const reference of referencesIn(schema)) open.push(reference);
  }
  return { $defs: Object.fromEntries(whole), definitions: Object.fromEntries(alone) };
}

/** The schemas of all that an operation gets and sends. */
export function schemasOf(operation: OperationPlan): Schema[] {
  const { parameters, body, result, versions = [], errorResponses } = operation;
  const sent = [...parameters, body, ...versions].map((each) => each?.schema);
  const errors = errorResponses.flatMap(({ schema, responseModel }) => [
    schema,
    responseModel === undefined ? undefined : referenceTo(responseModel),
  ]);
  return [...sent, result, ...errors].filter((schema) => schema !== undefined);
}
