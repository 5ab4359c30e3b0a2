/** Examples of descriptors have the members of requests and of results. Documents show those that fit the place. */

import type { ModelPlan, PropertyPlan, TypePlan } from '../../shared/plan/type-plan.ts';
import { variantsOf } from './models.ts';

export interface ExampleUse {
  readonly modelsById: ReadonlyMap<string, ModelPlan>;
  /** In a request, without the members that the service sets; in a result, without those that only requests have. */
  readonly isSent: boolean;
}

export function shownExample(value: unknown, type: TypePlan, use: ExampleUse): unknown {
  if (Array.isArray(value)) {
    const items = itemTypes(type);
    return items.length === 0 ? value : value.map((item) => shownExample(item, unionType(items), use));
  }
  const shapes = shapesOf(type, use);
  if (shapes.length === 0 || typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).flatMap(([name, member]) => {
    const property = shapes.flatMap(({ properties }) => properties).find((each) => each.name === name);
    if (property && isLeftOut(property, use)) return [];
    const others = shapes.flatMap(({ additional }) => additional ?? []);
    return [[name, shownExample(member, property?.type ?? unionType(others), use)] as const];
  });
  return Object.fromEntries(shown);
}

export function isLeftOut(
  { isReadOnly, isWriteOnly }: Pick<PropertyPlan, 'isReadOnly' | 'isWriteOnly'>,
  { isSent }: Pick<ExampleUse, 'isSent'>,
): boolean {
  return (isSent ? isReadOnly : isWriteOnly) === true;
}

/** Each once: types within each other double at each level of a value otherwise. */
function unionType(of: readonly TypePlan[]): TypePlan {
  return { kind: 'union', of: [...new Set(of)] };
}

function itemTypes(type: TypePlan): TypePlan[] {
  if (type.kind === 'union') return type.of.flatMap(itemTypes);
  return type.kind === 'array' ? [type.items] : [];
}

/** The shapes of the objects that a value may be. */
function shapesOf(
  type: TypePlan,
  { modelsById }: Pick<ExampleUse, 'modelsById'>,
): Pick<ModelPlan, 'properties' | 'additional'>[] {
  switch (type.kind) {
    case 'model':
      return variantsOf(type.id, modelsById);
    case 'object':
      return type.shape ? [type.shape] : [];
    case 'union':
      return type.of.flatMap((each) => shapesOf(each, { modelsById }));
    default:
      return [];
  }
}
