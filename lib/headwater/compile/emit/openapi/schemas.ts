/** A schema of a plan as people and programs read it (JSON Schema draft 2020-12, the dialect of OpenAPI 3.1), and its examples. */

import { equal } from '../../../shared/json/equal.ts';
import { omitEmpty, omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { BodyPlan, ExamplePlan } from '../../../shared/plan/operation-plan.ts';
import type { Discriminator, Extensions, ModelPlan, Models, Schema } from '../../../shared/plan/schema.ts';
import { flat, typesIn } from '../../schema/flat.ts';
import { closing, type JsonSchema } from '../../schema/json-schema.ts';
import { modelSchema, objectSchema, referredSchema, tagged, tagsFor } from '../../schema/models.ts';
import { shownExample } from '../../schema/shown-example.ts';
import {
  annotationsOf,
  isBytes,
  isNever,
  mapParts,
  mapValues,
  modelOf,
  modelReference,
} from '../../schema/walk.ts';
import type { ComponentNames } from './component-names.ts';

export function componentReference(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

export function describedSchema(schema: Schema, names: ComponentNames): JsonSchema {
  // Generators of clients understand `false` for values that have no name.
  const described = (part: Schema, keyword: string) =>
    !(closing.includes(keyword) && isNever(part)) && describedSchema(part, names);
  const whole = mapParts(withTags(schema, names.models), described);
  const { isQuadratic: _, $ref, discriminator, ...parts } = whole;
  const written = isBytes(schema) ? { ...parts, ...bytesAsText } : parts;
  const { type, format, 'x-message': message, examples = [], ...others } = written;
  return {
    ...($ref === undefined ? {} : renamed(schema, names)),
    ...omitUndefined({ type }),
    ...(format === 'byte' ? { contentEncoding: 'base64' } : omitUndefined({ format })),
    ...exactRange(schema),
    ...omitUndefined(untranslatedExtensions(others)),
    ...(isAnyObject(schema) ? { additionalProperties: {} } : {}),
    ...omitUndefined({ 'x-message': message }),
    ...omitEmpty({ examples }),
    ...(schema.discriminator ? { discriminator: withNames(schema.discriminator, names) } : {}),
  };
}

/** Generators of clients take an object for which no members are declared for one without members. */
function isAnyObject({ type, properties, ...others }: Schema): boolean {
  const isOpen = !['additionalProperties', 'unevaluatedProperties', 'allOf'].some((word) => others[word]);
  return type === 'object' && isOpen && properties !== undefined && Object.keys(properties).length === 0;
}

/** The words of OpenAPI 3.0, which generators of clients still understand best. */
const bytesAsText = { contentMediaType: undefined, type: 'string', format: 'binary' };

function renamed(schema: Schema, names: ComponentNames): JsonSchema {
  const target = modelReference(schema);
  if (!target) return {};
  return componentReference(target.isObject ? names.objectOf(target.id) : names.schemaOf(target.id));
}

function withNames({ propertyName, mapping }: Discriminator, names: ComponentNames): JsonSchema {
  return { propertyName, mapping: mapValues(mapping, ($ref) => renamed({ $ref }, names)['$ref']) };
}

/** JSON holds integers of 53 bits exactly, whatever `int64` says. */
function exactRange(schema: Schema): JsonSchema {
  if (!typesIn(schema)?.includes('integer') || schema.format === 'int32') return {};
  return { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
}

/**
 * An alternative is the reference alone where its model says itself which value names it: generators of clients find the
 * model by the mapping, and give the alternative no type of its own.
 */
function withTags(schema: Schema, models: Models): Schema {
  const { discriminator, oneOf } = schema;
  if (!discriminator || !oneOf) return schema;
  const { propertyName } = discriminator;
  const alternatives = oneOf.map(({ $ref = '' }) => {
    const tags = tagsFor({ $ref }, discriminator);
    if (namesItself({ $ref }, propertyName, tags, models)) return { $ref };
    const named = { ...tagged({ type: 'object' }, propertyName, tags), required: [propertyName] };
    return { allOf: [{ $ref }, named] };
  });
  return { ...schema, oneOf: alternatives };
}

function namesItself(reference: Schema, property: string, tags: readonly string[], models: Models): boolean {
  const { properties, required } = flat(referredSchema(reference, models) ?? {}, models);
  const { const: only, enum: values = [only] } = flat(ownMember(properties, property) ?? {}, models);
  return (
    required?.includes(property) === true && values.every((value) => tags.some((tag) => equal(tag, value)))
  );
}

/** Extensions that OpenAPI has words for, and those that only the build reads. */
const translatedExtensions = new Set([
  ...['x-read-only', 'x-message', 'x-items', 'x-headers', 'x-example', 'x-status', 'x-media-versions'],
  ...['x-media-types', 'x-text-types', 'x-idempotent', 'x-require-precondition', 'x-cache', 'x-deprecation'],
  ...['x-sunset', 'x-memory', 'x-timeout'],
]);

export function untranslatedExtensions(extensions: Extensions = {}): Extensions {
  return Object.fromEntries(Object.entries(extensions).filter(([name]) => !translatedExtensions.has(name)));
}

/** The schemas of a model by their names: of its values, and of objects of the model itself where these are others. */
export function modelSchemas(model: ModelPlan, names: ComponentNames): [name: string, schema: JsonSchema][] {
  const { id, schema } = model;
  const whole = { ...modelSchema(model, names.models), ...annotationsOf(schema) };
  // An example may be of a sub type.
  const { examples: _, ...own } = objectSchema(model, names.models);
  // Where both have one name, the first says no more than the second.
  return [
    [names.objectOf(id), describedSchema(own, names)],
    [names.schemaOf(id), describedSchema(whole, names)],
  ];
}

/** A media type of JSON: its schema, and the examples of the descriptor. Readers of documents make others from the schema. */
export function jsonMedia(
  { schema, examples: declared = [] }: Pick<BodyPlan, 'schema' | 'examples'>,
  names: ComponentNames,
  isSent: boolean,
): JsonSchema {
  const { models } = names;
  const { examples = models.get(modelOf(schema) ?? '')?.schema.examples ?? [] } = schema;
  const own = examples.slice(0, 1).map((value) => ({ name: '', value }));
  const shown = (value: unknown) => shownExample(value, schema, { models, isSent });
  // A reader has taken out the wrong ones.
  return {
    schema: describedSchema(schema, names),
    ...exampleMembers(declared.length > 0 ? declared : own, shown),
  };
}

/** `example` or `examples`: a single one that has nothing but its value needs no name. */
export function exampleMembers(
  declared: readonly ExamplePlan[] = [],
  shown: (value: unknown) => unknown = (value) => value,
): JsonSchema {
  const [first, second] = declared;
  if (!first) return {};
  const isPlain = !second && first.summary === undefined && first.description === undefined;
  if (isPlain) return { example: shown(first.value) };
  const named = declared.map(({ name, summary, description, value }) => {
    return [name, { ...omitUndefined({ summary, description }), value: shown(value) }] as const;
  });
  return { examples: Object.fromEntries(named) };
}
