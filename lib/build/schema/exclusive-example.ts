/** Examples of `oneOf`: values of exactly one of the types. */

import type { ValidateFunction } from 'ajv';
import type {
  ModelPlan,
  ObjectShape,
  PropertyPlan,
  TypePlan,
  UnionType,
} from '../../shared/plan/type-plan.ts';
import { compileSchema } from './compile-schema.ts';
import { type JsonSchema, schemaWith } from './json-schema.ts';
import { mapShape, mapType } from './map-type.ts';
import { modelsById } from './models.ts';

interface Context {
  readonly byId: ReadonlyMap<string, ModelPlan>;
  readonly isSent: boolean;
}

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
  { byId, isSent }: Context,
): { readonly value: unknown } | undefined {
  const isValid = validatorOf(union, { byId, isSent });
  const properties = union.of.flatMap((type) => shapeOf(type, byId)?.properties ?? []);
  const candidates = made.flatMap((value) => [value, ...marked(value, properties)]);
  const value = candidates.find((candidate) => isValid(candidate));
  return value === undefined ? undefined : { value };
}

/** Whether a value has the type and satisfies its checks. */
export function isOfType(type: TypePlan, value: unknown, context: Context): boolean {
  return validatorOf(type, context)(value);
}

/** Many examples may need the validator of one type, which takes long to compile. */
const validators = new WeakMap<Context['byId'], Map<string, ValidateFunction>>();

function validatorOf(union: TypePlan, { byId, isSent }: Context): ValidateFunction {
  const known = validators.get(byId) ?? new Map<string, ValidateFunction>();
  validators.set(byId, known);
  const key = JSON.stringify([union, isSent]);
  const validator = known.get(key) ?? compileSchema(schemaOf(union, { byId, isSent }));
  known.set(key, validator);
  return validator;
}

/** A result has the members that the service sets; the schema of a request refuses them. */
function schemaOf(union: TypePlan, { byId, isSent }: Context): JsonSchema {
  if (isSent) return schemaWith(union, byId);
  const models = modelsById([...byId.values()].map((model) => mapShape(model, { property: asSet })));
  return schemaWith(mapType(union, { property: asSet }), models);
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

function asSet({ isReadOnly: _, ...property }: PropertyPlan): PropertyPlan {
  return property;
}
