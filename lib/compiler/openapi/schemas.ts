/** TypePlan -> the schema that people and programs read (JSON Schema draft 2020-12, the dialect of OpenAPI 3.1). */

import { omitUndefined } from '../../json/omit-undefined.ts';
import type { Extensions, ModelPlan, ObjectShape, PropertyPlan, TypePlan } from '../../plan/type-plan.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { variantsOf } from '../schema/models.ts';
import { type ComponentNames, standsForItself } from './component-names.ts';

export function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function describedSchema(type: TypePlan, names: ComponentNames): JsonSchema {
  switch (type.kind) {
    case 'any':
    case 'void':
      return {};
    case 'null':
    case 'boolean':
      return { type: type.kind, ...allowedValues(type) };
    case 'file':
      return { type: 'string', format: 'binary' };
    case 'model':
      return referenceTo(names.schemaOf(type.id));
    case 'object':
      return type.shape ? shapeSchema(type.shape, names) : { type: 'object' };
    case 'array':
      return arraySchema(type, names);
    case 'union':
      return alternatives(type.of.map((each) => describedSchema(each, names)));
    case 'string':
      return stringSchema(type);
    case 'integer':
    case 'number': {
      const { kind, format, allowed, ...limits } = type;
      return { type: kind, format, ...exactRange(type), ...limits, ...allowedValues({ allowed }) };
    }
  }
}

/** JSON holds integers of 53 bits exactly, whatever `int64` says. */
function exactRange(type: TypePlan): JsonSchema {
  if (type.kind !== 'integer' || type.format !== 'int64') return {};
  return { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
}

function stringSchema({
  format,
  pattern,
  message,
  minLength,
  maxLength,
  allowed,
}: TypePlan & { kind: 'string' }) {
  return {
    type: 'string',
    ...(format === 'byte' ? { contentEncoding: 'base64' } : omitUndefined({ format })),
    ...omitUndefined({ pattern, 'x-message': message, minLength, maxLength }),
    ...allowedValues({ allowed }),
  };
}

function arraySchema(
  { items, unique, minItems, maxItems }: TypePlan & { kind: 'array' },
  names: ComponentNames,
): JsonSchema {
  return {
    type: 'array',
    items: describedSchema(items, names),
    ...(unique ? { uniqueItems: true } : {}),
    ...omitUndefined({ minItems, maxItems }),
  };
}

function allowedValues(type: object): JsonSchema {
  return 'allowed' in type && type.allowed !== undefined ? { enum: type.allowed } : {};
}

/** A value or null has two types, unless the value is more than a type. */
function alternatives(schemas: readonly JsonSchema[]): JsonSchema {
  const [first, second] = schemas.filter((schema) => schema['type'] !== 'null');
  const isNullable = schemas.some((schema) => schema['type'] === 'null');
  const isPlain = first && !second && typeof first['type'] === 'string' && !('enum' in first);
  return isNullable && isPlain ? { ...first, type: [first['type'], 'null'] } : { anyOf: schemas };
}

export function shapeSchema({ properties, additional }: ObjectShape, names: ComponentNames): JsonSchema {
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: propertySchemas(properties, names),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: additional ? describedSchema(additional, names) : false,
  };
}

export function propertySchemas(properties: readonly PropertyPlan[], names: ComponentNames): JsonSchema {
  return Object.fromEntries(properties.map((property) => [property.name, propertySchema(property, names)]));
}

function propertySchema(
  { type, description, isReadOnly, defaultValue, extensions }: PropertyPlan,
  names: ComponentNames,
): JsonSchema {
  return {
    ...describedSchema(type, names),
    ...omitUndefined({ description, readOnly: isReadOnly, default: defaultValue }),
    ...withoutSaid(extensions),
  };
}

/** Extensions that OpenAPI has words for, and those that only the build reads. */
const said = new Set([
  'x-read-only',
  'x-message',
  'x-items',
  'x-headers',
  'x-example',
  'x-status',
  'x-media-versions',
  'x-media-types',
  'x-text-types',
  'x-idempotent',
  'x-require-precondition',
  'x-cache',
  'x-deprecation',
  'x-sunset',
  'x-memory',
  'x-timeout',
]);

export function withoutSaid(extensions: Extensions = {}): Extensions {
  return Object.fromEntries(Object.entries(extensions).filter(([name]) => !said.has(name)));
}

/** The schemas of a model by their names: of its values, and of objects of the model itself where these are others. */
export function modelSchemas(
  model: ModelPlan,
  names: ComponentNames,
  byId: ReadonlyMap<string, ModelPlan>,
): [name: string, schema: JsonSchema][] {
  const { id, description, extensions } = model;
  const words = { ...omitUndefined({ description }), ...withoutSaid(extensions) };
  const own = ownSchema(model, names);
  if (standsForItself(id, byId)) return [[names.schemaOf(id), { ...own, ...words }]];
  const variants = variantsOf(id, byId);
  return [
    [names.schemaOf(id), { ...variantsSchema(model, variants, names), ...words }],
    ...(variants.some((variant) => variant.id === id)
      ? [[names.objectOf(id), own] as [string, JsonSchema]]
      : []),
  ];
}

function variantsSchema(
  { discriminator }: ModelPlan,
  variants: readonly ModelPlan[],
  names: ComponentNames,
): JsonSchema {
  if (discriminator === undefined)
    return { anyOf: variants.map(({ id }) => referenceTo(names.objectOf(id))) };
  const mapping = variants.map(({ id }) => [id, referenceTo(names.objectOf(id))['$ref']]);
  return {
    oneOf: variants.map((variant) => taggedReference(variant, discriminator, names)),
    discriminator: { propertyName: discriminator, mapping: Object.fromEntries(mapping) },
    required: [discriminator],
  };
}

/** A sub type that has another discriminator of its own is named by both. */
function taggedReference(variant: ModelPlan, discriminator: string, names: ComponentNames): JsonSchema {
  const reference = referenceTo(names.objectOf(variant.id));
  if (variant.discriminator === discriminator) return reference;
  const tag = { properties: { [discriminator]: { const: variant.id } }, required: [discriminator] };
  return { allOf: [reference, { type: 'object', ...tag }] };
}

/** An object of the model itself: its discriminator names it. */
function ownSchema(model: ModelPlan, names: ComponentNames): JsonSchema {
  const schema = shapeSchema(model, names);
  const { id, discriminator: tag } = model;
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>;
  const declared = tag === undefined ? undefined : properties[tag];
  if (tag === undefined || !declared) return schema;
  const { description } = declared;
  return {
    ...schema,
    properties: { ...properties, [tag]: { ...omitUndefined({ description }), type: 'string', const: id } },
  };
}
