/**
 * A schema of a plan -> the JSON Schema that ajv compiles for requests. It says the same, in words that bound the time of a
 * check and make clear errors. Members that the service sets are refused.
 */

import { equal } from '../../shared/json/equal.ts';
import { stringFormats } from '../../shared/json/formats.ts';
import { maxFloat } from '../../shared/json/max-float.ts';
import { omitEmpty, omitUndefined } from '../../shared/json/omit.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import type { Discriminator, ModelPlan, Models, Schema } from '../../shared/plan/schema.ts';
import { flat, typesIn } from './flat.ts';
import {
  definitionsFor,
  modelSchema,
  objectSchema,
  oneOfTags,
  referredSchema,
  standsForItself,
  tagged,
  tagsFor,
  tagsOf,
  variantsOf,
} from './models.ts';
import { isAnnotation, isAny, isNever, mapParts, mapValues, modelOf, subjects } from './walk.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

type NumberRange = Required<Pick<Schema, 'minimum' | 'maximum'>>;

/** The range of each format. */
const ranges: Readonly<Record<string, NumberRange>> = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  int64: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  float: { minimum: -maxFloat, maximum: maxFloat },
};

/** The numbers that the type and the format of a schema admit: an integer of no format has 53 bits. */
export function formatRange(schema: Schema): NumberRange | undefined {
  const types = typesIn(schema) ?? [];
  if (types.includes('integer')) return ranges[schema.format === 'int32' ? 'int32' : 'int64'];
  return types.includes('number') && schema.format === 'float' ? ranges['float'] : undefined;
}

/** The schema with the definitions that it refers to. */
export function schemaWith(schema: Schema, byId: Models, use?: ValueUse): JsonSchema {
  return { ...toJsonSchema(schema, byId, use), ...definitionsWith([schema], byId, use) };
}

/** The definitions that schemas refer to, directly or not. */
export function definitionsWith(schemas: readonly Schema[], byId: Models, use?: ValueUse): JsonSchema {
  const definitions = definitionsFor(schemas, byId, checkedOnce);
  const written = (schema: Schema) => toJsonSchema(schema, byId, use);
  return omitEmpty(mapValues(definitions, (models) => mapValues(models, written)));
}

/**
 * As `modelSchema`. A property that all variants declare alike is checked once, beside them: ajv makes a kilobyte of code
 * for each.
 */
function checkedOnce(model: ModelPlan, byId: Models): Schema {
  const schema = modelSchema(model, byId);
  const { discriminator, id } = model;
  const variants = variantsOf(id, byId);
  if (discriminator === undefined || standsForItself(id, byId)) return schema;
  if (variants.some((variant) => variant.schema.$ref !== undefined || variant.schema.allOf)) return schema;
  const all = variants.map((variant) => tagged(objectSchema(variant, byId), discriminator, tagsOf(variant)));
  const [first = {}, ...others] = all.map(({ properties = {} }) => properties);
  const alike = Object.entries(first).filter(([name, property]) =>
    others.every((each) => Object.hasOwn(each, name) && equal(each[name], property)),
  );
  const properties = Object.fromEntries(alike);
  const known = mapValues(properties, () => ({}));
  // What is beside them is said once: that it is an object.
  const oneOf = all.map(({ type: _, ...each }) => ({
    ...each,
    properties: { ...each.properties, ...known },
  }));
  return { ...schema, properties, oneOf };
}

/** The values that a schema describes. */
export interface ValueUse {
  /** Marks the members that they lack; `readOnly`, as in requests, when absent. */
  readonly mark?: 'readOnly' | 'writeOnly' | 'none';
  /** Whether they may have these members nevertheless, as examples may. */
  readonly isLenient?: boolean;
}

interface PartUse extends ValueUse {
  /** Other schemas of the same values, which lack the members that these mark. */
  readonly around?: readonly Schema[];
  /** The references that are written out around this part. */
  readonly written?: readonly string[];
  /** How many more references may be written out: a hostile document could double them with each part. */
  readonly left?: { count: number };
}

/** How many references one schema has written out at most. Published documents need a few. */
const maxWrittenOut = 200;

export function toJsonSchema(declared: Schema, byId: Models, use: PartUse = {}): JsonSchema {
  const { around = [], written = [], left = { count: maxWrittenOut }, mark = 'readOnly', isLenient } = use;
  const membersLeftOut = (schema: Schema) => {
    const { properties = {} } = flat(schema, byId);
    return Object.keys(properties).filter((name) => properties[name]?.[mark]);
  };
  // OpenAPI 3.0 section 4.7.24.2: results alone must have them, whichever part requires them.
  const all = [declared, ...around];
  const unsent = [...new Set(all.flatMap(membersLeftOut))];
  // ajv needs the member that names the type.
  const tag = declared.oneOf && declared.discriminator?.propertyName;
  const isAsked = (name: string) => name === tag || !unsent.includes(name);
  const named = withTags(declared);
  const { $ref, allOf = [], ...own } = named;
  // A target that knows fewer of them may require the others: it is written out, but not within itself.
  const isPlain = $ref === undefined || unsent.length === 0 || written.includes($ref) || left.count === 0;
  const known = isPlain ? unsent : membersLeftOut({ $ref });
  const target = unsent.some((name) => !known.includes(name)) && referredSchema(declared, byId, checkedOnce);
  const schema: Schema = target ? { ...own, allOf: [...allOf, target] } : named;
  if (target) left.count--;
  const inner = { ...use, left, written: target ? [...written, String($ref)] : written };
  const partOf = (part: Schema, keyword: string, name: string) => {
    // ajv names the member for which it finds `false`, which means nothing else.
    if (keyword === 'properties' && part[mark] && !isLenient) return false;
    // Whatever this keyword allows, even any member, `unevaluatedProperties` beside it does not see.
    if (keyword === 'additionalProperties' && isAny(part)) return true;
    if (isNever(part) && closing.includes(keyword)) return false;
    // No member or item: the message is not about other values.
    if (isNever(part) && ownMember(subjects, keyword) !== 'value') return { not: true };
    return toJsonSchema(part, byId, { ...inner, around: saidOf({ part, keyword, name }, all, byId) });
  };
  const said = Object.entries(mapParts(askedOf(schema, unsent, isAsked), partOf)).filter(
    // A constant says its type: one error is enough.
    ([keyword]) =>
      !(isAnnotation(keyword) || silent.has(keyword) || (keyword === 'type' && 'const' in schema)),
  );
  const checked = withPatterns({
    ...Object.fromEntries(said),
    ...omitUndefined({ format: stringFormats.find((each) => each === schema.format) }),
    ...withinRange(schema),
    // Messages name it.
    ...(target ? { title: $ref } : {}),
  });
  return orNull(checked);
}

/** What a schema asks of values that lack some members. */
function askedOf(schema: Schema, unsent: readonly string[], isAsked: (name: string) => boolean): Schema {
  const { required, dependentRequired, minProperties, ...others } = schema;
  // Results may have all of them.
  const least = Math.max(0, (minProperties ?? 0) - unsent.length);
  return {
    ...others,
    ...omitEmpty({
      required: required?.filter(isAsked),
      dependentRequired: dependentRequired && mapValues(dependentRequired, (names) => names.filter(isAsked)),
    }),
    ...(least > 0 ? { minProperties: least } : {}),
  };
}

interface PlacedPart {
  readonly part: Schema;
  readonly keyword: string;
  /** The name of the property, if it is one. */
  readonly name: string;
}

/** What schemas say of the values of a part of one of them. @param all of the same values. */
function saidOf(
  { part, keyword, name }: PlacedPart,
  all: readonly Schema[],
  byId: Models,
): readonly Schema[] {
  if (ownMember(subjects, keyword) === 'value') return all;
  return all.flatMap((each) => {
    const { properties = {}, items } = flat(each, byId);
    const property = ownMember(properties, name);
    const said = ownMember({ properties: property, items }, keyword);
    return said && said !== part ? [said] : [];
  });
}

/** Nothing is allowed beyond what other keywords name, if one of these is `false`. */
export const closing = ['items', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'];

/** Keywords that say nothing of a JSON value, or that are written in another way. */
const silent = new Set(['format', 'contentMediaType', 'contentEncoding', 'contentSchema']);

/** The values that both the declaration and the format accept. A JSON number is a `double`, so that format needs no limits. */
function withinRange(schema: Schema): JsonSchema {
  const range = formatRange(schema);
  if (!range) return {};
  const { minimum = -Infinity, maximum = Infinity } = schema;
  return { minimum: Math.max(range.minimum, minimum), maximum: Math.min(range.maximum, maximum) };
}

/** The value is checked against the model that it names, and no other. */
function withTags(schema: Schema): Schema {
  const { discriminator, oneOf, ...others } = schema;
  if (!discriminator || !oneOf) return schema;
  const { propertyName, mapping } = discriminator;
  const named = oneOf.map((alternative) => {
    if (alternative.$ref === undefined) return alternative;
    return { ...alternative, properties: { [propertyName]: oneOfTags(tagsFor(alternative, discriminator)) } };
  });
  const names = [...new Set([...(others.required ?? []), propertyName])];
  const required: Schema = { ...others, type: 'object', required: names, oneOf: named };
  // ajv looks names up in a plain object, in which `constructor` always exists, and takes an empty one for none.
  if (Object.keys(mapping).some((tag) => tag === '' || tag in Object.prototype)) return required;
  // ajv knows no mapping.
  return { ...required, discriminator: { propertyName } as Discriminator };
}

/**
 * Validators have `patternProperties` of open objects as a part: beside keywords that have seen members, its code in ajv
 * writes to what may be `true`, for `unevaluatedProperties`.
 */
function withPatterns(schema: JsonSchema): JsonSchema {
  const { patternProperties, allOf = [], ...others } = schema as Schema;
  if (!patternProperties || (others['additionalProperties'] ?? true) !== true) return schema;
  return { ...others, allOf: [...allOf, { patternProperties }] };
}

/** For "a value or null", errors describe the value. As an alternative, it would be tried, and what is wrong with it lost. */
function orNull(schema: JsonSchema): JsonSchema {
  const { anyOf = [], ...others } = schema as Schema;
  const [only, second] = anyOf.filter((each) => each.type !== 'null' || Object.keys(each).length > 1);
  const isNullable = only && !second && anyOf.length > 1 && Object.keys(others).length === 0;
  return isNullable ? { if: { not: { type: 'null' } }, then: only } : schema;
}

/** The schema of what the cast has made of texts: their types and formats are right. */
export function toCastSchema(declared: Schema, byId: Models): JsonSchema {
  const schema = flat(declared, byId);
  const types = typesIn(schema) ?? [];
  if (types.includes('object') || types.length === 0)
    return toJsonSchema(modelOf(declared) === undefined ? schema : declared, byId);
  const { type: _, format: _format, items, ...limits } = schema;
  return { ...toJsonSchema(limits, byId), ...omitEmpty({ items: items && toCastSchema(items, byId) }) };
}
