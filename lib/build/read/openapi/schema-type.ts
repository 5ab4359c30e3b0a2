/** Schemas of OpenAPI 3.1 (JSON Schema draft 2020-12) -> TypePlan. Reports what a plan cannot express. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import {
  integerFormats,
  type MemberCounts,
  type NumberLimits,
  type ObjectShape,
  type ObjectType,
  type StringType,
  type TypePlan,
  type WithChecks,
} from '../../../shared/plan/type-plan.ts';
import { isAny, isNever } from '../../schema/models.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readArrayLimits, readMemberCounts } from '../common/limits.ts';
import { formatOf, readPrimitive } from '../common/primitive-type.ts';
import type { ReadContext } from '../common/read-context.ts';
import {
  compoundValuesOf,
  kindsOf,
  refuseLimitedValues,
  refuseNoValues,
  withValuesOf,
} from './allowed-values.ts';
import { readAlternatives } from './alternatives.ts';
import {
  alsoOf,
  bothTypes,
  clashingMember,
  isBound,
  isPure,
  jsonKinds,
  openShape,
  unionOf,
  withChecksOf,
} from './combine-types.ts';
import { readChecks, refuseKeywords, saysMore, warnOfIgnored, without } from './keywords.ts';
import { readSchemaProperties } from './properties.ts';
import type { SchemaContext } from './schema-context.ts';

/** The members of an object, as a schema declares them. */
export type ReadShape = ObjectShape & MemberCounts & WithChecks;

/** @returns undefined for a schema that is not supported, which is reported. */
export function readSchema(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const type = readWithoutExamples(node, context);
  return type && { ...type, ...context.examples.ofSchema(node, context.report) };
}

function readWithoutExamples(declared: SourceNode, context: SchemaContext): TypePlan | undefined {
  if (declared.value === true) return { kind: 'any' };
  if (declared.value === false) return { kind: 'any', checks: { schemas: { not: { kind: 'any' } } } };
  if (!declared.expect('object', context.report)) return undefined;
  warnOfIgnored(declared, context.report);
  return refuseKeywords(declared, context.report) ? undefined : readCombined(declared, context);
}

/** Everything that a schema says of a value holds: what it refers to, its parts, the keywords beside these, alternatives. */
function readCombined(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const parts = partsOf(node, context);
  const types = parts?.map(({ type }) => type);
  const isAlone = types && types.filter((type) => !isPure(type)).length < 2;
  return parts && combine(node, isAlone ? parts : withMembers(parts, context), context);
}

const anyValue: TypePlan = { kind: 'any' };

interface Part {
  readonly at: SourceNode;
  readonly type: TypePlan;
}

/** @returns undefined if one of them is not supported, which is reported. */
function partsOf(node: SourceNode, context: SchemaContext): readonly Part[] | undefined {
  const reference = node.member('$ref');
  const listed = node.itemsOf('allOf').filter(saysMore);
  const alternatives = ['oneOf', 'anyOf'].flatMap((keyword) => node.member(keyword) ?? []);
  const taken = ['$ref', 'allOf', 'oneOf', 'anyOf', ...(alternatives.length > 0 ? ['discriminator'] : [])];
  const rest = without(node, taken);
  const isEmpty = !reference && listed.length + alternatives.length === 0;
  const read = (each: SourceNode) => readSchema(each, context);
  const all: (readonly [at: SourceNode, type: TypePlan | undefined])[] = [
    ...(reference ? [[reference, context.schemas.typeOf(reference, context)] as const] : []),
    ...listed.map((each) => [each, read(each)] as const),
    ...(isEmpty || saysMore(rest) ? [[rest, readPlain(rest, context)] as const] : []),
    ...alternatives.map((each) => [each, readAlternatives(node, each, { context, read })] as const),
  ];
  const known = all.flatMap(([at, type]) => (type ? [{ at, type }] : []));
  return known.length < all.length ? undefined : known;
}

/** Named objects as objects with their members. Those that cannot be read are reported, and left out. */
function withMembers(parts: readonly Part[], context: SchemaContext): readonly Part[] {
  return parts.flatMap(({ at, type }) => {
    const place = at.member('$ref') ?? at;
    const members = type.kind === 'model' ? context.schemas.membersOf(type.id, place, context) : type;
    return members ? [{ at, type: isBound(members) ? type : members }] : [];
  });
}

function combine(node: SourceNode, parts: readonly Part[], { report }: SchemaContext): TypePlan | undefined {
  // Some keywords mean the members or items where they stand: such parts stay parts.
  const isWhole = ({ at, type }: Part) => at.path.length > node.path.length && isBound(type);
  const wholes = parts.filter(isWhole);
  const open = parts.filter((part) => !isWhole(part));
  const [first, ...others] = open.length > 0 || wholes.length < 2 ? open : [{ at: node, type: anyValue }];
  let all = first?.type;
  for (const { at, type } of others) {
    const both = all && bothTypes(all, type);
    if (all && !both) reportClash(node, at, { one: all, other: type }, report);
    all = both;
  }
  for (const { type } of wholes) all = all ? alsoOf(all, type) : type;
  const additional = node.member('additionalProperties');
  if (all?.checks?.lists?.['allOf'] && additional && additional.value !== true && parts.length > 1) {
    const found = 'additionalProperties beside other parts, whose members it refuses';
    report(additional.diagnose('W-UNSUPPORTED', found, '"unevaluatedProperties", which knows all parts'));
  }
  return all && settle(all);
}

function reportClash(
  node: SourceNode,
  at: SourceNode,
  { one, other }: { readonly one: TypePlan; readonly other: TypePlan },
  report: Report,
): void {
  const name = clashingMember(one, other);
  if (name !== undefined) {
    const accepted = 'the property in one part, or parts that some value satisfies';
    report(node.diagnose('E-UNSUPPORTED', `${quote(name)} in several parts of allOf`, accepted));
    return;
  }
  const isBeside = at.path.length === node.path.length;
  const [keyword = 'a keyword'] = isBeside ? at.members().map(([each]) => each) : [];
  const found = isBeside
    ? `${keyword} beside a schema that it changes`
    : `${jsonKinds(other).join(' or ')} in a part, beside ${jsonKinds(one).join(' or ')}`;
  const accepted = isBeside ? `${keyword} inside that schema` : 'parts that some value satisfies';
  report((isBeside ? (at.member(keyword) ?? at) : at).diagnose('E-UNSUPPORTED', found, accepted));
}

/** Without other schemas of the same object, `unevaluatedProperties` says the same as `additionalProperties`. */
function settle(type: TypePlan): TypePlan {
  if (type.kind !== 'object' || !type.checks) return type;
  const { shape = openShape, checks, ...rest } = type;
  const { schemas: { unevaluatedProperties, ...others } = {}, ...more } = checks;
  const isPlain = Object.keys(omitEmpty({ ...more, others })).length === 0;
  if (!unevaluatedProperties || !isPlain || !shape.additional || !isAny(shape.additional)) return type;
  const { additional: _, ...members } = shape;
  return {
    ...rest,
    shape: isNever(unevaluatedProperties) ? members : { ...members, additional: unevaluatedProperties },
  };
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
  const checks = readChecks(node, undefined, { ...context, read: (each) => readSchema(each, context) });
  if (known.length < types.length || !checks) return undefined;
  const isEmpty = known.some((type) => refuseLimitedValues(node, type, context.report));
  return isEmpty ? undefined : withChecksOf(unionOf(known), checks);
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
    case 'object': {
      const type = kind === 'array' ? readArray(node, context) : readObject(node, context);
      const checks = readChecks(node, kind, { ...context, read: (each) => readSchema(each, context) });
      return type && checks && withChecksOf(withChecksOf(type, checks), compoundValuesOf(node));
    }
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

/** After `prefixItems`, `items: false` is their number. */
function readArray(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const itemsNode = node.member('items');
  const isEnd = itemsNode?.value === false;
  const itemType: TypePlan | undefined =
    itemsNode && !isEnd ? readSchema(itemsNode, context) : { kind: 'any' };
  if (!itemType) return undefined;
  const limits = readArrayLimits(node, { itemType, isSet: false }, context.report);
  const maxItems = Math.min(
    limits.maxItems ?? Infinity,
    isEnd ? node.itemsOf('prefixItems').length : Infinity,
  );
  return { kind: 'array', items: itemType, ...limits, ...(isEnd ? { maxItems } : {}) };
}

/** An object is open unless it says otherwise. */
function readObject(node: SourceNode, context: SchemaContext): TypePlan | undefined {
  const counts = readMemberCounts(node, context.report);
  if (!node.anyMember(['properties', 'additionalProperties', 'required']))
    return { kind: 'object', ...counts };
  const declared = readSchemaProperties(node, context, (each) => readSchema(each, context));
  const others = node.member('additionalProperties');
  const additional: TypePlan | undefined = others ? readSchema(others, context) : { kind: 'any' };
  if (!declared || !additional) return undefined;
  const shape = { properties: declared, ...(isNever(additional) ? {} : { additional }) };
  return { kind: 'object', shape: withRequired(shape, node.itemsOf('required'), context.report), ...counts };
}

/** A member must be there, whatever the schema says of it. */
function withRequired(shape: ObjectShape, required: readonly SourceNode[], report: Report): ObjectShape {
  const byName = new Map(shape.properties.map((property) => [property.name, property]));
  for (const node of required) {
    const name = String(node.value);
    const declared = byName.get(name);
    if (declared) byName.set(name, { ...declared, required: true });
    else if (shape.additional)
      byName.set(name, { name, type: shape.additional, required: true, isUndeclared: true });
    else
      report(
        node.diagnose('E-SHAPE', `${quote(name)} required of an object that cannot have it`, 'a property'),
      );
  }
  return { ...shape, properties: [...byName.values()] };
}

/** The members of an object and of its parts. Alternatives and other parts that are no objects are checks. */
export function readObjectSchema(node: SourceNode, context: SchemaContext): ReadShape | undefined {
  if (refuseKeywords(node, context.report)) return undefined;
  const parts = partsOf(node, context);
  const type = parts && combine(node, withMembers(parts, context), context);
  if (!type) return undefined;
  const { shape = openShape, kind: _, ...others } = type.kind === 'object' ? type : objectWith(type);
  return { ...shape, ...others };
}

function objectWith(type: TypePlan): ObjectType & WithChecks {
  const isAny = type.kind === 'any';
  return {
    kind: 'object',
    ...(isAny ? omitUndefined({ checks: type.checks }) : { checks: { lists: { allOf: [type] } } }),
  };
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
