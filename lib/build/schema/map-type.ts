/** Copies of types and of operations with changes. */

import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { ApiPlan } from '../../shared/plan/service-plan.ts';
import type { ObjectShape, PropertyPlan, TypePlan } from '../../shared/plan/type-plan.ts';

export interface TypeChanges {
  /** Gets a type whose parts are changed already. */
  readonly type?: (type: TypePlan) => TypePlan;
  readonly property?: (property: PropertyPlan) => PropertyPlan;
}

/** @param changes apply at any depth. */
export function mapType(type: TypePlan, changes: TypeChanges): TypePlan {
  const changed = mapParts(type, changes);
  return changes.type ? changes.type(changed) : changed;
}

export function mapShape<Shape extends ObjectShape>(shape: Shape, changes: TypeChanges): Shape {
  const { property: change = (property) => property } = changes;
  const { properties, additional } = shape;
  return {
    ...shape,
    properties: properties.map((each) => change({ ...each, type: mapType(each.type, changes) })),
    ...(additional ? { additional: mapType(additional, changes) } : {}),
  };
}

function mapParts(type: TypePlan, changes: TypeChanges): TypePlan {
  switch (type.kind) {
    case 'array':
      return { ...type, items: mapType(type.items, changes) };
    case 'object':
      return type.shape ? { ...type, shape: mapShape(type.shape, changes) } : type;
    case 'union':
      return { ...type, of: type.of.map((each) => mapType(each, changes)) };
    default:
      return type;
  }
}

/** The apis with each operation replaced by `change(operation)`. */
export function mapApiOperations(
  apis: readonly ApiPlan[],
  change: (operation: OperationPlan) => OperationPlan,
): ApiPlan[] {
  return apis.map((api) => ({ ...api, operations: api.operations.map(change) }));
}
