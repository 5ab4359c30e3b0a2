/** Copies of types and of operations with changes. */

import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { ApiPlan } from '../../shared/plan/service-plan.ts';
import type { Checks, ObjectShape, PropertyPlan, TypePlan, WithChecks } from '../../shared/plan/type-plan.ts';

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

export function mapShape<Shape extends ObjectShape & WithChecks>(shape: Shape, changes: TypeChanges): Shape {
  const { property: change = (property) => property } = changes;
  const { properties, additional } = shape;
  return {
    ...shape,
    properties: properties.map((each) => change({ ...each, type: mapType(each.type, changes) })),
    ...(additional ? { additional: mapType(additional, changes) } : {}),
    ...mapChecks(shape, changes),
  };
}

function mapChecks({ checks }: WithChecks, changes: TypeChanges): WithChecks {
  return checks ? { checks: changedChecks(checks, (type) => mapType(type, changes)) } : {};
}

/** The checks with each of their types replaced by `change(type)`. */
function changedChecks(checks: Checks, change: (type: TypePlan) => TypePlan): Checks {
  const { schemas, lists, maps } = checks;
  return {
    ...checks,
    ...omitUndefined({
      schemas: schemas && mapValues(schemas, change),
      lists: lists && mapValues(lists, (types) => types.map(change)),
      maps: maps && mapValues(maps, (types) => mapValues(types, change)),
    }),
  };
}

export function mapValues<From, To>(
  members: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
}

function mapParts(given: TypePlan, changes: TypeChanges): TypePlan {
  const type = given.checks ? { ...given, ...mapChecks(given, changes) } : given;
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
