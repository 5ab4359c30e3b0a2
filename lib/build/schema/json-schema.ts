/** TypePlan -> JSON Schema (draft 2020-12), the form that ajv compiles. */

import { equal } from '../../shared/json/equal.ts';
import { maxFloat } from '../../shared/json/max-float.ts';
import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type {
  ArrayType,
  Checks,
  IntegerType,
  MemberCounts,
  ModelPlan,
  NumberType,
  ObjectShape,
  StringType,
  TypePlan,
  UnionDiscriminator,
  UnionType,
  WithChecks,
} from '../../shared/plan/type-plan.ts';
import { mapValues } from './map-type.ts';
import { isAny, isNever, modelsWithin, tagsOf, variantsOf } from './models.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The range of each format. */
export const ranges = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  int64: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  float: { minimum: -maxFloat, maximum: maxFloat },
  double: { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE },
};

export function toJsonSchema(type: TypePlan): JsonSchema {
  // Checks of items stand beside them.
  return type.kind === 'array'
    ? plainSchema(type)
    : withPatterns(withChecks(plainSchema(type), type, toJsonSchema));
}

function plainSchema(type: TypePlan): JsonSchema {
  switch (type.kind) {
    case 'any':
    case 'file':
    case 'void':
      return {};
    case 'null':
      return { type: 'null' };
    case 'boolean':
      return { type: 'boolean', ...allowed(type) };
    case 'object':
      return type.shape
        ? { ...objectSchema(type.shape), ...memberCounts(type) }
        : { type: 'object', ...memberCounts(type) };
    case 'model':
      return { $ref: `#/$defs/${escapeReference(type.id)}` };
    case 'integer':
    case 'number':
      return { type: type.kind, ...rangeOf(type), ...openLimits(type), ...allowed(type) };
    case 'string':
      return { type: 'string', ...textLimits(type), ...allowed(type) };
    case 'array':
      return { type: 'array', ...listSchema(type, toJsonSchema(type.items)) };
    case 'union':
      return unionSchema(type);
  }
}

/** The schema with the checks beside it, or as a part of its own if both have a keyword. */
export function withChecks(
  schema: JsonSchema,
  { checks }: WithChecks,
  toSchema: (type: TypePlan) => JsonSchema,
): JsonSchema {
  if (!checks) return schema;
  const own = checksSchema(checks, toSchema);
  const isSeparate = Object.keys(own).some((keyword) => Object.hasOwn(schema, keyword));
  return isSeparate ? { allOf: [schema, own] } : { ...schema, ...own };
}

/**
 * Validators have `patternProperties` of open objects as a part: beside keywords that have seen members, its code in ajv
 * writes to what may be `true`, for `unevaluatedProperties`.
 */
function withPatterns(schema: JsonSchema): JsonSchema {
  const { patternProperties, allOf = [], ...others } = schema;
  if (!patternProperties || 'additionalProperties' in others) return schema;
  return { ...others, allOf: [...(allOf as readonly JsonSchema[]), { patternProperties }] };
}

function checksSchema(
  { schemas = {}, lists = {}, maps = {}, values }: Checks,
  toSchema: (type: TypePlan) => JsonSchema,
): JsonSchema {
  // ajv names the member for which it finds `false`.
  const part = (type: TypePlan) => !isNever(type) && toSchema(type);
  return {
    ...values,
    ...mapValues(schemas, part),
    ...mapValues(lists, (types) => types.map(part)),
    ...mapValues(maps, (types) => mapValues(types, part)),
  };
}

/** The schema of what the cast has made of texts: their types and formats are right. */
export function toCastSchema(type: TypePlan): JsonSchema {
  return type.kind === 'array'
    ? plainCastSchema(type)
    : withChecks(plainCastSchema(type), type, toJsonSchema);
}

function plainCastSchema(type: TypePlan): JsonSchema {
  switch (type.kind) {
    case 'boolean':
      return allowed(type);
    case 'integer':
    case 'number':
      return { ...numberLimits(type), ...allowed(type) };
    case 'string': {
      const { format: _checked, ...unformatted } = type;
      return { ...textLimits(unformatted), ...allowed(type) };
    }
    case 'array':
      return listSchema(type, toCastSchema(type.items));
    default:
      return plainSchema(type);
  }
}

/** ajv collects every error, so it would try a slow pattern on a text that is too long. */
function textLimits(type: StringType): JsonSchema {
  const lengths = limits(type, 'format', 'minLength', 'maxLength');
  const pattern = { ...limits(type, 'pattern'), ...omitUndefined({ 'x-message': type.message }) };
  if (!type.isQuadratic || type.maxLength === undefined) return { ...lengths, ...pattern };
  return { ...lengths, if: { maxLength: type.maxLength }, then: pattern };
}

function numberLimits(type: IntegerType | NumberType): JsonSchema {
  return { ...limits(type, 'minimum', 'maximum'), ...openLimits(type) };
}

function openLimits(type: IntegerType | NumberType): JsonSchema {
  return limits(type, 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf');
}

function memberCounts(counts: MemberCounts): JsonSchema {
  return limits(counts, 'minProperties', 'maxProperties');
}

/** For "a value or null", errors describe the value, not that it is neither. */
function unionSchema(union: UnionType): JsonSchema {
  const { of, discriminator } = union;
  if (discriminator) return taggedUnionSchema(of, discriminator);
  if (union.isExclusive) return { oneOf: of.map(toJsonSchema) };
  const values = of.filter(({ kind }) => kind !== 'null').map(toJsonSchema);
  const [only, second] = values;
  const schema = only && !second ? only : { anyOf: values };
  return values.length === of.length ? schema : { if: { not: { type: 'null' } }, then: schema };
}

/** The value is checked against the type that it names, and no other. */
function taggedUnionSchema(of: readonly TypePlan[], { property, tags }: UnionDiscriminator): JsonSchema {
  const named = of.map((type, index) => {
    const tag = { properties: { [property]: { enum: tags[index] } } };
    const schema = toJsonSchema(type);
    return '$ref' in schema ? { ...schema, ...tag } : { ...tag, allOf: [schema] };
  });
  const required = { type: 'object', required: [property] };
  // ajv looks names up in a plain object, in which `constructor` always exists.
  if (tags.flat().some((tag) => tag in Object.prototype)) return { ...required, oneOf: named };
  return { ...required, oneOf: named, discriminator: { propertyName: property } };
}

/** The values that both the declaration and the format accept. A JSON number is a `double`, so that format needs no limits. */
function rangeOf(type: IntegerType | NumberType): JsonSchema {
  if (type.format === 'double') return limits(type, 'minimum', 'maximum');
  const { minimum = -Infinity, maximum = Infinity } = type;
  const range = ranges[type.format];
  return { minimum: Math.max(range.minimum, minimum), maximum: Math.min(range.maximum, maximum) };
}

/** Only requests are checked: `false` refuses the members that the service sets. */
function objectSchema({ properties, additional }: ObjectShape): JsonSchema {
  const sent = properties.filter(({ isReadOnly }) => !isReadOnly);
  const required = sent.filter((property) => property.required).map((property) => property.name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.flatMap(({ name, type, isReadOnly, isUndeclared }) =>
        isUndeclared ? [] : [[name, isReadOnly ? false : toJsonSchema(type)]],
      ),
    ),
    ...(required.length > 0 ? { required } : {}),
    // Whatever this keyword allows, even any member, `unevaluatedProperties` beside it does not see.
    ...(additional && isAny(additional)
      ? {}
      : { additionalProperties: additional ? toJsonSchema(additional) : false }),
  };
}

/** The schema of a type, with the schemas of the models that it refers to. */
export function schemaWith(type: TypePlan, byId: ReadonlyMap<string, ModelPlan>): JsonSchema {
  const used = [...modelsWithin([type], byId)].flatMap((id) => byId.get(id) ?? []);
  const definitions = used.map((model) => [model.id, modelSchema(model, byId)]);
  return { ...toJsonSchema(type), $defs: Object.fromEntries(definitions) };
}

/** A model or any of its sub types. With a discriminator: the one that it names. */
export function modelSchema(model: ModelPlan, modelsById: ReadonlyMap<string, ModelPlan>): JsonSchema {
  const { discriminator } = model;
  const models = variantsOf(model.id, modelsById);
  const variants = models.map((variant) => variantSchema(variant, discriminator));
  const [only, second] = variants;
  if (only && !second) return only;
  // ajv looks names up in a plain object, in which `constructor` always exists.
  if (discriminator === undefined || models.flatMap(tagsOf).some((tag) => tag in Object.prototype))
    return { anyOf: variants };
  return {
    ...checkedOnce(variants),
    discriminator: { propertyName: discriminator },
    required: [discriminator],
  };
}

/** A property that all variants declare alike is checked once, beside them: ajv makes a kilobyte of code for each. */
function checkedOnce(variants: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...others] = variants.map((variant) => variant.properties as JsonSchema);
  const shared = Object.entries(first).filter(([name, schema]) =>
    others.every((properties) => Object.hasOwn(properties, name) && equal(properties[name], schema)),
  );
  const known = Object.fromEntries(shared.map(([name]) => [name, true]));
  return {
    type: 'object',
    properties: Object.fromEntries(shared),
    oneOf: variants.map((variant) => ({
      ...variant,
      properties: { ...(variant.properties as JsonSchema), ...known },
    })),
  };
}

/** A variant's own discriminator must name it, too, even if the requested model has none. */
function variantSchema(model: ModelPlan, discriminator: string | undefined): JsonSchema {
  const schema = withPatterns(
    withChecks({ ...objectSchema(model), ...memberCounts(model) }, model, toJsonSchema),
  );
  const properties = [discriminator, model.discriminator].filter((each) => each !== undefined);
  if (properties.length === 0) return schema;
  const tags = tagsOf(model);
  const [only, second] = tags;
  const tag = second === undefined ? { const: only } : { enum: tags };
  const named = Object.fromEntries(properties.map((property) => [property, tag]));
  return { ...schema, properties: { ...(schema.properties as JsonSchema), ...named } };
}

/** `#/$defs/<id>`: a JSON pointer (RFC 6901) in a URI fragment. */
function escapeReference(id: string): string {
  return encodeURIComponent(id.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/**
 * Checks items only if there are not too many: ajv collects every error, and half
 * a million bad items in one body would take 331 MB.
 */
function listSchema(type: ArrayType & WithChecks, items: JsonSchema): JsonSchema {
  const isChecked = Object.keys(items).length > 0;
  const own = { ...(isChecked ? { items } : {}), ...(type.unique ? { uniqueItems: true } : {}) };
  const content = withChecks(own, type, toJsonSchema);
  const counts = limits(type, 'minItems', 'maxItems');
  if (type.maxItems === undefined || Object.keys(content).length === 0) return { ...counts, ...content };
  return { ...counts, if: { maxItems: type.maxItems }, then: content };
}

function limits<T extends object>(type: T, ...keys: (keyof T)[]): Partial<T> {
  const present = keys.filter((key) => type[key] !== undefined).map((key) => [key, type[key]]);
  // Only keys of T went in.
  return Object.fromEntries(present) as Partial<T>;
}

function allowed(type: { readonly allowed?: readonly unknown[] }): JsonSchema {
  return type.allowed ? { enum: type.allowed } : {};
}
