/** The shape of a schema: the keywords of JSON Schema draft 2020-12, of OpenAPI, and of the versions before. */

import { STATUS_CODES } from 'node:http';
import { isObject, membersOf } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { mapValues, subschemas } from '../../schema/walk.ts';
import { reportMisspelt } from '../../source/own-extensions.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { namesIn } from '../common/names.ts';
import { jsonTypes, saysNothing, schemaKeywords } from './keywords.ts';
import { array, listOf, loose, mapOf, type Shape, schemaForms, text, texts } from './shapes.ts';

/** Swagger 1.1 and draft 3 have it in the property. */
const required: Shape = {
  ...listOf(text),
  instead: ({ value, path }) => {
    const name = path.at(-3) === 'properties' ? path.at(-2) : undefined;
    if (typeof value !== 'boolean' || name === undefined) return undefined;
    return `required: [${name}] of the object around it`;
  },
};

export const externalDocs = loose('description url');

const schemaMembers: Record<string, Shape> = {
  required,
  enum: array,
  $ref: text,
  externalDocs,
  dependentRequired: mapOf(texts),
  xml: loose('name namespace prefix attribute wrapped nodeType'),
  discriminator: loose('propertyName mapping defaultMapping'),
};

/** Schemas contain schemas. */
export const schema: Shape = {
  is: 'schema',
  holder: 'a schema',
  members: schemaMembers,
  former: namesIn('additionalItems dependencies disallow divisibleBy extends id links media'),
  warned: ['min', 'max'],
  telling: namesIn('type $ref enum const format items properties allOf anyOf oneOf pattern minimum maximum'),
  keywords: schemaKeywords,
  check: hasNamedType,
  instead: ({ value }) => (typeof value === 'string' ? schemaMeantBy(value) : undefined),
};

/** @example schemaMeantBy('Loan') // '{ $ref: "#/components/schemas/Loan" }' */
function schemaMeantBy(text: string): string {
  if (jsonTypes.includes(text)) return `{ type: ${text} }`;
  if (!/^#|^[A-Z][\w.-]*$/.test(text)) return schemaForms;
  return `{ $ref: ${quote(text.startsWith('#') ? text : `#/components/schemas/${text}`)} }`;
}

/** In YAML, the `null` in `type: null` is not a text: without this check, the schema would allow any value. */
function hasNamedType(node: SourceNode): boolean {
  const { type, ...others }: Readonly<Record<string, unknown>> = membersOf(node.value);
  // A generator that writes each keyword that it does not use as null means any value.
  const isMeant = Object.entries(others).every(([name, value]) => value !== null && saysNothing(name));
  const at = node.child('type', type);
  if (type === null && isMeant) at.report('E-TYPE', 'null without quotes', quote('null'));
  else if (isObject(type))
    at.report(
      'E-TYPE',
      quote(type),
      'the name of a type, an array of such names, or this in place of the schema',
    );
  else return true;
  return false;
}

/** Before draft 2020-12, a list of the schemas of a tuple. */
const items: Shape = {
  ...schema,
  instead: ({ value }) =>
    Array.isArray(value) ? '"prefixItems" with these schemas, and "items" for what follows them' : undefined,
};

const heldBy = { schema, list: listOf(schema), map: mapOf(schema) };
Object.assign(schemaMembers, { ...mapValues(subschemas, (form) => heldBy[form]), items });

export const info = loose('title summary description termsOfService version', {
  contact: loose('name url email'),
  license: loose('name identifier url'),
});

export const tag = loose('name summary description parent kind', { externalDocs });

const statusPattern = /^(?:[1-5](?:\d\d|XX)|default)$/i;

/** Responses by their status. */
export function responsesOf(response: Shape): Shape {
  return { ...mapOf(response, { names: statusPattern, example: '200' }), check: hasStatuses };
}

function hasStatuses(node: SourceNode): boolean {
  const wrong = node.members().filter(([name]) => !statusPattern.test(name) && !name.startsWith('x-'));
  for (const [name, part] of wrong) {
    const near = /^\d{3}$/.test(name) ? undefined : statusMeantBy(name);
    const accepted = 'a status from 100 to 599, 2XX or default';
    if (near === undefined) part.report('E-KEY', `the status ${quote(name)}`, accepted);
    else reportMisspelt(part, near);
  }
  return wrong.length === 0;
}

/** @example statusMeantBy('created') // '201', as for '2O1' */
function statusMeantBy(name: string): string | undefined {
  const lettersOf = (text = '') => text.toLowerCase().replace(/[^a-z]/g, '');
  const known = Object.keys(STATUS_CODES);
  const named = known.find((status) => lettersOf(STATUS_CODES[status]) === lettersOf(name));
  return named ?? nearSpelling(name, [...known, 'default']);
}

export const routes: Shape['entry'] = { names: /^\//, example: '/' };

/** Requirements have the names of schemes. */
export const security = listOf(mapOf(array));
