import { isObject } from '../../../shared/json/is-object.ts';
import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { isAny, never } from '../../schema/walk.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readDefault } from '../common/checked-values.ts';
import { limitKeys } from '../common/limits.ts';
import { isSafeName, namesIn } from '../common/names.ts';

const types = namesIn('type dataType format items $ref properties required additionalProperties');
export const propertyMembers: KnownMembers = {
  needed: [...types, ...limitKeys],
  others: ['description', 'defaultValue'],
  synonyms: ['type', 'dataType', '$ref'],
};

/** Reads the type of a property, which may be an object with properties. */
type ReadPropertyType = (property: SourceNode) => Schema | undefined;

/** The members of an object or a model. Both allow no others unless they declare it. */
export function readObjectShape(node: SourceNode, readPropertyType: ReadPropertyType): Schema {
  const members = readProperties(node, readPropertyType);
  const additional = node.member('additionalProperties');
  if (!additional || !isObject(additional.value))
    return objectOf(members, node.flag('additionalProperties') ? {} : never);
  return objectOf(members, additional.members().length === 0 ? {} : readPropertyType(additional));
}

interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly description?: string;
}

/** @param others of members that are not declared. By default there are none. */
export function objectOf(members: readonly Member[], others: Schema = never): Schema {
  const properties = members.map(({ name, schema, description }) => [
    name,
    { ...schema, ...omitUndefined({ description }) },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...omitEmpty({ required: members.filter(({ required }) => required).map(({ name }) => name) }),
    ...(isAny(others) ? {} : { additionalProperties: others }),
  };
}

/** The names in the list `required` that are none of the properties: a sub type may inherit them. */
export function requiredElsewhere(node: SourceNode): SourceNode[] {
  const declared = new Set<unknown>(node.membersOf('properties').map(([name]) => name));
  return node.itemsOf('required').filter(({ value }) => !declared.has(value));
}

export function reportRequired(name: SourceNode): void {
  const accepted = 'the name of one of its properties';
  if (typeof name.value !== 'string')
    name.report('E-SHAPE', quote(name.value), accepted, { path: name.path });
  else name.report('W-SHAPE', `${quote(name.value)}, which is ignored`, accepted);
}

/** A list of properties that names none, and nothing about others. */
export function isEmptyShape(node: SourceNode): boolean {
  const properties = node.member('properties');
  if (!properties || node.member('additionalProperties')) return false;
  // PHP writes an object without members as [].
  const { value } = properties;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && properties.members().length === 0;
}

/** Closed, it would accept nothing but `{}`. */
export function reportEmptyShape(node: SourceNode, what: string): void {
  const accepted = 'any members, which is assumed; or "additionalProperties": false for none';
  node.report('W-SHAPE', `${what} without properties`, accepted);
}

function readProperties(node: SourceNode, readPropertyType: ReadPropertyType): Member[] {
  const properties = node.member('properties');
  if (!properties?.expect('object')) return [];
  // Swagger 1.2 lists the required properties here; 1.1 marks each one.
  const required = new Set(node.itemsOf('required').map(({ value }) => value));
  return properties.members().flatMap(([name, declared]) => {
    if (!isSafeName(name, declared) || !declared.expect('object')) return [];
    const property = checkMembers(declared, propertyMembers);
    const schema = readPropertyType(property);
    const isRequired = required.has(name) || isMarkedRequired(property);
    if (!schema) return [];
    const defaultValue = readDefault(property.member('defaultValue'), schema);
    const described = {
      ...property.describe(),
      ...omitUndefined({ default: defaultValue }),
      ...omitEmpty({ readOnly: property.flag('x-read-only') }),
      ...property.extensions(['x-message']).extensions,
    };
    return [{ name, schema: { ...schema, ...described }, required: isRequired }];
  });
}

/** Whether the flag `required` is set. Of an object, `required` may also be the list of its required properties. */
export function isMarkedRequired(holder: SourceNode): boolean {
  return !Array.isArray(holder.member('required')?.value) && holder.flag('required');
}
