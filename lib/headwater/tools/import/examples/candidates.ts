/** Values that may satisfy a schema of which only the validator knows. */

import type { ValidateFunction } from 'ajv';
import { compileSchema } from '../../../compile/schema/compile-schema.ts';
import { schemaWith } from '../../../compile/schema/json-schema.ts';
import type { ExampleUse } from '../../../compile/schema/shown-example.ts';
import type { Models, Schema } from '../../../shared/plan/schema.ts';

/** Many examples may need the validator of one schema, which takes long to compile. */
const validators = new WeakMap<Models, Map<string, ValidateFunction>>();

export function isOfSchema(value: unknown, schema: Schema, { models, isSent }: ExampleUse): boolean {
  const known = validators.get(models) ?? new Map<string, ValidateFunction>();
  validators.set(models, known);
  const key = JSON.stringify([schema, isSent]);
  const mark = isSent ? 'readOnly' : 'writeOnly';
  const validate = known.get(key) ?? compileSchema(schemaWith(schema, models, { mark }));
  known.set(key, validate);
  return validate(value);
}

/**
 * Open objects fit each other: with a member of another one, which has null for its value, an object fits its own schema
 * alone. A fraction is not an integer.
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
