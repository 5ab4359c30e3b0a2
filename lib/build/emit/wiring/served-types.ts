/**
 * Types in the words of both dialects. What Swagger 1.2 cannot express is
 * written so that its validators accept it.
 */

import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type {
  IntegerType,
  NumberType,
  ObjectShape,
  PropertyPlan,
  TypePlan,
} from '../../../shared/plan/type-plan.ts';

export type Members = Readonly<Record<string, unknown>>;

export function servedShape({ properties, additional }: ObjectShape): Members {
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    ...omitEmpty({ required }),
    properties: Object.fromEntries(properties.map((property) => [property.name, servedProperty(property)])),
    ...(additional ? { additionalProperties: additional.kind === 'any' ? true : itemWords(additional) } : {}),
  };
}

function servedProperty({
  description,
  required,
  defaultValue,
  extensions,
  ...property
}: PropertyPlan): Members {
  const type = withoutNull(property.type);
  const words = type.kind === 'model' ? { $ref: type.id } : typeWords(type);
  // An anonymous object has a list `required` of its own, which replaces this flag; the model lists the property, too.
  return {
    ...omitUndefined({ description }),
    ...omitEmpty({ required }),
    ...words,
    ...defaultWords(type, defaultValue),
    ...limitWords(type),
    ...itemLimits(type),
    ...extensions,
  };
}

/** In a merge patch any member may be null, which neither dialect can express: the rest says what else it may be. */
function withoutNull(type: TypePlan): TypePlan {
  if (type.kind !== 'union') return type;
  const [only, second] = type.of.filter(({ kind }) => kind !== 'null');
  return only && !second ? only : type;
}

/** `x-items`: the limits of the items of a list, for which neither dialect has a place. */
function itemLimits(type: TypePlan): Members {
  if (type.kind !== 'array') return {};
  const limits = { ...limitWords(type.items), ...itemLimits(type.items) };
  return Object.keys(limits).length > 0 ? { 'x-items': limits } : {};
}

/** Swagger 1.2 section 4.3: `type`, with `format`, `items` or nothing else. */
export function typeWords(type: TypePlan): Members {
  switch (type.kind) {
    case 'union':
      // Swagger 1.2 has no unions; `dataType` names all types.
      return type.of[0] ? typeWords(type.of[0]) : {};
    case 'model':
      return { type: type.id };
    case 'array':
      return { type: 'array', items: itemWords(type.items) };
    case 'any':
      return { type: 'object' };
    case 'file':
      return { type: 'File' };
    case 'object':
      // Neither dialect has anonymous objects; the words of JSON Schema describe them.
      return { type: 'object', ...(type.shape ? servedShape(type.shape) : {}) };
    case 'integer':
    case 'number':
    case 'string':
      return { type: type.kind, ...omitUndefined({ format: type.format }) };
    default:
      return { type: type.kind };
  }
}

/** Swagger 1.2 section 4.3.4: items have a type and a format and nothing else, neither limits nor items. */
function itemWords(type: TypePlan): Members {
  if (type.kind === 'model') return { $ref: type.id };
  const { type: name, format } = typeWords(type);
  return { type: name, ...omitUndefined({ format }) };
}

/** Both dialects take scalar defaults, as text next to an `enum`. JSON Schema's `default` takes any other value. */
export function defaultWords(type: TypePlan, value: unknown): Members {
  switch (type.kind) {
    case 'boolean':
    case 'string':
      return omitUndefined({ defaultValue: value });
    case 'integer':
    case 'number':
      return omitUndefined({ defaultValue: type.allowed && value !== undefined ? String(value) : value });
    default:
      return omitUndefined({ default: value });
  }
}

/** The type as Swagger 1.1 writes it: one word. */
export function oldTypeName(type: TypePlan): string | string[] {
  switch (type.kind) {
    case 'union':
      return type.of.flatMap(oldTypeName);
    case 'model':
      return type.id;
    case 'array':
      return `List[${oldTypeName(type.items)}]`;
    case 'file':
      return 'File';
    case 'integer':
      return type.format === 'int32' ? 'int' : 'long';
    case 'number':
      return type.format;
    case 'string':
      return type.format === undefined
        ? 'string'
        : { byte: 'byte', date: 'Date', 'date-time': 'Date' }[type.format];
    default:
      return type.kind;
  }
}

/** Swagger 1.2 section 4.3.3: bounds and enumerated values are strings, except in JSON Schema's own words. */
export function limitWords(type: TypePlan): Members {
  switch (type.kind) {
    case 'boolean':
      return omitUndefined({ enum: type.allowed?.map(String) });
    case 'integer':
    case 'number':
      return omitUndefined({
        minimum: text(lowest(type)),
        maximum: text(highest(type)),
        enum: type.allowed?.map(String),
      });
    case 'string':
      return omitUndefined({
        minLength: type.minLength,
        maxLength: type.maxLength,
        pattern: type.pattern,
        'x-message': type.message,
        enum: type.allowed,
      });
    case 'array':
      return omitUndefined({
        minItems: type.minItems,
        maxItems: type.maxItems,
        uniqueItems: type.unique || undefined,
      });
    default:
      return {};
  }
}

/** Swagger 1.1: `allowableValues`. */
export function oldLimitWords(type: TypePlan): Members {
  if ('allowed' in type && type.allowed)
    return { allowableValues: { valueType: 'LIST', values: type.allowed } };
  if (type.kind !== 'integer' && type.kind !== 'number') return {};
  const range = omitUndefined({ min: lowest(type), max: highest(type) });
  return Object.keys(range).length > 0 ? { allowableValues: { valueType: 'RANGE', ...range } } : {};
}

/** Neither dialect has exclusive bounds. For an integer, the next one is an inclusive bound. */
function lowest({ kind, minimum, exclusiveMinimum }: IntegerType | NumberType): number | undefined {
  if (kind !== 'integer' || exclusiveMinimum === undefined) return minimum;
  return Math.max(Math.floor(exclusiveMinimum) + 1, minimum ?? -Infinity);
}

function highest({ kind, maximum, exclusiveMaximum }: IntegerType | NumberType): number | undefined {
  if (kind !== 'integer' || exclusiveMaximum === undefined) return maximum;
  return Math.min(Math.ceil(exclusiveMaximum) - 1, maximum ?? Infinity);
}

function text(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
