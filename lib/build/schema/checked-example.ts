/** Values of which only the validator knows whether they satisfy a schema, and variations of them. */

import type { ValidateFunction } from 'ajv';
import type { Models, Schema } from '../../shared/plan/schema.ts';
import { compileSchema } from './compile-schema.ts';
import { type JsonSchema, schemaWith } from './json-schema.ts';
import type { ExampleUse } from './shown-example.ts';
import { mapSchema } from './walk.ts';

/** Many examples may need the validator of one schema, which takes long to compile. */
const validators = new WeakMap<Models, Map<string, ValidateFunction>>();

export function isOfSchema(value: unknown, schema: Schema, { models, isSent }: ExampleUse): boolean {
  const known = validators.get(models) ?? new Map<string, ValidateFunction>();
  validators.set(models, known);
  const key = JSON.stringify([schema, isSent]);
  const validate =
    known.get(key) ?? compileSchema(isSent ? schemaWith(schema, models) : resultSchema(schema, models));
  known.set(key, validate);
  return validate(value);
}

/** A result has the members that the service sets; the schema of a request refuses them. */
function resultSchema(schema: Schema, models: Models): JsonSchema {
  const results = [...models].map(
    ([id, model]) => [id, { ...model, schema: mapSchema(model.schema, asSet) }] as const,
  );
  return schemaWith(mapSchema(schema, asSet), new Map(results));
}

function asSet({ readOnly: _, ...schema }: Schema): Schema {
  return schema;
}

/**
 * Open objects fit each other: with a member of another one, which has null for its value, an object fits its own schema
 * alone. A fraction is no integer.
 *
 * @param names of members that an object may have.
 */
export function variationsOf(value: unknown, names: readonly string[]): unknown[] {
  if (typeof value === 'number') return [value + 0.5];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const members = Object.entries(value);
  const missing = names.filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => ({ ...value, [name]: null })),
    ...members.map(([name]) => Object.fromEntries(members.filter(([other]) => other !== name))),
  ];
}
