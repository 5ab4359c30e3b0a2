/** Which models a type refers to, and which models an object may be of. */

import type { ModelPlan, ObjectShape, TypePlan } from '../../plan/type-plan.ts';

export function modelsById(models: readonly ModelPlan[]): ReadonlyMap<string, ModelPlan> {
  return new Map(models.map((model) => [model.id, model]));
}

/**
 * The models that an object of type `id` may be of: the model itself and all below it, each once, parents first.
 * One whose discriminator does not admit its own id only stands for its sub types.
 */
export function variantsOf(id: string, modelsById: ReadonlyMap<string, ModelPlan>): ModelPlan[] {
  const reached = new Set<string>([id]);
  // The loop also visits what is added to the set while it runs.
  for (const each of reached) {
    for (const subType of modelsById.get(each)?.subTypes ?? []) reached.add(subType);
  }
  const models = [...reached].flatMap((each) => modelsById.get(each) ?? []);
  const own = models.filter(admitsOwnId);
  // Real files list values that are not the ids of models.
  return own.length > 0 ? own : models;
}

/** Whether an object can name the model itself. */
export function admitsOwnId({ id, discriminator, properties }: ModelPlan): boolean {
  const tag = properties.find(({ name }) => name === discriminator)?.type;
  return tag?.kind !== 'string' || !tag.allowed || tag.allowed.includes(id);
}

/** The models that a type refers to directly. */
export function modelsNamedIn(type: TypePlan): string[] {
  switch (type.kind) {
    case 'model':
      return [type.id];
    case 'array':
      return modelsNamedIn(type.items);
    case 'object':
      return type.shape ? modelsNamedInShape(type.shape) : [];
    case 'union':
      return type.of.flatMap(modelsNamedIn);
    default:
      return [];
  }
}

export function modelsNamedInShape({ properties, additional }: ObjectShape): string[] {
  const types = [...properties.map(({ type }) => type), ...(additional ? [additional] : [])];
  return types.flatMap(modelsNamedIn);
}

/** The models that types refer to, directly or through others, sub types included. */
export function modelsWithin(types: readonly TypePlan[], byId: ReadonlyMap<string, ModelPlan>): Set<string> {
  const reached = new Set(types.flatMap(modelsNamedIn));
  // The loop also visits what is added to the set while it runs.
  for (const id of reached) {
    const named = variantsOf(id, byId).flatMap(modelsNamedInShape);
    for (const each of named) reached.add(each);
  }
  return reached;
}
