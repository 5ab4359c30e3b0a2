/** Schemas of OpenAPI 3.1 (JSON Schema draft 2020-12) -> TypePlan. What a plan cannot hold is a problem. */

import { omitUndefined } from '../../json/omit-undefined.ts';
import type { Extensions, ObjectShape, PropertyPlan, TypePlan } from '../../plan/type-plan.ts';
import {
  describe,
  expectType,
  extensionsOf,
  flagMember,
  isObject,
  items,
  member,
  members,
  problemAt,
  quote,
  type SourceNode,
} from '../source/source-node.ts';
import { readDefault } from '../swagger/default-value.ts';
import { readArrayLimits } from '../swagger/limits.ts';
import { isSafeName } from '../swagger/name.ts';
import { readPrimitive } from '../swagger/primitive-type.ts';
import { readAlternatives, unionOf } from './alternatives.ts';
import type { SchemaContext } from './schema-context.ts';

/** Words that change which values are valid. */
const unsupported = [
  ...['not', 'if', 'then', 'else', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties'],
  ...['contains', 'minContains', 'maxContains', 'prefixItems', 'dependentSchemas', 'dependentRequired'],
  ...['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef', '$id', '$anchor'],
  ...['multipleOf', 'exclusiveMinimum', 'exclusiveMaximum', 'contentSchema'],
];

/** @returns undefined for a schema that cannot be held, which is reported. */
export function readSchema(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const { report, schemas } = context;
  if (node.value === true) return { kind: 'any' };
  if (!expectType(node, 'object', report)) return undefined;
  const reference = member(node, '$ref');
  if (reference) return schemas.typeOf(reference, context);
  for (const word of unsupported) {
    const found = member(node, word);
    if (!found) continue;
    report(problemAt(found, 'E-UNSUPPORTED', word, 'a schema without it'));
    return undefined;
  }
  const alternatives = member(node, 'oneOf') ?? member(node, 'anyOf');
  if (alternatives)
    return readAlternatives(node, alternatives, { context, read: (each) => readSchema(each, context) });
  if (member(node, 'allOf')) return readAllOf(node, context);
  return readPlain(node, context);
}

/** An object with the members of all of them; or the only one, which has other words for people. */
function readAllOf(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const [only, second] = items(member(node, 'allOf') ?? node).filter(saysMore);
  const isAlone = only && !second && !['properties', 'required', 'type'].some((word) => member(node, word));
  if (isAlone) return readSchema(only, context);
  const shape = readObjectSchema(node, context);
  return shape && { kind: 'object', shape };
}

/** Words for people alone do not change which values are valid. */
const annotations = [
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'externalDocs',
  'xml',
];

function saysMore(part: SourceNode): boolean {
  return members(part).some(([word]) => !annotations.includes(word) && !word.startsWith('x-'));
}

function readPlain(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const named = member(node, 'type');
  if (named && Array.isArray(named.value)) {
    const types = named.value.map((type) => readOfKind(String(type), node, context));
    return types.includes(undefined) ? undefined : unionOf(types.filter((type) => type !== undefined));
  }
  return readOfKind(named ? String(named.value) : assumedKind(node), node, context);
}

/** Without a type, a schema also admits values of other types; nobody who writes `properties` means those. */
function assumedKind(node: SourceNode): string {
  if (member(node, 'properties') ?? member(node, 'additionalProperties')) return 'object';
  if (member(node, 'items')) return 'array';
  if (isBinary(node) || isBase64(node)) return 'string';
  const [first] = items(member(node, 'enum') ?? node).map(({ value }) => typeof value);
  if (first !== undefined) return first;
  const constant = member(node, 'const');
  return constant ? typeof constant.value : 'any';
}

function readOfKind(kind: string, node: SourceNode, context: SchemaContext): TypePlan | undefined {
  switch (kind) {
    case 'any':
    case 'null':
      return { kind };
    case 'boolean':
    case 'string':
      if (kind === 'string' && isBinary(node)) return { kind: 'file' };
      return readPrimitive(isBase64(node) ? { kind, format: 'byte' } : { kind }, withConstant(node), context);
    case 'integer':
      return readPrimitive({ kind, format: 'int64' }, withConstant(node), context);
    case 'number':
      return readPrimitive({ kind, format: 'double' }, withConstant(node), context);
    case 'array':
      return readArray(node, context);
    case 'object':
      return readObject(node, context);
    default: {
      const accepted = 'null, boolean, object, array, number, string or integer';
      context.report(problemAt(member(node, 'type') ?? node, 'E-TYPE', quote(kind), accepted));
      return undefined;
    }
  }
}

/** OpenAPI 3.1 section 4.7.14.1: what 3.0 calls `format: binary`. */
function isBinary(node: SourceNode): boolean {
  return (
    member(node, 'format')?.value === 'binary' ||
    member(node, 'contentMediaType')?.value === 'application/octet-stream'
  );
}

/** OpenAPI 3.1 section 4.7.14.1: what 3.0 calls `format: byte`. */
function isBase64(node: SourceNode): boolean {
  return member(node, 'contentEncoding')?.value === 'base64';
}

/** `const` is an enumeration of one value. Null is a type of its own. */
function withConstant(node: SourceNode): SourceNode {
  const constant = member(node, 'const');
  if (!constant || !isObject(node.value)) return node;
  return { ...node, value: { ...node.value, enum: [constant.value] } };
}

function readArray(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const itemsNode = member(node, 'items');
  const itemType: TypePlan | undefined = itemsNode ? readSchema(itemsNode, context) : { kind: 'any' };
  return (
    itemType && {
      kind: 'array',
      items: itemType,
      ...readArrayLimits(node, { itemType, isSet: false }, context.report),
    }
  );
}

function readObject(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const isAnything = !['properties', 'additionalProperties', 'required'].some((word) => member(node, word));
  if (isAnything) return { kind: 'object' };
  const shape = readObjectSchema(node, context);
  return shape && { kind: 'object', shape };
}

/** The members of an object, with those of `allOf`. An object of OpenAPI is open unless it says otherwise. */
export function readObjectSchema(node: SourceNode, context: SchemaContext): ObjectShape | undefined {
  const parts = items(member(node, 'allOf') ?? { ...node, value: undefined }).map((part) =>
    shapeOfPart(part, context),
  );
  const own = readProperties(node, context);
  const additional = readAdditional(node, parts.length > 0, context);
  if (!own || parts.includes(undefined) || additional === undefined) return undefined;
  const inherited = parts.flatMap((part) => part?.properties ?? []);
  const required = new Set(items(member(node, 'required') ?? own.none).map(({ value }) => String(value)));
  const byName = new Map<string, PropertyPlan>();
  for (const property of [...inherited, ...own.properties]) byName.set(property.name, property);
  for (const name of required) {
    const property = byName.get(name);
    // JSON Schema may require a member that it does not describe.
    byName.set(
      name,
      property ? { ...property, required: true } : { name, type: { kind: 'any' }, required: true },
    );
  }
  const isClosed = parts.some((part) => part && !part.additional);
  const properties = [...byName.values()];
  return { properties, ...(isClosed || additional === 'none' ? {} : { additional }) };
}

function shapeOfPart(part: SourceNode, context: SchemaContext): ObjectShape | undefined {
  const reference = member(part, '$ref');
  if (reference) return context.schemas.shapeOf(reference, context);
  const type = readSchema(part, context);
  if (type?.kind === 'object' && type.shape) return type.shape;
  if (type?.kind === 'object' || type?.kind === 'any') return { properties: [], additional: { kind: 'any' } };
  if (type) context.report(problemAt(part, 'E-UNSUPPORTED', `${type.kind} in allOf`, 'objects'));
  return undefined;
}

function readAdditional(
  node: SourceNode,
  isMerged: boolean,
  context: SchemaContext,
): TypePlan | 'none' | undefined {
  const additional = member(node, 'additionalProperties');
  if (!additional || additional.value === true) return { kind: 'any' };
  if (isMerged) {
    // It is about the properties beside it alone: with those of the others, nothing would be valid.
    const accepted = 'an object without allOf, or allOf without it';
    context.report(problemAt(additional, 'E-UNSUPPORTED', 'additionalProperties beside allOf', accepted));
    return undefined;
  }
  return additional.value === false ? 'none' : readSchema(additional, context);
}

/** `x-read-only` is the word of Swagger 1.x. */
function servedExtensions(property: SourceNode, isReadOnly: true | undefined): { extensions?: Extensions } {
  const { extensions } = extensionsOf(property);
  if (!isReadOnly) return omitUndefined({ extensions });
  return { extensions: { ...extensions, 'x-read-only': true } };
}

function readProperties(
  node: SourceNode,
  context: SchemaContext,
): { readonly properties: readonly PropertyPlan[]; readonly none: SourceNode } | undefined {
  const { report } = context;
  const declared = member(node, 'properties');
  const read = (declared ? members(declared) : []).map(([name, property]): PropertyPlan | undefined => {
    if (!isSafeName(name, property, report)) return undefined;
    const type = readSchema(property, context);
    if (!type) return undefined;
    const isReadOnly = flagMember(property, 'readOnly', report) || undefined;
    const writeOnly = member(property, 'writeOnly');
    if (writeOnly?.value === true) {
      const accepted = 'a handler that leaves it out of results; documents do not say so';
      report(problemAt(writeOnly, 'W-UNSUPPORTED', 'writeOnly', accepted));
    }
    return {
      name,
      type,
      required: false,
      ...describe(property, report),
      ...omitUndefined({ isReadOnly }),
      ...servedExtensions(property, isReadOnly),
      ...readDefault(member(property, 'default'), type, report),
    };
  });
  const properties = read.filter((property) => property !== undefined);
  return properties.length < read.length ? undefined : { properties, none: { ...node, value: undefined } };
}
