/** Unions of objects that one member tells apart, though no `discriminator` names it. */

import type { Models, Schema } from '../../shared/plan/schema.ts';
import { flat, typesIn } from './flat.ts';
import { oneOfTags, standsForItself } from './models.ts';
import { modelReference } from './walk.ts';

/** Constants of the first alternative that are tried. */
const mostTried = 8;

/**
 * Names the member, as a `discriminator` does: an object is checked against the alternative that it names, and errors are
 * about that one alone. The schema says the same as before, since no object fits two.
 *
 * @example { anyOf: [Cat, Dog, { type: 'string' }] } // { anyOf: [{ oneOf: [Cat, Dog], discriminator }, { type: 'string' }] }
 */
export function withImpliedTag(schema: Schema, byId: Models): Schema {
  const { anyOf, oneOf = anyOf, discriminator, ...others } = schema;
  if (!oneOf || discriminator || (anyOf && schema.oneOf)) return schema;
  const objects = oneOf.filter((each) => isObjectAlone(each, byId));
  const rest = oneOf.filter((each) => !objects.includes(each));
  const mayBeObject = (each: Schema) => typesIn(flat(each, byId))?.includes('object') ?? true;
  const union = rest.some(mayBeObject) ? undefined : taggedUnion(objects, byId);
  if (!union) return schema;
  if (rest.length > 0) return { ...others, [anyOf ? 'anyOf' : 'oneOf']: [union, ...rest] };
  return Object.keys(others).length > 0 ? { ...others, allOf: [...(others.allOf ?? []), union] } : union;
}

/** Whether all values are objects, and none of a sub type. */
function isObjectAlone(schema: Schema, byId: Models): boolean {
  const { id } = modelReference(schema) ?? {};
  const isItself = id === undefined || (standsForItself(id, byId) && !byId.get(id)?.discriminator);
  return isItself && typesIn(flat(schema, byId))?.join() === 'object';
}

function taggedUnion(objects: readonly Schema[], byId: Models): Schema | undefined {
  const all = objects.map((each) => flat(each, byId));
  const [first, second] = all;
  if (!first || !second) return undefined;
  const tried = (first.required ?? []).filter((name) => textsIn(first, name, byId).length > 0);
  for (const propertyName of tried.slice(0, mostTried)) {
    const tags = all.map((each) => textsIn(each, propertyName, byId));
    const isEach = tags.every((each) => each.length > 0);
    if (!isEach || new Set(tags.flat()).size < tags.flat().length) continue;
    const named = objects.map(({ properties, ...each }, index) => ({
      ...each,
      properties: { ...properties, [propertyName]: oneOfTags(tags[index] ?? []) },
    }));
    const references = objects.flatMap(({ $ref }, index) =>
      $ref === undefined ? [] : (tags[index] ?? []).map((tag) => [tag, $ref]),
    );
    const mapping = Object.fromEntries(references);
    return { type: 'object', oneOf: named, discriminator: { propertyName, mapping } };
  }
  return undefined;
}

/** The texts that a member must have, if it must be there and a request has it. */
function textsIn({ properties = {}, required = [] }: Schema, name: string, byId: Models): readonly string[] {
  const property = Object.hasOwn(properties, name) && required.includes(name) ? properties[name] : undefined;
  const { const: only, enum: values = [only], readOnly, writeOnly } = property ? flat(property, byId) : {};
  return readOnly || writeOnly || !values.every((each) => typeof each === 'string') ? [] : values;
}
