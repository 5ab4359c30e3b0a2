/** Examples of `oneOf`: values of exactly one of the types. */

import type { ModelPlan, ObjectShape, PropertyPlan, TypePlan, UnionType } from '../../plan/type-plan.ts';
import { compileSchema } from './compile-schema.ts';
import { schemaWith } from './json-schema.ts';
import { modelsById } from './models.ts';

/**
 * The first of the examples of the alternatives that fits no other alternative. Open objects fit each other: one of them
 * has a member of another one, with null for its value.
 *
 * @param made examples of the alternatives.
 * @returns undefined if none of them will do.
 */
export function exclusiveExample(
  union: UnionType,
  made: readonly unknown[],
  { byId, isSent }: { readonly byId: ReadonlyMap<string, ModelPlan>; readonly isSent: boolean },
): { readonly value: unknown } | undefined {
  // A result has the members that the service sets; the schema of a request refuses them.
  const models = isSent ? byId : modelsById([...byId.values()].map(withSet));
  const others = isSent ? union.of : union.of.map(asResult);
  const isValid = compileSchema(schemaWith({ ...union, of: others }, models));
  const properties = union.of.flatMap((type) => shapeOf(type, byId)?.properties ?? []);
  const candidates = made.flatMap((value) => [value, ...marked(value, properties)]);
  const value = candidates.find((candidate) => isValid(candidate));
  return value === undefined ? undefined : { value };
}

function shapeOf(type: TypePlan, byId: ReadonlyMap<string, ModelPlan>): ObjectShape | undefined {
  if (type.kind === 'model') return byId.get(type.id);
  return type.kind === 'object' ? type.shape : undefined;
}

/** The object with each of the members that it does not have; of an integer, a fraction. */
function marked(value: unknown, properties: readonly PropertyPlan[]): unknown[] {
  if (typeof value === 'number') return [value + 0.5];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const missing = properties.filter(({ name }) => !Object.hasOwn(value, name));
  return missing.map(({ name }) => ({ ...value, [name]: null }));
}

function withSet<Shape extends ObjectShape>(shape: Shape): Shape {
  return { ...shape, properties: shape.properties.map(({ isReadOnly: _, ...property }) => property) };
}

function asResult(type: TypePlan): TypePlan {
  return type.kind === 'object' && type.shape ? { ...type, shape: withSet(type.shape) } : type;
}
