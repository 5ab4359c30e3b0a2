/** Which models a type refers to, and which models an object may be of. */

import type { ModelPlan, ObjectShape, TypePlan } from '../../plan/type-plan.ts';

export function modelsById(models: readonly ModelPlan[]): ReadonlyMap<string, ModelPlan> {
  return new Map(models.map((model) => [model.id, model]));
}

/** The models that an object of type `id` may be of: the model itself and all below it, each once, parents first. */
export function variantsOf(id: string, modelsById: ReadonlyMap<string, ModelPlan>): ModelPlan[] {
  const reached = new Set<string>([id]);
  // The loop also visits what is added to the set while it runs.
  for (const each of reached) {
    for (const subType of modelsById.get(each)?.subTypes ?? []) reached.add(subType);
  }
  return [...reached].flatMap((each) => modelsById.get(each) ?? []);
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
