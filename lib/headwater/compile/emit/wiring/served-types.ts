/**
 * Schemas in the words of both dialects. What Swagger 1.2 cannot express is
 * written so that its validators accept it.
 */

import { stringFormats } from '../../../shared/json/formats.ts';
import { omitEmpty, omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { Models, Schema } from '../../../shared/plan/schema.ts';
import { alternativesOf, flat, typeIn } from '../../schema/flat.ts';
import {
  annotationsOf,
  isAny,
  isBytes,
  isNever,
  mapParts,
  mapValues,
  modelOf,
  modelReference,
} from '../../schema/walk.ts';

export type Members = Readonly<Record<string, unknown>>;

/** Swagger 1.2 has models of objects only. */
export function isServedModel(id: string | undefined, models: Models): boolean {
  const model = models.get(id ?? '');
  return model !== undefined && typeIn(flat(model.schema, models)) === 'object';
}

/** Neither dialect says more of an item than its type, and models within each other may mean very much. */
const maxWithin = 4;

/**
 * The schema without what neither dialect has words for: it names a model, or has one type at most, or is a union of these
 * in `anyOf`. Null is left out: in a merge patch any member may be null.
 *
 * @param around the models of which the schema is a part: within themselves, they are anything.
 */
export function simplified(schema: Schema, models: Models, around: readonly string[] = []): Schema {
  if (isServedModel(modelOf(schema), models)) return schema;
  const ids = [schema, ...(schema.allOf ?? [])].flatMap((part) => modelReference(part)?.id ?? []);
  if (around.length >= maxWithin || ids.some((id) => around.includes(id))) return annotationsOf(schema);
  const inner = (part: Schema) => simplified(part, models, [...around, ...ids]);
  const { anyOf = [], oneOf = anyOf, ...whole } = flat(schema, models);
  const own: Schema = mapParts(whole, inner);
  const composed = (each: Schema) => (modelOf(each) === undefined ? { allOf: [own, each] } : each);
  const alternatives = own.properties ? [] : oneOf.map((each) => inner(composed(each)));
  const all = alternatives.length > 0 ? alternatives.flatMap(alternativesOf) : alternativesOf(own);
  const [only = own, ...others] = all.filter(({ type }) => type !== 'null');
  const words = annotationsOf(own);
  return others.length === 0 ? { ...only, ...words } : { ...words, anyOf: [only, ...others] };
}

/** @param schema of a model, or simplified. */
export function servedShape({ properties = {}, required = [], additionalProperties = {} }: Schema): Members {
  const others = isAny(additionalProperties) || itemWords(additionalProperties);
  return {
    ...omitEmpty({ required }),
    properties: mapValues(properties, (property, name) => servedProperty(property, required.includes(name))),
    ...(isNever(additionalProperties) ? {} : { additionalProperties: others }),
  };
}

function servedProperty(property: Schema, required: boolean): Members {
  const { description, default: value } = property;
  const id = modelOf(property);
  // An anonymous object has a list `required` of its own, which replaces this flag; the model lists the property, too.
  return {
    ...omitUndefined({ description }),
    ...omitEmpty({ required }),
    ...(id === undefined ? typeWords(property) : { $ref: id }),
    ...defaultWords(property, value),
    ...limitWords(property),
    ...itemLimits(property),
    ...extensionsOf(property),
  };
}

export function extensionsOf(schema: Schema): Members {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword.startsWith('x-')));
}

/** `x-items`: the limits of the items of a list, for which neither dialect has a place. */
function itemLimits({ items }: Schema): Members {
  return items ? omitEmpty({ 'x-items': { ...limitWords(items), ...itemLimits(items) } }) : {};
}

const formats: readonly string[] = ['int32', 'int64', 'float', 'double', ...stringFormats];

/** Swagger 1.2 section 4.3: `type`, with `format`, `items` or nothing else. */
export function typeWords(schema: Schema | undefined): Members {
  if (!schema) return { type: 'void' };
  const { anyOf, type = 'object', items = {}, format = '' } = schema;
  // Swagger 1.2 has no unions; `dataType` names all types.
  if (anyOf) return typeWords(anyOf[0] ?? {});
  if (isBytes(schema)) return { type: 'File' };
  if (type === 'array') return { type, items: itemWords(items) };
  // Neither dialect has anonymous objects; the words of JSON Schema describe them.
  if (type === 'object')
    return { type: modelOf(schema) ?? type, ...(hasMembers(schema) ? servedShape(schema) : {}) };
  const usual = ownMember({ integer: 'int64', number: 'double' }, String(type));
  return { type, ...omitUndefined({ format: formats.includes(format) ? format : usual }) };
}

/** Whether a schema declares members of objects. */
export function hasMembers({ type, properties, additionalProperties }: Schema): boolean {
  return type === 'object' && (properties !== undefined || additionalProperties !== undefined);
}

/** Swagger 1.2 section 4.3.4: items have a type and a format and nothing else, neither limits nor items. */
function itemWords(schema: Schema): Members {
  const id = modelOf(schema);
  if (id !== undefined) return { $ref: id };
  const { type, format } = typeWords(schema);
  return { type, ...omitUndefined({ format }) };
}

/** Both dialects take scalar defaults, as text next to an `enum`. JSON Schema's `default` takes any other value. */
export function defaultWords({ type, enum: allowed }: Schema, value: unknown): Members {
  if (type === 'boolean' || type === 'string') return omitUndefined({ defaultValue: value });
  if (type !== 'integer' && type !== 'number') return omitUndefined({ default: value });
  return omitUndefined({ defaultValue: allowed && value !== undefined ? String(value) : value });
}

/** The type as Swagger 1.1 writes it: one word, or those of all types. */
export function oldTypeName(schema: Schema | undefined): string | string[] {
  if (!schema) return 'void';
  if (!schema.anyOf) return oldName(schema);
  const [only = '', ...others] = new Set(schema.anyOf.map(oldName));
  return others.length === 0 ? only : [only, ...others];
}

function oldName(schema: Schema): string {
  const { type = 'any', items = {}, format = '' } = schema;
  const id = modelOf(schema);
  if (id !== undefined) return id;
  if (isBytes(schema)) return 'File';
  if (type === 'array') return `List[${oldTypeName(items)}]`;
  if (type === 'integer') return format === 'int32' ? 'int' : 'long';
  if (type === 'number') return format === 'float' ? format : 'double';
  if (type !== 'string' || !stringFormats.some((each) => each === format)) return String(type);
  return format === 'byte' ? format : 'Date';
}

const limitsOfType: Readonly<Record<string, readonly string[]>> = {
  boolean: ['enum'],
  integer: ['minimum', 'maximum', 'enum'],
  number: ['minimum', 'maximum', 'enum'],
  string: ['minLength', 'maxLength', 'pattern', 'x-message', 'enum'],
  array: ['minItems', 'maxItems', 'uniqueItems'],
};

/** Swagger 1.2 section 4.3.3: bounds and enumerated values are strings, except in JSON Schema's own words. */
export function limitWords(schema: Schema): Members {
  const { type, uniqueItems } = schema;
  const values = allowedIn(schema);
  const words: Members = {
    ...schema,
    minimum: lowest(schema)?.toString(),
    maximum: highest(schema)?.toString(),
    enum: type === 'string' ? values : values?.map(String),
    uniqueItems: uniqueItems || undefined,
  };
  const said = (typeof type === 'string' && limitsOfType[type]) || [];
  return omitUndefined(Object.fromEntries(said.map((word) => [word, ownMember(words, word)])));
}

function allowedIn(schema: Schema): readonly unknown[] | undefined {
  const { enum: values = 'const' in schema ? [schema.const] : undefined } = schema;
  return values?.filter((value) => value !== null);
}

/** Swagger 1.1: `allowableValues`. */
export function oldLimitWords(schema: Schema): Members {
  const values = allowedIn(schema);
  if (values) return { allowableValues: { valueType: 'LIST', values } };
  const range = omitUndefined({ min: lowest(schema), max: highest(schema) });
  return Object.keys(range).length > 0 ? { allowableValues: { valueType: 'RANGE', ...range } } : {};
}

/** Neither dialect has exclusive bounds. For an integer, the next one is an inclusive bound. */
function lowest({ type, minimum, exclusiveMinimum }: Schema): number | undefined {
  if (type !== 'integer' || exclusiveMinimum === undefined) return minimum;
  return Math.max(Math.floor(exclusiveMinimum) + 1, minimum ?? -Infinity);
}

function highest({ type, maximum, exclusiveMaximum }: Schema): number | undefined {
  if (type !== 'integer' || exclusiveMaximum === undefined) return maximum;
  return Math.min(Math.ceil(exclusiveMaximum) - 1, maximum ?? Infinity);
}
