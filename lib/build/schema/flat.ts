/** A schema with what it refers to and its parts as one: what a cast, a TypeScript type and an example are made of. */

import { equal } from '../../shared/json/equal.ts';
import { maxJsonDepth } from '../../shared/json/inspect-json.ts';
import type { JsonType, ModelPlan, Schema } from '../../shared/plan/schema.ts';
import { annotationsOf, isAnnotation, modelReference } from './references.ts';
import { mapValues } from './walk.ts';

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
  // The reader refuses references that go deeper.
  if ((schema.$ref === undefined && !schema.allOf) || depth > maxJsonDepth) return schema;
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
  return whole;
}

const fewParts = 16;

/** Halves of many parts are combined first: each step copies what it has, which would take the square of their number. */
function combine(parts: readonly Schema[]): Schema {
  if (parts.length <= fewParts) return parts.reduce(both, {});
  const middle = parts.length >> 1;
  return both(combine(parts.slice(0, middle)), combine(parts.slice(middle)));
}

type Both = (one: never, other: never) => unknown;

const greatest: Both = (one: number, other: number) => Math.max(one, other);
const least: Both = (one: number, other: number) => Math.min(one, other);
/** What both say of no value, such as a description, stays where it is looked for. */
const asParts = (one: Schema, other: Schema): Schema =>
  equal(one, other) ? one : { ...annotationsOf(one), ...annotationsOf(other), allOf: [one, other] };

/** What two values of a keyword say together; undefined if no single value says it. */
const combined: Readonly<Record<string, Both>> = {
  type: commonTypes,
  enum: (one: readonly unknown[], other: readonly unknown[]) =>
    one.filter((value) => other.some((each) => equal(each, value))),
  required: (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])],
  properties: (one: Readonly<Record<string, Schema>>, other: Readonly<Record<string, Schema>>) => ({
    ...one,
    ...mapValues(Object.fromEntries(Object.keys(other).map((name) => [name, name])), (name) => {
      const [first, second = {}] = [one[name], other[name]];
      return first && Object.hasOwn(one, name) ? asParts(first, second) : second;
    }),
  }),
  items: asParts,
  additionalProperties: asParts,
  uniqueItems: (one: boolean, other: boolean) => one || other,
  format: (one: string, other: string) => ['int32', 'float'].find((each) => each === one || each === other),
  ...{ minimum: greatest, exclusiveMinimum: greatest, minLength: greatest, minItems: greatest },
  ...{ maximum: least, exclusiveMaximum: least, maxLength: least, maxItems: least },
  ...{ minProperties: greatest, maxProperties: least },
  allOf: (one: readonly Schema[], other: readonly Schema[]) => [...one, ...other],
};

function commonTypes(one: Schema['type'] = [], other: Schema['type'] = []): Schema['type'] {
  const [first, second]: (readonly JsonType[])[] = [[one].flat(), [other].flat()] as JsonType[][];
  const isHeld = (type: JsonType, types: readonly JsonType[] = []) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const types = [
    ...(first ?? []).filter((type) => isHeld(type, second)),
    ...(second ?? []).filter((type) => type === 'integer' && isHeld(type, first)),
  ];
  const [only, ...others] = [...new Set(types)];
  return others.length === 0 && only !== undefined ? only : [...new Set(types)];
}

/** Keywords that say something together. */
const groups = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['pattern', 'x-message', 'isQuadratic'],
];

function both(one: Schema, other: Schema): Schema {
  const whole: Record<string, unknown> = { ...one };
  const left: Record<string, unknown> = {};
  const apart = groups.filter((group) => isSaidTwice(group, one, other)).flat();
  for (const [keyword, value] of Object.entries(other)) {
    const said = apart.includes(keyword) ? undefined : bothValues(keyword, one[keyword], value);
    if (said === undefined) left[keyword] = value;
    else whole[keyword] = said;
  }
  if (Object.keys(left).length === 0) return whole;
  return { ...whole, allOf: [...((whole['allOf'] as readonly Schema[] | undefined) ?? []), left] };
}

function isSaidTwice(group: readonly string[], one: Schema, other: Schema): boolean {
  const isSame = group.every((keyword) => equal(one[keyword], other[keyword]));
  return !isSame && [one, other].every((each) => group.some((keyword) => each[keyword] !== undefined));
}

function bothValues(keyword: string, before: unknown, value: unknown): unknown {
  if (before === undefined || isAnnotation(keyword) || equal(before, value)) return value;
  // A keyword has one kind of value, whatever schema it is in.
  return combined[keyword]?.(before as never, value as never);
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
