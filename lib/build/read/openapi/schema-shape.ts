/** The shape of a schema: the keywords of JSON Schema draft 2020-12, of OpenAPI, and of the versions before. */

import { mapValues, subschemas } from '../../schema/walk.ts';
import { namesIn } from '../common/names.ts';

import { array, fixed, listOf, loose, mapOf, type Shape, text, texts } from './shapes.ts';

/** Swagger 1.1 and draft 3 have it in the property. */
const required: Shape = {
  ...listOf(text),
  instead: ({ value, path }) => {
    const name = path.at(-3) === 'properties' ? path.at(-2) : undefined;
    if (typeof value !== 'boolean' || name === undefined) return undefined;
    return `required: [${name}] of the object around it`;
  },
};

const schemaMembers: Record<string, Shape> = { required, enum: array, $ref: text };

/** Schemas contain schemas. */
export const schema: Shape = {
  is: 'schema',
  members: schemaMembers,
  former: namesIn('additionalItems dependencies disallow divisibleBy extends id links media'),
  telling: namesIn('type $ref enum const format items properties allOf anyOf oneOf pattern minimum maximum'),
  keywords: namesIn(`
    $schema $vocabulary $id $anchor $dynamicRef $dynamicAnchor $defs $comment $recursiveRef $recursiveAnchor
    definitions
    type const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern
    maxItems minItems uniqueItems maxContains minContains maxProperties minProperties
    format contentEncoding contentMediaType contentSchema nullable
    title description default deprecated readOnly writeOnly examples example collectionFormat
  `),
};

/** Before draft 2020-12, a list of the schemas of a tuple. */
const items: Shape = {
  ...schema,
  instead: ({ value }) =>
    Array.isArray(value) ? '"prefixItems" with these schemas, and "items" for what follows them' : undefined,
};

const heldBy = { schema, list: listOf(schema), map: mapOf(schema) };
Object.assign(
  schemaMembers,
  mapValues(subschemas, (form) => heldBy[form]),
  { items, dependentRequired: mapOf(texts) },
);

export const xml = loose('name namespace prefix attribute wrapped nodeType');
export const externalDocs = loose('description url');
Object.assign(schemaMembers, {
  xml,
  externalDocs,
  discriminator: loose('propertyName mapping defaultMapping'),
});

export const info: Shape = {
  ...fixed('title summary description termsOfService version', {
    contact: loose('name url email'),
    license: loose('name identifier url'),
  }),
  isForPeople: true,
};

export const tag: Shape = {
  ...fixed('name summary description parent kind', { externalDocs }),
  isForPeople: true,
};

/** Responses by their status. */
export const statuses: Shape['entry'] = { names: /^(?:[1-5](?:\d\d|XX)|default)$/i, example: '200' };
export const routes: Shape['entry'] = { names: /^\//, example: '/' };

/** Requirements have the names of schemes. */
export const security = listOf(mapOf(array));
