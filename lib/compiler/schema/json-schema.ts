/** TypePlan -> JSON Schema (draft 2020-12), the form that ajv compiles. */

import { equal } from '../../json/equal.ts';
import { omitUndefined } from '../../json/omit-undefined.ts';
import type {
  ArrayType,
  IntegerType,
  ModelPlan,
  ObjectShape,
  StringType,
  TypePlan,
} from '../../plan/type-plan.ts';
import { variantsOf } from './models.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The range of `int`. */
const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
const int64 = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

export function toJsonSchema(type: TypePlan): JsonSchema {
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
      return type.shape ? objectSchema(type.shape) : { type: 'object' };
    case 'model':
      return { $ref: `#/$defs/${escapeReference(type.id)}` };
    case 'integer':
      return { type: 'integer', ...integerRange(type), ...allowed(type) };
    case 'number':
      return { type: 'number', ...limits(type, 'minimum', 'maximum'), ...allowed(type) };
    case 'string':
      return { type: 'string', ...textLimits(type), ...allowed(type) };
    case 'array':
      return { type: 'array', ...listSchema(type, toJsonSchema(type.items)) };
    case 'union':
      return unionSchema(type.of);
  }
}

/** The schema of what the cast has made of texts: their types and formats are right. */
export function toCastSchema(type: TypePlan): JsonSchema {
  switch (type.kind) {
    case 'boolean':
      return allowed(type);
    case 'integer':
    case 'number':
      return { ...limits(type, 'minimum', 'maximum'), ...allowed(type) };
    case 'string': {
      const { format: _checked, ...unformatted } = type;
      return { ...textLimits(unformatted), ...allowed(type) };
    }
    case 'array':
      return listSchema(type, toCastSchema(type.items));
    default:
      return toJsonSchema(type);
  }
}

/** ajv collects every error, so it would try a slow pattern on a text that is too long. */
function textLimits(type: StringType): JsonSchema {
  const lengths = limits(type, 'format', 'minLength', 'maxLength');
  const pattern = { ...limits(type, 'pattern'), ...omitUndefined({ 'x-message': type.message }) };
  if (!type.isQuadratic || type.maxLength === undefined) return { ...lengths, ...pattern };
  return { ...lengths, if: { maxLength: type.maxLength }, then: pattern };
}

/** For "a value or null", errors report what is wrong with the value, not that it is neither. */
function unionSchema(types: readonly TypePlan[]): JsonSchema {
  const values = types.filter(({ kind }) => kind !== 'null').map(toJsonSchema);
  const [only, second] = values;
  const schema = only && !second ? only : { anyOf: values };
  return values.length === types.length ? schema : { if: { not: { type: 'null' } }, then: schema };
}

/** The intersection of the declared range and the range of the format. */
function integerRange({ format, minimum = -Infinity, maximum = Infinity }: IntegerType): JsonSchema {
  const range = format === 'int32' ? int32 : int64;
  return { minimum: Math.max(range.minimum, minimum), maximum: Math.min(range.maximum, maximum) };
}

/** Only requests are checked: `false` refuses the members that the service sets. */
function objectSchema({ properties, additional }: ObjectShape): JsonSchema {
  const sent = properties.filter(({ isReadOnly }) => !isReadOnly);
  const required = sent.filter((property) => property.required).map((property) => property.name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map(({ name, type, isReadOnly }) => [name, isReadOnly ? false : toJsonSchema(type)]),
    ),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: additional ? toJsonSchema(additional) : false,
  };
}

/** A model or any of its sub types. With a discriminator: the one that it names. */
export function modelSchema(model: ModelPlan, modelsById: ReadonlyMap<string, ModelPlan>): JsonSchema {
  const { discriminator } = model;
  const models = variantsOf(model.id, modelsById);
  const variants = models.map((variant) => variantSchema(variant, discriminator));
  const [only, second] = variants;
  if (only && !second) return only;
  // ajv looks names up in a plain object, in which `constructor` always exists.
  if (discriminator === undefined || models.some(({ id }) => id in Object.prototype))
    return { anyOf: variants };
  return {
    ...checkedOnce(variants),
    discriminator: { propertyName: discriminator },
    required: [discriminator],
  };
}

/** What all variants say of a property is checked beside them, once: ajv makes a kilobyte of code for each property. */
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
  const schema = objectSchema(model);
  const tags = [discriminator, model.discriminator].filter((tag) => tag !== undefined);
  if (tags.length === 0) return schema;
  const named = Object.fromEntries(tags.map((tag) => [tag, { const: model.id }]));
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
function listSchema(type: ArrayType, items: JsonSchema): JsonSchema {
  const isChecked = Object.keys(items).length > 0;
  const content = { ...(isChecked ? { items } : {}), ...(type.unique ? { uniqueItems: true } : {}) };
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
