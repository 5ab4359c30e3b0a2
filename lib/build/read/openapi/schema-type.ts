/** Schemas of OpenAPI 3.1 (JSON Schema draft 2020-12) -> TypePlan. Reports what a plan cannot express. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import {
  integerFormats,
  type NumberLimits,
  type ObjectType,
  type StringType,
  type TypePlan,
} from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readArrayLimits, readMemberCounts } from '../common/limits.ts';
import { namesIn } from '../common/names.ts';
import { formatOf, readPrimitive } from '../common/primitive-type.ts';
import type { ReadContext } from '../common/read-context.ts';
import {
  kindsOf,
  refuseCompoundValues,
  refuseLimitedValues,
  refuseNoValues,
  withValuesOf,
} from './allowed-values.ts';
import { readAlternatives } from './alternatives.ts';
import { bothTypes, unionOf } from './combine-types.ts';
import { isAnnotation, isPlain, saysMore, warnOfIgnored, without, withPlainProperties } from './keywords.ts';
import { mergeShapes, type ReadShape, withRequired } from './merge-shapes.ts';
import { readSchemaProperties } from './properties.ts';
import type { SchemaContext } from './schema-context.ts';

/** Keywords that change which values are valid. */
const unsupported = namesIn(`
  not if then else patternProperties propertyNames contentSchema contains minContains maxContains
  prefixItems dependentSchemas dependentRequired unevaluatedProperties unevaluatedItems $dynamicRef
  $recursiveRef $id $anchor $dynamicAnchor $recursiveAnchor $vocabulary
`);

/** @returns undefined for a schema that is not supported, which is reported. */
export function readSchema(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const type = readWithoutExamples(node, context);
  return type && { ...type, ...context.examples.ofSchema(node, context.report) };
}

function readWithoutExamples(declared: SourceNode, context: SchemaContext): TypePlan | undefined {
  if (declared.value === true) return { kind: 'any' };
  if (!declared.expect('object', context.report)) return undefined;
  const node = withPlainProperties(declared);
  if (!isSupported(node, context)) return undefined;
  const reference = node.member('$ref');
  if (reference) return readReference(node, reference, context);
  const alternatives = node.member('oneOf') ?? node.member('anyOf');
  if (alternatives)
    return readAlternatives(node, alternatives, { context, read: (each) => readSchema(each, context) });
  if (node.member('allOf')) return readAllOf(node, context);
  return readPlain(node, context);
}

/** Reports keywords that have no effect, and the first one that is not supported. */
function isSupported(node: SourceNode, { report }: ReadContext): boolean {
  warnOfIgnored(node, report);
  const keyword = unsupported.find((each) => node.member(each) && !isPlain(each, node));
  const found = keyword === undefined ? undefined : node.member(keyword);
  if (found) report(found.diagnose('E-UNSUPPORTED', String(keyword), 'a schema without it'));
  return !found;
}

/** OpenAPI 3.1 section 4.8.24: what stands beside the reference is to hold, too. */
function readReference(
  node: SourceNode,
  reference: SourceNode,
  context: SchemaContext,
): TypePlan | undefined {
  const type = context.schemas.typeOf(reference, context);
  const beside = without(node, '$ref');
  return type && saysMore(beside) ? readBoth(type, beside, context) : type;
}

/** An object with the members of all of them; or the only one, with the limits beside it. */
function readAllOf(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const [only, second] = (node.member('allOf') ?? node).items().filter(saysMore);
  const beside = without(node, 'allOf');
  const [kind] = kindsOf(beside);
  if (only && !second && !saysMore(beside)) return readSchema(only, context);
  if (only && !second && kind !== 'object') {
    const type = readSchema(only, context);
    return type && readBoth(type, beside, context);
  }
  if (refuseCompoundValues(node, context.report)) return undefined;
  return objectOf(readObjectSchema(node, context));
}

function readBoth(type: TypePlan, beside: SourceNode, context: SchemaContext): TypePlan | undefined {
  const other = readSchema(beside, context);
  const both = other && bothTypes(type, other);
  if (other && !both) {
    const [keyword = 'a keyword'] = beside.members().flatMap(([each]) => (isAnnotation(each) ? [] : [each]));
    const found = `${keyword} beside a schema that it changes`;
    const at = beside.member(keyword) ?? beside;
    context.report(at.diagnose('E-UNSUPPORTED', found, `${keyword} inside that schema`));
  }
  return both;
}

function readPlain(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const named = node.member('type');
  if (named && Array.isArray(named.value) && named.value.length === 0) {
    context.report(named.diagnose('E-TYPE', '[]', 'at least one type'));
    return undefined;
  }
  if (refuseNoValues(node, context.report)) return undefined;
  const [only = isBinary(node) ? 'string' : 'any', ...others] = kindsOf(node);
  // A limit is about the kinds of value that it names, and says nothing of others.
  const report: Report = (diagnostic) => {
    if (others.length === 0 || diagnostic.code !== 'W-LIMIT') context.report(diagnostic);
  };
  const types = [only, ...others].map((kind) =>
    readOfKind(kind, withValuesOf(kind, node), { ...context, report }),
  );
  const known = types.filter((type) => type !== undefined);
  if (known.length < types.length) return undefined;
  return known.some((type) => refuseLimitedValues(node, type, context.report)) ? undefined : unionOf(known);
}

function readOfKind(kind: string, node: SourceNode, context: SchemaContext): TypePlan | undefined {
  switch (kind) {
    case 'any':
    case 'null':
      return { kind };
    case 'boolean':
    case 'string':
      return { ...readPrimitive({ kind, ...encodingOf(node) }, node, context), ...bytesOf(kind, node) };
    case 'integer':
    case 'number':
      return readNumeric(kind, node, context);
    case 'array':
      return refuseCompoundValues(node, context.report) ? undefined : readArray(node, context);
    case 'object':
      return refuseCompoundValues(node, context.report) ? undefined : readObject(node, context);
    default: {
      const near = nearSpelling(kind, jsonTypes);
      const accepted = near === undefined ? `one of ${jsonTypes.join(', ')}` : quote(near);
      context.report((node.member('type') ?? node).diagnose('E-TYPE', quote(kind), accepted));
      return undefined;
    }
  }
}

const jsonTypes = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

/** OpenAPI 3.1 section 4.7.14.1: what 3.0 calls `format: binary`. */
function isBinary(node: SourceNode): boolean {
  return (
    node.member('format')?.value === 'binary' ||
    node.member('contentMediaType')?.value === 'application/octet-stream'
  );
}

/** A form sends it as a file (request-body.ts); JSON has no bytes, so there it is any text. */
function bytesOf(kind: string, node: SourceNode): Pick<StringType, 'isBinary'> {
  return kind === 'string' && isBinary(node) ? { isBinary: true } : {};
}

/** OpenAPI 3.1 section 4.7.14.1: what 3.0 calls `format: byte`. */
function encodingOf(node: SourceNode): { readonly format?: string } {
  return node.member('contentEncoding')?.value === 'base64' ? { format: 'byte' } : {};
}

function readArray(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const itemsNode = node.member('items');
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
  if (!node.anyMember(['properties', 'additionalProperties', 'required']))
    return { kind: 'object', ...readMemberCounts(node, context.report) };
  return objectOf(readObjectSchema(node, context));
}

function objectOf(shape: ReadShape | undefined): TypePlan | undefined {
  if (!shape) return undefined;
  const { minProperties, maxProperties, ...members } = shape;
  return { kind: 'object', shape: members, ...omitUndefined({ minProperties, maxProperties }) };
}

/** An object that says nothing of its members may have any. */
export function shapeOfType({ shape, minProperties, maxProperties }: ObjectType): ReadShape {
  const counts = omitUndefined({ minProperties, maxProperties });
  return { ...(shape ?? { properties: [], additional: { kind: 'any' } }), ...counts };
}

/** The members of an object and of its `allOf`. An object of OpenAPI is open unless it says otherwise. */
export function readObjectSchema(node: SourceNode, context: SchemaContext): ReadShape | undefined {
  if (!isSupported(node, context)) return undefined;
  const parts = node.itemsOf('allOf').map((part) => shapeOfPart(part, context));
  const properties = readSchemaProperties(node, context, (each) => readSchema(each, context));
  const additional = readAdditional(node, parts.length > 0, context);
  const known = parts.filter((part) => part !== undefined);
  if (!properties || known.length < parts.length || additional === undefined) return undefined;
  const own: ReadShape = {
    properties,
    ...(additional === 'none' ? {} : { additional }),
    ...readMemberCounts(node, context.report),
  };
  const merged = mergeShapes([...known, own], node, context.report);
  const required = node.itemsOf('required');
  return merged && withRequired(merged, required, context.report);
}

function shapeOfPart(part: SourceNode, context: SchemaContext): ReadShape | undefined {
  const reference = part.member('$ref');
  if (reference) return context.schemas.shapeOf(reference, context);
  const type = readSchema(part, context);
  if (type?.kind === 'object') return shapeOfType(type);
  if (type?.kind === 'any') return { properties: [], additional: type };
  if (type) context.report(part.diagnose('E-UNSUPPORTED', `${type.kind} in allOf`, 'objects'));
  return undefined;
}

function readAdditional(
  node: SourceNode,
  isMerged: boolean,
  context: SchemaContext,
): TypePlan | 'none' | undefined {
  const additional = node.member('additionalProperties');
  if (!additional || additional.value === true) return { kind: 'any' };
  if (isMerged) {
    // It counts only the properties beside it: every object with properties of another part would be invalid.
    const accepted = 'an object without allOf, or allOf without it';
    context.report(additional.diagnose('E-UNSUPPORTED', 'additionalProperties beside allOf', accepted));
    return undefined;
  }
  return additional.value === false ? 'none' : readSchema(additional, context);
}

/** The registry of formats has integers as formats of numbers. */
function readNumeric(kind: 'integer' | 'number', node: SourceNode, context: ReadContext): TypePlan {
  const isInteger = kind === 'integer' || integerFormats.some((each) => each === formatOf(node));
  const declared = isInteger ? { kind: 'integer', format: 'int64' } : { kind, format: 'double' };
  const type = readPrimitive(declared, node, context);
  if (type.kind !== 'integer' && type.kind !== 'number') return type;
  return { ...type, ...readOpenLimits(node, type, context.report) };
}

/** @param declared `minimum` and `maximum`, read already. */
function readOpenLimits(node: SourceNode, declared: NumberLimits, report: Report): NumberLimits {
  const exclusiveMinimum = readNumber(node, 'exclusiveMinimum', report);
  const exclusiveMaximum = readNumber(node, 'exclusiveMaximum', report);
  const multipleOf = readNumber(node, 'multipleOf', report);
  const lower = Math.max(declared.minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const upper = Math.min(declared.maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const isOpen = exclusiveMinimum === lower || exclusiveMaximum === upper;
  if (lower > upper || (isOpen && lower === upper)) {
    const at = node.member('exclusiveMinimum') ?? node.member('exclusiveMaximum') ?? node;
    report(at.diagnose('E-LIMIT', `no number from ${lower} to ${upper}`, 'bounds with numbers between them'));
  }
  return omitUndefined({ exclusiveMinimum, exclusiveMaximum, multipleOf });
}

/** Before 3.1, it was a flag beside the bound. */
function boundOf(node: SourceNode, { value, path }: SourceNode): string {
  const keyword = String(path.at(-1));
  const other = keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum';
  const bound = node.member(other)?.value;
  if (value !== true || typeof bound !== 'number') return 'a number';
  return `${keyword}: ${bound} in place of ${other}: ${bound}, as in 3.1`;
}

function readNumber(
  node: SourceNode,
  keyword: 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf',
  report: Report,
): number | undefined {
  const found = node.member(keyword);
  if (!found) return undefined;
  const { value } = found;
  if (typeof value === 'number' && Number.isFinite(value) && (keyword !== 'multipleOf' || value > 0))
    return value;
  const accepted = keyword === 'multipleOf' ? 'a number greater than 0' : boundOf(node, found);
  report(found.diagnose('E-LIMIT', quote(value), accepted));
  return undefined;
}
