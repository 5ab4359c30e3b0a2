/** The schemas within a schema, what it refers to and says of values at all, and copies with changes. */

import { isObject } from '../../shared/json/is-object.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { escapeStep, unescapeStep } from '../../shared/json/pointer.ts';
import type { OperationPlan } from '../../shared/plan/operation-plan.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import type { ApiPlan } from '../../shared/plan/service-plan.ts';

/** What the keywords hold that contain schemas. */
export const subschemas: Readonly<Record<string, 'schema' | 'list' | 'map'>> = {
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  not: 'schema',
  if: 'schema',
  then: 'schema',
  else: 'schema',
  dependentSchemas: 'map',
  properties: 'map',
  patternProperties: 'map',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  unevaluatedProperties: 'schema',
  items: 'schema',
  prefixItems: 'list',
  contains: 'schema',
  unevaluatedItems: 'schema',
};

/** What the parts of a schema are about: the value itself, its members that have no schema of their own, or its items. */
export const subjects: Readonly<Record<string, 'value' | 'others' | 'items'>> = {
  allOf: 'value',
  anyOf: 'value',
  oneOf: 'value',
  dependentSchemas: 'value',
  then: 'value',
  else: 'value',
  additionalProperties: 'others',
  patternProperties: 'others',
  unevaluatedProperties: 'others',
  items: 'items',
  prefixItems: 'items',
  contains: 'items',
  unevaluatedItems: 'items',
};

/** The schemas of which a schema consists directly, by the keyword that holds them. */
export function partsBy(schema: Schema): [keyword: string, part: Schema][] {
  const parts: [string, Schema][] = [];
  mapParts(schema, (part, keyword) => parts.push([keyword, part]));
  return parts;
}

export function partsOf(schema: Schema): Schema[] {
  return partsBy(schema).map(([, part]) => part);
}

/** The schema with each of its direct parts replaced by `change(part)`. @param change gets the name of a member, too. */
export function mapParts(
  schema: Schema,
  change: (part: Schema, keyword: string, name: string) => unknown,
): Readonly<Record<string, unknown>> {
  return mapValues(schema, (value, keyword) => {
    const form = ownMember(subschemas, keyword);
    // The reader has seen to it that such keywords hold schemas.
    const changed = (part: unknown, name: string | number) => change(part as Schema, keyword, String(name));
    if (form === 'list' && Array.isArray(value)) return value.map(changed);
    if (form === undefined || !isObject(value)) return value;
    return form === 'map' ? mapValues(value, changed) : changed(value, keyword);
  });
}

export function mapValues<From, To>(
  members: Readonly<Record<string, From>>,
  change: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value, name)]));
}

/** The apis with each operation replaced by `change(operation)`. */
export function mapApiOperations(
  apis: readonly ApiPlan[],
  change: (operation: OperationPlan) => OperationPlan,
): ApiPlan[] {
  return apis.map((api) => ({ ...api, operations: api.operations.map(change) }));
}

interface Reference {
  readonly id: string;
  /** Whether it means the model alone, without its sub types. */
  readonly isObject: boolean;
}

const [anyOfModel, objectOfModel] = ['#/$defs/', '#/definitions/'];

/** The model or any of its sub types. */
export function referenceTo(id: string): { readonly $ref: string } {
  return { $ref: `${anyOfModel}${encodeURIComponent(escapeStep(id))}` };
}

/** The model alone, as a part of another one. */
export function objectReference(id: string): { readonly $ref: string } {
  return { $ref: `${objectOfModel}${encodeURIComponent(escapeStep(id))}` };
}

export function modelReference({ $ref }: Schema): Reference | undefined {
  if ($ref === undefined) return undefined;
  const name = $ref.slice($ref.indexOf('/', 2) + 1);
  return { id: unescapeStep(decodeURIComponent(name)), isObject: $ref.startsWith(objectOfModel) };
}

/** The id of the model if the schema names one and says nothing more of its values. */
export function modelOf(schema: Schema): string | undefined {
  const { $ref: _, ...others } = schema;
  const target = modelReference(schema);
  return target?.isObject === false && isAny(others) ? target.id : undefined;
}

const annotations = [
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples'],
  ...['externalDocs', 'xml', '$comment'],
];

/** Whether a keyword says nothing of which values are valid. */
export function isAnnotation(keyword: string): boolean {
  return annotations.includes(keyword) || (keyword.startsWith('x-') && keyword !== 'x-message');
}

/** What the schema says beside which values are valid. */
export function annotationsOf(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAnnotation(keyword)));
}

/** The schema without what says nothing of which values are valid. */
export function withoutAnnotations(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
}

/** No value is valid. */
export const never: Schema = { not: {} };

/** Bytes, or a text as it is sent: no schema says more of them (OpenAPI 3.1 section 4.7.14.1). */
export const bytes: Schema = { contentMediaType: 'application/octet-stream' };

export function isBytes({ contentMediaType, type }: Schema): boolean {
  return contentMediaType === bytes.contentMediaType && type === undefined;
}

export function isNever({ not }: Schema): boolean {
  return not !== undefined && isAny(not);
}

/** Whether every value is valid. */
export function isAny(schema: Schema): boolean {
  return Object.keys(schema).every(isAnnotation);
}

/** Whether other members than the declared ones are allowed, whatever their values. */
export function isOpen({ additionalProperties }: Schema): boolean {
  return additionalProperties === undefined || isAny(additionalProperties);
}

/** The references in a schema, at any depth. */
export function referencesIn(schema: Schema): Reference[] {
  const own = modelReference(schema);
  const within = partsOf(schema).flatMap(referencesIn);
  return own ? [own, ...within] : within;
}

/** The models that a schema refers to directly. */
export function modelsNamedIn(schema: Schema): string[] {
  return referencesIn(schema).map(({ id }) => id);
}
