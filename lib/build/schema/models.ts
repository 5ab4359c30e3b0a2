/** References to models, and which models an object may be of. */

import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { ModelPlan, Models, Schema } from '../../shared/plan/schema.ts';
import { flat } from './flat.ts';
import { partsOf } from './walk.ts';

/** One map of each list: what takes long to derive from it is kept with it. */
const maps = new WeakMap<readonly ModelPlan[], Models>();

export function modelsById(models: readonly ModelPlan[]): Models {
  const known = maps.get(models) ?? new Map(models.map((model) => [model.id, model]));
  maps.set(models, known);
  return known;
}

interface Reference {
  readonly id: string;
  /** Whether it means the model alone, without its sub types. */
  readonly isObject: boolean;
}

const [anyOfModel, objectOfModel] = ['#/$defs/', '#/definitions/'];

/** A JSON pointer (RFC 6901) in a URI fragment. */
function escaped(id: string): string {
  return encodeURIComponent(id.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** The model or any of its sub types. */
export function referenceTo(id: string): { readonly $ref: string } {
  return { $ref: `${anyOfModel}${escaped(id)}` };
}

/** The model alone, as a part of another one. */
export function objectReference(id: string): { readonly $ref: string } {
  return { $ref: `${objectOfModel}${escaped(id)}` };
}

export function targetOf({ $ref }: Schema): Reference | undefined {
  if ($ref === undefined) return undefined;
  const name = $ref.slice($ref.indexOf('/', 2) + 1);
  const id = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
  return { id, isObject: $ref.startsWith(objectOfModel) };
}

/** The id of the model if the schema names one and says nothing more of its values. */
export function modelOf(schema: Schema): string | undefined {
  const target = targetOf(schema);
  if (!target || target.isObject) return undefined;
  return Object.keys(schema).every((keyword) => keyword === '$ref' || isAnnotation(keyword))
    ? target.id
    : undefined;
}

const annotations = [
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples'],
  ...['externalDocs', 'xml', '$comment'],
];

/** Whether a keyword says nothing of which values are valid. */
export function isAnnotation(keyword: string): boolean {
  return annotations.includes(keyword) || (keyword.startsWith('x-') && keyword !== 'x-message');
}

/** What the schema says beside which values are valid. */
export function annotationsOf(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAnnotation(keyword)));
}

/** The schema without what says nothing of which values are valid. */
export function withoutAnnotations(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
}

/** No value is valid. */
export const never: Schema = { not: {} };

/** Bytes, or a text as it is sent: no schema says more of them (OpenAPI 3.1 section 4.7.14.1). */
export const bytes: Schema = { contentMediaType: 'application/octet-stream' };

export function isBytes({ contentMediaType, type }: Schema): boolean {
  return contentMediaType === bytes.contentMediaType && type === undefined;
}

export function isNever({ not }: Schema): boolean {
  return not !== undefined && isAny(not);
}

/** Whether every value is valid. */
export function isAny(schema: Schema): boolean {
  return Object.keys(schema).every(isAnnotation);
}

/** Whether other members than the declared ones are allowed, whatever their values. */
export function isOpen({ additionalProperties }: Schema): boolean {
  return additionalProperties === undefined || isAny(additionalProperties);
}

/**
 * The models that an object of type `id` may be of: the model itself and all below it, each once, parents first.
 * One whose discriminator does not admit its own id only stands for its sub types.
 */
export function variantsOf(id: string, byId: Models): ModelPlan[] {
  const reached = new Set<string>([id]);
  // The loop also visits members that it adds to the set.
  for (const each of reached) {
    for (const subType of byId.get(each)?.subTypes ?? []) reached.add(subType);
  }
  const models = [...reached].flatMap((each) => byId.get(each) ?? []);
  const own = models.length > 1 ? models.filter((model) => admitsOwnId(model, byId)) : models;
  // Real files list values that are not the ids of models.
  return own.length > 0 ? own : models;
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
  const tag = flat(model.schema, byId).properties?.[model.discriminator ?? ''];
  const values = tag && flat(tag, byId).enum;
  return !values || tagsOf(model).some((each) => values.includes(each));
}

/** The schema with its discriminator limited to these texts. */
export function tagged(schema: Schema, property: string, tags: readonly string[]): Schema {
  const [only, second] = tags;
  const tag: Schema = second === undefined ? { const: only } : { enum: tags };
  const { description } = schema.properties?.[property] ?? {};
  const words = description === undefined ? {} : { description };
  return {
    ...schema,
    properties: { ...schema.properties, [property]: { ...words, type: 'string', ...tag } },
  };
}

/** Of objects of the model alone. They name it, unless the schema is a part of those of sub types. */
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

/** The references in a schema, at any depth. */
export function referencesIn(schema: Schema): Reference[] {
  const own = targetOf(schema);
  const within = partsOf(schema).flatMap(referencesIn);
  return own ? [own, ...within] : within;
}

/** The models that a schema refers to directly. */
export function modelsNamedIn(schema: Schema): string[] {
  return referencesIn(schema).map(({ id }) => id);
}

/** The models that schemas refer to, directly or through others, sub types included. */
export function modelsWithin(schemas: readonly Schema[], byId: Models): Set<string> {
  const reached = new Set(schemas.flatMap(modelsNamedIn));
  // The loop also visits members that it adds to the set.
  for (const id of reached) {
    for (const variant of [byId.get(id), ...variantsOf(id, byId)]) {
      if (!variant) continue;
      reached.add(variant.id);
      for (const each of modelsNamedIn(variant.schema)) reached.add(each);
    }
  }
  return reached;
}

/** The schemas, those of the models that they refer to, and all that these contain, each once. */
export function allWithin(schemas: readonly Schema[], byId: Models): ReadonlySet<Schema> {
  const models = [...modelsWithin(schemas, byId)].flatMap((id) => byId.get(id) ?? []);
  const reached = new Set([...schemas, ...models.map(({ schema }) => schema)]);
  // The loop also visits members that it adds to the set.
  for (const schema of reached) for (const part of partsOf(schema)) reached.add(part);
  return reached;
}

/** The definitions that schemas refer to, directly or not: `$defs` of models with their sub types, `definitions` of models alone. */
export function definitionsFor(
  schemas: readonly Schema[],
  byId: Models,
): Record<'$defs' | 'definitions', Readonly<Record<string, Schema>>> {
  const [whole, alone] = [new Map<string, Schema>(), new Map<string, Schema>()];
  const open = schemas.flatMap(referencesIn);
  // The loop also visits references that it adds to the list.
  for (const { id, isObject } of open) {
    const known = isObject ? alone : whole;
    const model = byId.get(id);
    if (!model || known.has(id)) continue;
    const schema = isObject ? objectSchema(model, byId) : modelSchema(model, byId);
    known.set(id, schema);
    open.push(...referencesIn(schema));
  }
  return { $defs: Object.fromEntries(whole), definitions: Object.fromEntries(alone) };
}

/** The schemas of all that an operation gets and sends. */
export function schemasOf({
  parameters,
  body,
  result,
  versions = [],
  errorResponses,
}: OperationPlan): Schema[] {
  const errors = errorResponses.flatMap(({ schema, responseModel }): Schema[] => [
    ...(schema ? [schema] : []),
    ...(responseModel === undefined ? [] : [referenceTo(responseModel)]),
  ]);
  const sent = [...parameters, ...(body ? [body] : []), ...versions].map(({ schema }) => schema);
  return [...sent, ...(result ? [result] : []), ...errors];
}
