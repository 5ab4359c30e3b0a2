/** The schemas within a schema, and copies of schemas and of operations with changes. */

import { isObject } from '../../shared/json/is-object.ts';
import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import type { ApiPlan } from '../../shared/plan/service-plan.ts';

/** What the keywords hold that contain schemas. */
export const subschemas: Readonly<Record<string, 'schema' | 'list' | 'map'>> = {
  ...{ allOf: 'list', anyOf: 'list', oneOf: 'list', not: 'schema' },
  ...{ if: 'schema', then: 'schema', else: 'schema', dependentSchemas: 'map' },
  ...{ properties: 'map', patternProperties: 'map', additionalProperties: 'schema' },
  ...{ propertyNames: 'schema', unevaluatedProperties: 'schema' },
  ...{ items: 'schema', prefixItems: 'list', contains: 'schema', unevaluatedItems: 'schema' },
};

/** The schemas of which a schema consists directly, by the keyword that holds them. */
export function partsBy(schema: Schema): [keyword: string, part: Schema][] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const form = Object.hasOwn(subschemas, keyword) ? subschemas[keyword] : undefined;
    if (form === undefined || !isObjectLike(value)) return [];
    // The reader has seen to it that such keywords hold schemas.
    const held = form === 'schema' ? [value] : Object.values(value);
    return held.map((part): [string, Schema] => [keyword, part as Schema]);
  });
}

export function partsOf(schema: Schema): Schema[] {
  return partsBy(schema).map(([, part]) => part);
}

/** The schema with each of its direct parts replaced by `change(part)`. */
export function mapParts(
  schema: Schema,
  change: (part: Schema, keyword: string) => unknown,
): Readonly<Record<string, unknown>> {
  const members = Object.entries(schema).map(([keyword, value]) => {
    const form = Object.hasOwn(subschemas, keyword) ? subschemas[keyword] : undefined;
    const changed = (part: unknown) => change(part as Schema, keyword);
    if (form === undefined || !isObjectLike(value)) return [keyword, value];
    if (form === 'schema') return [keyword, changed(value)];
    return [keyword, Array.isArray(value) ? value.map(changed) : mapValues(value, changed)];
  });
  return Object.fromEntries(members);
}

function isObjectLike(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) || Array.isArray(value);
}

/** @param change gets a schema whose parts are changed already, at any depth. */
export function mapSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  return change(mapParts(schema, (part) => mapSchema(part, change)));
}

export function mapValues<From, To>(
  members: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
}

/** The apis with each operation replaced by `change(operation)`. */
export function mapApiOperations(
  apis: readonly ApiPlan[],
  change: (operation: OperationPlan) => OperationPlan,
): ApiPlan[] {
  return apis.map((api) => ({ ...api, operations: api.operations.map(change) }));
}
