/** The data types of Swagger 1.1 and 1.2 (section 4.3) -> schemas. */

import { isObject } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitEmpty, omitUndefined } from '../../../shared/json/omit.ts';
import type { JsonType, Schema } from '../../../shared/plan/schema.ts';
import { isAny, isBytes, isNever, never, referenceTo } from '../../schema/walk.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import { checkExtensions } from '../../source/own-extensions.ts';
import { firstNames, quote, type SourceNode } from '../../source/source-node.ts';
import { readDefault } from '../common/checked-values.ts';
import { typeName } from '../common/describe-type.ts';
import { limitKeys, readArrayLimits, reportMisplacedLimits, valueLimitKeys } from '../common/limits.ts';
import { isSafeName, namesIn } from '../common/names.ts';
import type { BodyParameter } from '../common/parameters.ts';
import { readPrimitive } from '../common/primitive-type.ts';
import type { TypeContext } from './model-names.ts';
import { type Container, containerOf, namedTypeOf, typeNames } from './type-names.ts';

/** Far longer than any name that a person writes; it bounds the nesting of lists. */
const maxTypeLength = 500;

/** The members that name a type: of parameters and properties; of results in 1.1; in 1.2. */
const typeMembers = ['dataType', 'responseClass', 'type'] as const;

/**
 * Reads the type that `holder` (a parameter, a property, an operation) declares,
 * with its limits. Undefined if there is none, or if it is wrong, which is reported.
 */
export function readType(holder: SourceNode, context: TypeContext): Schema | undefined {
  const reference = holder.member('$ref');
  if (reference) return readReference(reference, holder, context);
  const at = typeNameNode(holder);
  return at && readNamed(at, holder, context);
}

/** The type of a JSON value that consists of its name only, such as `Pet` or `List[Pet]`. */
export function readTypeName(at: SourceNode, context: TypeContext): Schema | undefined {
  const name = at.expect('string', { path: at.path });
  const schema = name === undefined ? undefined : readNamed(at, at.only([]), context);
  if (!schema || hasJsonValue(schema)) return schema;
  return at.report('E-TYPE', quote(name), 'a type that has a JSON value');
}

export function typeNameNode(holder: SourceNode): SourceNode | undefined {
  return holder.anyMember(typeMembers);
}

/** The name of a type, where it stands, and what has its limits. */
interface TypePlace {
  readonly name: string;
  readonly at: SourceNode;
  readonly holder: SourceNode;
}

/** A reference names a model of the same file. No other file is ever read. */
function readReference(at: SourceNode, holder: SourceNode, context: TypeContext): Schema | undefined {
  const text = at.expect('string');
  if (text === undefined) return undefined;
  const name = text.replace(/^#\/(?:models|definitions)\//, '');
  if (context.models.find(at, name) || !/[/\\:#]|\.(?:json|ya?ml)$/i.test(name))
    return readText({ name, at, holder }, context);
  const last = lastSegment(text);
  if (text.startsWith('#/') && context.models.find(at, last)) {
    warnOfMeaning(at, quote(text), quote(last));
    return readText({ name: last, at, holder }, context);
  }
  const known = context.models.all;
  const value = known.includes(last) ? last : (nearSpelling(last, known) ?? 'any');
  const accepted = 'the id of a model of this file; nothing is read from other files or addresses';
  return at.report('E-REF', quote(text), accepted, { path: at.path, value });
}

/** @example lastSegment('pet.json#/models/Pet') // 'Pet', as for 'Pet.json' */
function lastSegment(reference: string): string {
  const [last = ''] = reference.split(/[/#\\]/).slice(-1);
  return last.replace(/\.(?:json|ya?ml)$/i, '');
}

function readNamed(at: SourceNode, holder: SourceNode, context: TypeContext): Schema | undefined {
  if (Array.isArray(at.value)) return readUnion(at, holder, context);
  const name = at.expect('string', undefined, 'the name of a type, or an array of such names');
  return name === undefined ? undefined : readText({ name: name.trim(), at, holder }, context);
}

/** A union has no limits: they would not apply to most of its types. */
function readUnion(at: SourceNode, holder: SourceNode, context: TypeContext): Schema | undefined {
  reportMisplacedLimits(holder, 'a union');
  const unlimited = holder.only(['items']);
  const read = at.items().map((name) => readNamed(name, unlimited, context));
  const types = read.filter((each) => each !== undefined);
  if (at.items().length === 0 || !types.every(hasJsonValue))
    return at.report('E-TYPE', quote(at.value), 'one or more types that have a JSON value');
  return types.length > 1 ? { anyOf: types } : types[0];
}

function hasJsonValue(schema: Schema): boolean {
  return !isNever(schema) && !isBytes(schema);
}

function readText(place: TypePlace, context: TypeContext): Schema | undefined {
  const { name, at, holder } = place;
  const { models } = context;
  if (name.length > maxTypeLength)
    return at.report('E-TYPE', `a type of ${name.length} characters`, `at most ${maxTypeLength} characters`);
  // A model may be called File or List«Pet», but not `string`.
  const model = typeNames.includes(name) ? undefined : models.find(at, name);
  if (model) {
    reportMisplacedLimits(holder, 'a model');
    return model.key === undefined ? undefined : referenceTo(model.key);
  }
  const named = namedTypeOf(name);
  if (named) {
    if (named.meant !== undefined) warnOfMeaning(at, `the type ${quote(name)}`, named.meant);
    return named.schema.type === 'array'
      ? readArray(place, context)
      : readSimple(named.schema, holder, context);
  }
  const container = containerOf(name);
  if (container) return readContainer(container, place, context);
  if (name.startsWith('#/') && models.find(at, lastSegment(name))) return readReference(at, holder, context);
  return reportUnknownModel(at, name, '"any"', context) ? {} : undefined;
}

function readSimple(declared: Schema, holder: SourceNode, context: TypeContext): Schema {
  const schema = readPrimitive(declared, holder, context);
  const additional = holder.member('additionalProperties')?.value ?? true;
  if (isEmptyShape(holder)) reportEmptyShape(holder, 'an object');
  else if (schema.type === 'object' && (holder.member('properties') || additional !== true)) {
    for (const name of requiredElsewhere(holder)) reportRequired(name);
    return readShape(holder, context);
  }
  return schema;
}

function readArray({ name, at, holder }: TypePlace, context: TypeContext): Schema | undefined {
  const kind = name.toLowerCase() === 'set' ? 'set' : 'list';
  const node = holder.member('items');
  if (typeof node?.value === 'string') {
    warnOfMeaning(node, `items ${quote(node.value)}`, `{ "type": ${quote(node.value)} }`);
    return readContainer({ kind, content: node.value }, { name: node.value, at: node, holder }, context);
  }
  reportMisplacedLimits(holder, 'array');
  if (!node) warnOfMeaning(at, `${quote(name)} without items`, 'a list of anything');
  else if (!node.expect('object')) return undefined;
  else if (!node.anyMember(['$ref', ...typeMembers])) reportUntyped(node, 'items');
  if (node) checkExtensions(node, 'items');
  // Allowed values next to a list apply to its items, unless the items have their own.
  const limited = node?.anyMember(valueLimitKeys)
    ? node
    : node?.with({ inherited: holder.only(valueLimitKeys) });
  const items = limited ? readType(limited, context) : {};
  return items && arrayOf(items, kind, holder);
}

/** `List[X]`: counts of the holder apply to the list, allowed values and ranges to its items. */
function readContainer(
  { kind, content, meant }: Container,
  { name, at, holder }: TypePlace,
  context: TypeContext,
): Schema | undefined {
  if (meant !== undefined) warnOfMeaning(at, `the type ${quote(name)}`, meant);
  reportMisplacedLimits(holder, kind === 'map' ? 'object' : 'array');
  const schema = readText({ name: content, at, holder: holder.only(valueLimitKeys) }, context);
  if (!schema) return undefined;
  if (!hasJsonValue(schema))
    return at.report('E-TYPE', quote(name), 'a list of a type that has a JSON value');
  if (kind === 'map') return { type: 'object', additionalProperties: schema };
  return arrayOf(schema, kind, holder);
}

function arrayOf(items: Schema, kind: Container['kind'], holder: SourceNode): Schema {
  return { ...listSchema(items), ...readArrayLimits(holder, items, kind === 'set') };
}

export function listSchema(items: Schema): Schema {
  return { type: 'array', ...(isAny(items) ? {} : { items }) };
}

const types = namesIn('type dataType format items $ref properties required additionalProperties');
export const propertyMembers: KnownMembers = {
  needed: [...types, ...limitKeys],
  others: ['description', 'defaultValue'],
  synonyms: ['type', 'dataType', '$ref'],
  holder: 'a property',
};

/** The members of an object or a model. Both allow no others unless they declare it. */
export function readShape(node: SourceNode, context: TypeContext): Schema {
  const members = readProperties(node, context);
  const additional = node.member('additionalProperties');
  const accepted = 'a boolean, or an object with the type of all other members';
  if (!additional || !isObject(additional.value))
    return objectOf(members, additional?.asFlag(accepted) ? {} : never);
  return objectOf(members, additional.members().length === 0 ? {} : readPropertyType(additional, context));
}

type Member = BodyParameter & { readonly name: string };

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

function readProperties(node: SourceNode, context: TypeContext): Member[] {
  const properties = node.member('properties');
  if (!properties?.expect('object')) return [];
  // Swagger 1.2 lists the required properties here; 1.1 marks each one.
  const required = new Set(node.itemsOf('required').map(({ value }) => value));
  return properties.members().flatMap(([name, declared]) => {
    if (!isSafeName(name, declared) || !declared.expect('object')) return [];
    const property = checkMembers(declared, propertyMembers);
    const schema = readPropertyType(property, context);
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
  const required = holder.member('required');
  if (!required || Array.isArray(required.value)) return false;
  return required.asFlag('a boolean; of an object, also an array of its required properties');
}

function readPropertyType(property: SourceNode, context: TypeContext): Schema | undefined {
  if (!property.anyMember(['$ref', 'type', 'dataType'])) return readUntypedAs(undefined, property, context);
  const schema = readType(property, context);
  if (!schema || hasJsonValue(schema)) return schema;
  const accepted = 'a type that has a JSON value';
  const at = property.anyMember(typeMembers) ?? property;
  const fix = { path: at.path, value: 'any' };
  return property.report('E-TYPE', `a property of type ${typeName(schema)}`, accepted, fix);
}

/** Reads a node without a type as the kind that its other members imply, as in JSON Schema, otherwise as `kind`. */
export function readUntypedAs(
  kind: JsonType | 'any' | undefined,
  holder: SourceNode,
  context: TypeContext,
): Schema | undefined {
  const name = assumedKind(holder) ?? kind;
  if (name === undefined) return reportUntyped(holder, 'a property');
  warnOfMeaning(holder, 'no type', `"${name}"`);
  if (name === 'array') return readArray({ name, at: holder, holder }, context);
  return readSimple(name === 'any' ? {} : { type: name }, holder, context);
}

function assumedKind(property: SourceNode): JsonType | undefined {
  if (property.anyMember(['properties', 'additionalProperties'])) return 'object';
  if (property.member('items')) return 'array';
  return property.member('enum') && 'string';
}

function warnOfMeaning(at: SourceNode, found: string, meant: string): void {
  at.report('W-TYPE', found, `${meant}, which is assumed`);
}

/**
 * A name that resembles a known one is misspelt. Any other names a missing model.
 *
 * @param assumed the type that is read instead.
 * @returns false for an error.
 */
export function reportUnknownModel(
  at: SourceNode,
  name: string,
  assumed: string,
  { models }: TypeContext,
): boolean {
  const { own } = models;
  const found = `the unknown type ${quote(name)}`;
  const known = `a model of this file (${firstNames(own) || 'it has none'}) or a type such as string, int, List[string]`;
  const meant = models.nearest(name);
  if (meant !== undefined) {
    const fix = { path: at.path, value: String(at.value).replace(name, meant) };
    at.report('E-MODEL', found, `"${meant}", the nearest name`, fix);
    return false;
  }
  const isOdd = name === '__proto__' || /[[\]<>«»{}\\]|:\/\//.test(name);
  if (isOdd) at.report('E-MODEL', found, known);
  else at.report('W-MODEL', found, `${known}; ${assumed} is assumed`);
  return !isOdd;
}

function reportUntyped(node: SourceNode, what: string): undefined {
  const fix = { path: [...node.path, 'type'], value: 'any' };
  return node.report('E-TYPE', `${what} without a type`, 'a member "type" or "$ref"', fix);
}
