/** A schema with what it refers to and its parts as one: what a cast, a TypeScript type and an example are made of. */

import { equal } from '../../shared/json/equal.ts';
import { maxJsonDepth } from '../../shared/json/max-json-depth.ts';
import { omitEmpty } from '../../shared/json/omit.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import type { JsonType, ModelPlan, Schema } from '../../shared/plan/schema.ts';
import { annotationsOf, isAnnotation, isAny, modelReference } from './walk.ts';

/** Finds the models that references name. */
export interface ModelLookup {
  get(id: string): Pick<ModelPlan, 'schema'> | undefined;
}

const known = new WeakMap<ModelLookup, WeakMap<Schema, Schema>>();

/**
 * References, also those to models, are replaced by what they name, and members of parts are members of the whole. What cannot
 * be said by one schema is left in `allOf`. Parts of parts, such as properties, stay as they are.
 */
export function flat(schema: Schema, byId: ModelLookup, depth = 0): Schema {
  if (schema.$ref === undefined && !schema.allOf) return schema;
  // The reader refuses references that go deeper. Their parts would double with each reference that is there twice.
  if (depth > maxJsonDepth) return {};
  const cached = known.get(byId) ?? new WeakMap<Schema, Schema>();
  known.set(byId, cached);
  const found = cached.get(schema);
  if (found) return found;
  // Ends a reference that leads to itself, which the reader refuses.
  cached.set(schema, {});
  const { $ref: _, allOf = [], ...own } = schema;
  const target = byId.get(modelReference(schema)?.id ?? '')?.schema;
  const parts = [...(target ? [target] : []), ...allOf].map((part) => flat(part, byId, depth + 1));
  const whole = combine([...parts, own]);
  cached.set(schema, whole);
  // Parts that are left in it are no reason to combine it again.
  cached.set(whole, whole);
  return whole;
}

function combine(parts: readonly Schema[]): Schema {
  const whole: Record<string, unknown> = {};
  // These values grow with the number of parts, so they are not copied for each of them.
  const properties = new Map<string, Schema>();
  const required = new Set<string>();
  // What two parts have in common is there once: it would double with each reference that is there twice.
  const allOf = new Set<Schema>();
  for (const part of parts) {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      const before = properties.get(name);
      properties.set(name, before ? asParts(before, property) : property);
    }
    for (const name of part.required ?? []) required.add(name);
    for (const each of part.allOf ?? []) allOf.add(each);
    const left = addTo(whole, part);
    if (Object.keys(left).length > 0) allOf.add(left);
  }
  const collected = {
    properties: Object.fromEntries(properties),
    required: [...required],
    allOf: [...allOf],
  };
  return { ...whole, ...omitEmpty(collected) };
}

type Both = (one: never, other: never) => unknown;

const greatest: Both = (one: number, other: number) => Math.max(one, other);
const least: Both = (one: number, other: number) => Math.min(one, other);
/** What both say of no value, such as a description, stays where it is looked for. */
const asParts = (one: Schema, other: Schema): Schema => {
  if (equal(one, other)) return one;
  const allOf = [...new Set([...partsAlone(one), ...partsAlone(other)])];
  return { ...annotationsOf(one), ...annotationsOf(other), allOf };
};

/** The parts of a schema that says nothing else: parts within each other would hide which models they name. */
function partsAlone(schema: Schema): readonly Schema[] {
  const { allOf, ...others } = schema;
  return allOf && isAny(others) ? allOf : [schema];
}

/** What two values of a keyword say together; undefined if no single value says it. */
const combined: Readonly<Record<string, Both>> = {
  type: commonTypes,
  enum: (one: readonly unknown[], other: readonly unknown[]) =>
    one.filter((value) => other.some((each) => equal(each, value))),
  items: asParts,
  additionalProperties: asParts,
  uniqueItems: (one: boolean, other: boolean) => one || other,
  format: (one: string, other: string) => ['int32', 'float'].find((each) => each === one || each === other),
  minimum: greatest,
  exclusiveMinimum: greatest,
  minLength: greatest,
  minItems: greatest,
  maximum: least,
  exclusiveMaximum: least,
  maxLength: least,
  maxItems: least,
  minProperties: greatest,
  maxProperties: least,
};

type Types = NonNullable<Schema['type']>;

function commonTypes(one: Types, other: Types): Types | undefined {
  const [first = [], second = []] = [one, other].map((type) => typesIn({ type }));
  const held = (some: readonly JsonType[], within: readonly JsonType[]) =>
    some.filter((type) => within.includes(type) || (type === 'integer' && within.includes('number')));
  const types = [...new Set([...held(first, second), ...held(second, first)])];
  return types.length === 1 ? types[0] : types;
}

/** Keywords that say something together. */
const groups = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['pattern', 'x-message', 'isQuadratic'],
];

/** Adds what a part says. @returns what no keyword of the whole can say. */
function addTo(whole: Record<string, unknown>, part: Schema): Schema {
  const apart = groups.filter((group) => isSaidTwice(group, whole, part)).flat();
  const left: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(part)) {
    const said = apart.includes(keyword) ? undefined : bothValues(keyword, whole[keyword], value);
    if (said === undefined) left[keyword] = value;
    else whole[keyword] = said;
  }
  return left;
}

const collectedKeywords = ['properties', 'required', 'allOf'];

function isSaidTwice(group: readonly string[], one: Schema, other: Schema): boolean {
  const isSame = group.every((keyword) => equal(one[keyword], other[keyword]));
  return !isSame && [one, other].every((each) => group.some((keyword) => each[keyword] !== undefined));
}

function bothValues(keyword: string, before: unknown, value: unknown): unknown {
  if (before === undefined || collectedKeywords.includes(keyword) || isAnnotation(keyword)) return value;
  if (equal(before, value)) return value;
  // A keyword has one kind of value, whatever schema it is in.
  return ownMember(combined, keyword)?.(before as never, value as never);
}

/** The JSON types that a schema names; undefined if it admits all. */
export function typesIn({ type }: Schema): readonly JsonType[] | undefined {
  return type === undefined ? undefined : ([type].flat() as readonly JsonType[]);
}

/** The only JSON type of a schema, apart from null. */
export function typeIn(schema: Schema): JsonType | undefined {
  const [only, ...others] = (typesIn(schema) ?? []).filter((type) => type !== 'null');
  return others.length === 0 ? only : undefined;
}

/** The schemas of which a value has one: those of a union, one for each type, or the schema itself. */
export function alternativesOf(schema: Schema): readonly Schema[] {
  const { type, anyOf, oneOf } = schema;
  if (anyOf ?? oneOf) return anyOf ?? oneOf ?? [];
  return typeof type === 'object' ? type.map((each) => ({ ...schema, type: each })) : [schema];
}
