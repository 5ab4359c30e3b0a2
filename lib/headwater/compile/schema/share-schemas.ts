import { isObject } from '../../shared/json/is-object.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { mapParts, mapValues } from './walk.ts';

/** ajv writes the code of each occurrence; one that is shared is written once, and called. */
const minOccurrences = 3;
/** A shorter schema needs less code than a call. */
const minLength = 15;

/**
 * Makes definitions of the schemas that several properties have in common, such as those of the options `field` of many types.
 *
 * @example shareSchemas(schema)['$defs'] // { …, 's 0': { type: 'string', maxLength: 512 } }
 */
export function shareSchemas(schema: JsonSchema): JsonSchema {
  const counts = new Map<string, number>();
  eachProperty(schema, (value, text) => {
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return value;
  });
  const names = new Map<string, string>();
  const shared = eachProperty(schema, (value, text) => {
    if ((counts.get(text) ?? 0) < minOccurrences || text.length < minLength || isTag(value)) return value;
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return { $ref: `#/$defs/shared:${name}` };
  });
  if (names.size === 0) return schema;
  const made = [...names].map(([text, name]) => [`shared:${name}`, JSON.parse(text)] as const);
  return { ...shared, $defs: { ...(shared['$defs'] as object | undefined), ...Object.fromEntries(made) } };
}

/** The discriminator of ajv reads the tags where they are; a reference or true needs no other one. */
function isTag(value: unknown): boolean {
  return !isObject(value) || 'const' in value || 'enum' in value || '$ref' in value;
}

/** A copy in which the schemas of properties are replaced, at any depth. @param replace gets their JSON, too. */
function eachProperty(schema: JsonSchema, replace: (value: unknown, text: string) => unknown): JsonSchema {
  const within = (part: Schema): JsonSchema =>
    mapParts(part, (each, keyword) => {
      const inner = isObject(each) ? within(each) : each;
      return keyword === 'properties' ? replace(inner, JSON.stringify(inner)) : inner;
    });
  const definitions = ['$defs', 'definitions'].flatMap((name) => {
    const held = schema[name];
    return isObject(held) ? [[name, mapValues(held, (each) => within(each as Schema))]] : [];
  });
  return { ...within(schema), ...Object.fromEntries(definitions) };
}
