/** TypePlan -> the schema that people and programs read (JSON Schema draft 2020-12, the dialect of OpenAPI 3.1). */

import { equal } from '../../../shared/json/equal.ts';
import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type {
  Extensions,
  MemberCounts,
  ModelPlan,
  ObjectShape,
  PropertyPlan,
  TypePlan,
  UnionDiscriminator,
  UnionType,
} from '../../../shared/plan/type-plan.ts';
import { type JsonSchema, withChecks } from '../../schema/json-schema.ts';
import { tagsOf, variantsOf } from '../../schema/models.ts';
import { type ComponentNames, standsForItself } from './component-names.ts';

export function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function describedSchema({ examples, ...type }: TypePlan, names: ComponentNames): JsonSchema {
  const schema = withChecks(schemaOf(type, names), type, (each) => describedSchema(each, names));
  return { ...withUnevaluated(schema), ...omitUndefined({ examples }) };
}

/** Beside `unevaluatedProperties`, to say that an object may have any other members would allow them. */
function withUnevaluated(schema: JsonSchema): JsonSchema {
  const { additionalProperties, ...open } = schema;
  return 'unevaluatedProperties' in schema && equal(additionalProperties, {}) ? open : schema;
}

function schemaOf(type: TypePlan, names: ComponentNames): JsonSchema {
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
      return { ...(type.shape ? shapeSchema(type.shape, names) : { type: 'object' }), ...countsOf(type) };
    case 'array':
      return arraySchema(type, names);
    case 'union':
      return alternatives(type, names);
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
  isBinary,
  pattern,
  message,
  minLength,
  maxLength,
  allowed,
}: TypePlan & { kind: 'string' }) {
  return {
    type: 'string',
    ...(format === 'byte'
      ? { contentEncoding: 'base64' }
      : omitUndefined({ format: isBinary ? 'binary' : format })),
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
    ...omitEmpty({ uniqueItems: unique }),
    ...omitUndefined({ minItems, maxItems }),
  };
}

function allowedValues(type: object): JsonSchema {
  return 'allowed' in type && type.allowed !== undefined ? { enum: type.allowed } : {};
}

function countsOf({ minProperties, maxProperties }: MemberCounts): JsonSchema {
  return omitUndefined({ minProperties, maxProperties });
}

/** A value or null has two types, unless the value is more than a type. */
function alternatives(union: UnionType, names: ComponentNames): JsonSchema {
  const schemas = union.of.map((each) => describedSchema(each, names));
  if (union.discriminator) return taggedAlternatives(union, schemas, union.discriminator);
  const [first, second] = schemas.filter((schema) => schema['type'] !== 'null');
  const isNullable = schemas.some((schema) => schema['type'] === 'null');
  const isPlain = first && !second && typeof first['type'] === 'string' && !('enum' in first);
  if (isNullable && isPlain) return { ...first, type: [first['type'], 'null'] };
  return union.isExclusive ? { oneOf: schemas } : { anyOf: schemas };
}

/** OpenAPI 3.1 section 4.8.25: the mapping is for models; other alternatives say themselves which value names them. */
function taggedAlternatives(
  { of }: UnionType,
  schemas: readonly JsonSchema[],
  { property, tags }: UnionDiscriminator,
): JsonSchema {
  const oneOf = schemas.map((schema, index) => {
    const tag = { properties: { [property]: { type: 'string', enum: tags[index] } }, required: [property] };
    return { allOf: [schema, { type: 'object', ...tag }] };
  });
  const mapping = of.flatMap((type, index) =>
    type.kind === 'model' ? (tags[index] ?? []).map((tag) => [tag, schemas[index]?.['$ref']] as const) : [],
  );
  if (mapping.length < tags.flat().length) return { oneOf };
  return { oneOf, discriminator: { propertyName: property, mapping: Object.fromEntries(mapping) } };
}

export function shapeSchema({ properties, additional }: ObjectShape, names: ComponentNames): JsonSchema {
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: propertySchemas(properties, names),
    ...omitEmpty({ required }),
    additionalProperties: additional ? describedSchema(additional, names) : false,
  };
}

export function propertySchemas(properties: readonly PropertyPlan[], names: ComponentNames): JsonSchema {
  return Object.fromEntries(
    properties.flatMap((property) =>
      property.isUndeclared ? [] : [[property.name, propertySchema(property, names)]],
    ),
  );
}

function propertySchema(
  { type, description, isReadOnly, isWriteOnly, isDeprecated, defaultValue, extensions }: PropertyPlan,
  names: ComponentNames,
): JsonSchema {
  return {
    ...describedSchema(type, names),
    ...omitUndefined({ description, deprecated: isDeprecated, default: defaultValue }),
    ...omitUndefined({ readOnly: isReadOnly, writeOnly: isWriteOnly }),
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
  const { id, description, isDeprecated, examples, extensions } = model;
  const words = {
    ...omitUndefined({ description, deprecated: isDeprecated, examples }),
    ...withoutSaid(extensions),
  };
  const shape = { ...ownSchema(model, names), ...countsOf(model) };
  const own = withUnevaluated(withChecks(shape, model, (each) => describedSchema(each, names)));
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
  const mapping = variants.flatMap((variant) =>
    tagsOf(variant).map((tag) => [tag, referenceTo(names.objectOf(variant.id))['$ref']] as const),
  );
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
  const tag = { properties: { [discriminator]: tagWords(variant) }, required: [discriminator] };
  return { allOf: [reference, { type: 'object', ...tag }] };
}

/** An object of the model itself: its discriminator names it. */
function ownSchema(model: ModelPlan, names: ComponentNames): JsonSchema {
  const schema = shapeSchema(model, names);
  const { discriminator: tag } = model;
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>;
  const declared = tag === undefined ? undefined : properties[tag];
  if (tag === undefined || !declared) return schema;
  const { description } = declared;
  return {
    ...schema,
    properties: {
      ...properties,
      [tag]: { ...omitUndefined({ description }), type: 'string', ...tagWords(model) },
    },
  };
}

function tagWords(model: ModelPlan): JsonSchema {
  const tags = tagsOf(model);
  return tags.length === 1 ? { const: tags[0] } : { enum: tags };
}
