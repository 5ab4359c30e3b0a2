/** Which models a type refers to, and which models an object may be of. */

import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { ModelPlan, ObjectShape, TypePlan, WithChecks } from '../../shared/plan/type-plan.ts';

/** One map of each list: what takes long to derive from it is kept with it. */
const maps = new WeakMap<readonly ModelPlan[], ReadonlyMap<string, ModelPlan>>();

export function modelsById(models: readonly ModelPlan[]): ReadonlyMap<string, ModelPlan> {
  const known = maps.get(models) ?? new Map(models.map((model) => [model.id, model]));
  maps.set(models, known);
  return known;
}

/**
 * The models that an object of type `id` may be of: the model itself and all below it, each once, parents first.
 * One whose discriminator does not admit its own id only stands for its sub types.
 */
export function variantsOf(id: string, modelsById: ReadonlyMap<string, ModelPlan>): ModelPlan[] {
  const reached = new Set<string>([id]);
  // The loop also visits members that it adds to the set.
  for (const each of reached) {
    for (const subType of modelsById.get(each)?.subTypes ?? []) reached.add(subType);
  }
  const models = [...reached].flatMap((each) => modelsById.get(each) ?? []);
  const own = models.filter(admitsOwnId);
  // Real files list values that are not the ids of models.
  return own.length > 0 ? own : models;
}

/** The values of a discriminator that name the model. */
export function tagsOf({ id, tags = [id] }: ModelPlan): readonly string[] {
  return tags;
}

/** Whether an object can name the model itself. */
export function admitsOwnId(model: ModelPlan): boolean {
  const tag = model.properties.find(({ name }) => name === model.discriminator)?.type;
  if (tag?.kind !== 'string' || !tag.allowed) return true;
  return tagsOf(model).some((each) => tag.allowed?.includes(each));
}

/** The types of all that an operation gets and sends. */
export function typesOf({
  parameters,
  body,
  result,
  versions = [],
  errorResponses,
}: OperationPlan): TypePlan[] {
  const errors = errorResponses.flatMap(({ type, responseModel }): TypePlan[] => [
    ...(type ? [type] : []),
    ...(responseModel === undefined ? [] : [{ kind: 'model', id: responseModel } as const]),
  ]);
  const sent = [...parameters, ...(body ? [body] : []), ...versions].map(({ type }) => type);
  return [...sent, result, ...errors];
}

/** The models that a type refers to directly. */
export function modelsNamedIn(type: TypePlan): string[] {
  const named = partsOf(type).flatMap(modelsNamedIn);
  return type.kind === 'model' ? [type.id, ...named] : named;
}

export function modelsNamedInShape(shape: ObjectShape & WithChecks): string[] {
  return typesInShape(shape).flatMap(modelsNamedIn);
}

/** The models that types refer to, directly or through others, sub types included. */
export function modelsWithin(types: readonly TypePlan[], byId: ReadonlyMap<string, ModelPlan>): Set<string> {
  const reached = new Set(types.flatMap(modelsNamedIn));
  // The loop also visits members that it adds to the set.
  for (const id of reached) {
    const named = variantsOf(id, byId).flatMap(modelsNamedInShape);
    for (const each of named) reached.add(each);
  }
  return reached;
}

/** The types, the models that they refer to, and all that these contain, each once. */
export function allWithin(
  types: readonly TypePlan[],
  byId: ReadonlyMap<string, ModelPlan>,
): { readonly types: ReadonlySet<TypePlan>; readonly models: readonly ModelPlan[] } {
  const models = [...modelsWithin(types, byId)].flatMap((id) => byId.get(id) ?? []);
  const reached = new Set([...types, ...models.flatMap(typesInShape)]);
  // The loop also visits members that it adds to the set.
  for (const type of reached) for (const part of partsOf(type)) reached.add(part);
  return { types: reached, models };
}

/** The types of which a type consists directly. */
export function partsOf(type: TypePlan): readonly TypePlan[] {
  const checked = typesInChecks(type);
  switch (type.kind) {
    case 'array':
      return [type.items, ...checked];
    case 'object':
      return type.shape ? typesInShape({ ...type.shape, ...type }) : checked;
    case 'union':
      return [...type.of, ...checked];
    default:
      return checked;
  }
}

/** Whether no value has the type, as the schema `false` says. */
export function isNever({ checks }: WithChecks): boolean {
  const not = checks?.schemas?.['not'];
  return not !== undefined && isAny(not);
}

export function isAny({ kind, checks }: TypePlan): boolean {
  return kind === 'any' && !checks;
}

/** The types that also hold for the value or for parts of it. */
function typesInChecks({ checks }: WithChecks): readonly TypePlan[] {
  if (!checks) return [];
  const { schemas = {}, lists = {}, maps = {} } = checks;
  return [
    ...Object.values(schemas),
    ...Object.values(lists).flat(),
    ...Object.values(maps).flatMap((each) => Object.values(each)),
  ];
}

export function typesInShape({ properties, additional, ...others }: ObjectShape & WithChecks): TypePlan[] {
  const members = [...properties.map(({ type }) => type), ...(additional ? [additional] : [])];
  return [...members, ...typesInChecks(others)];
}
