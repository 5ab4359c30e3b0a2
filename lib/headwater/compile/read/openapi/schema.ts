/** Schemas of OpenAPI 3.1 (JSON Schema draft 2020-12), checked. The plan has what they say, keyword by keyword. */

import { membersOf } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitEmpty, omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { isNever, modelOf, never, subschemas } from '../../schema/walk.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readDefault } from '../common/checked-values.ts';
import { readArrayLimits, readCounts, reportMisplacedLimits } from '../common/limits.ts';
import { isSafeName, unsafeInProperties } from '../common/names.ts';
import { readPattern } from '../common/pattern.ts';
import { formatOf, formatsOfKind, readPrimitive } from '../common/primitive-type.ts';
import {
  allowedValues,
  isBinary,
  kindsOf,
  refuseLimitedValues,
  refuseNoValues,
  withMeantValues,
} from './allowed-values.ts';
import { readAlternatives } from './alternatives.ts';
import { withExamples } from './examples.ts';
import { reportContradiction } from './impossible-schemas.ts';
import {
  copiedKeywords,
  jsonTypes,
  keywordsOfKind,
  refuseKeywords,
  saysMore,
  warnOfIgnored,
  without,
} from './keywords.ts';
import type { SchemaContext } from './schema-context.ts';

/**
 * @param outer the schema of whose parts this is one.
 * @returns undefined for a schema that is not supported, which is reported.
 */
export function readSchema(
  declared: SourceNode,
  context: SchemaContext,
  outer = declared,
): Schema | undefined {
  if (declared.value === true) return {};
  if (declared.value === false) return never;
  if (!declared.expect('object')) return undefined;
  const node = withTypeOfParts(withMeantValues(declared), context);
  warnOfIgnored(node);
  if (refuseKeywords(node) || refuseNoValues(node)) return undefined;
  const own = readOwn(withTypeBeside(without(node, combining), outer, context), context);
  const parts = readParts(node, context, outer);
  const alternating = unions.flatMap((keyword) => node.member(keyword) ?? []);
  const read = (each: SourceNode) => readSchema(each, context);
  const alternatives = allKnown(alternating.map((each) => readAlternatives(node, each, context, read)));
  if (!own || !parts || !alternatives) return undefined;
  warnOfLimited(node, parts);
  const whole = combined(own, parts, alternatives);
  if (contradicting.some((keyword) => whole[keyword] !== undefined))
    context.afterwards.push((models) => reportContradiction(node, whole, models));
  return withExamples({ ...whole, ...node.describe() }, node, context);
}

const unions = ['oneOf', 'anyOf'];
const contradicting = ['allOf', ...unions, 'patternProperties', 'unevaluatedProperties'];
const combining = ['$ref', 'allOf', ...unions, 'discriminator'];

/** A limit without a type beside it says nothing of the other types, such as null, that other parts say. */
function withTypeBeside(own: SourceNode, outer: SourceNode, { schemas }: SchemaContext): SourceNode {
  const [kind] = kindsOf(own);
  if (kind === undefined || own.anyMember(['type', 'enum', 'const'])) return own;
  const types = typesOf.get(outer) ?? typesSaid(outer, schemas);
  typesOf.set(outer, types);
  const isHeld = types.has(kind) || (kind === 'number' && types.has('integer'));
  if (!isHeld || types.has(undefined)) return own;
  return own.with({ value: { ...membersOf(own.value), type: [...types] } });
}

/** Generators write `type: object` beside references to anything, and `type: null` beside what may be null. */
function withTypeOfParts(node: SourceNode, { schemas }: SchemaContext): SourceNode {
  const own = node.member('type');
  const kinds = own ? [own.value].flat() : kindsOf(node);
  const isAlone = !node.anyMember(['$ref', 'allOf', ...unions]) || node.anyMember(['properties', 'items']);
  if (kinds.length === 0 || isAlone) return node;
  const ofKinds = Object.entries(keywordsOfKind).flatMap(([kind, all]) => (kinds.includes(kind) ? all : []));
  const others = Object.entries(membersOf(node.value)).filter(
    ([each]) => !['type', ...ofKinds].includes(each),
  );
  const whole = node.with({ value: Object.fromEntries(others) });
  const types = typesSaid(whole, schemas);
  const isNumber = (type: unknown) => type === 'number' || type === 'integer';
  const isHeld = (type: unknown) => types.has(type) || (isNumber(type) && [...types].some(isNumber));
  if (types.size === 0 || types.has(undefined) || kinds.some(isHeld)) return node;
  const isNullable = own?.value === 'null' && node.anyMember(unions) !== undefined;
  const found = `${own ? '' : 'keywords of '}type ${kinds.map(quote).join(' or ')}, which its parts exclude`;
  const meant = isNullable ? 'the types of its parts, or null' : 'the types of its parts';
  (own ?? node).report('W-TYPE', found, `${meant}, which is assumed`);
  return isNullable ? node.with({ value: { anyOf: [whole.value, { type: 'null' }] } }) : whole;
}

/** What `typesSaid` has found: a schema may have a thousand parts. */
const typesOf = new WeakMap<SourceNode, ReadonlySet<unknown>>();

/** Undefined is one of them if an alternative says none. */
function typesSaid(node: SourceNode, schemas: SchemaContext['schemas']): ReadonlySet<unknown> {
  const said = schemas.said('type', node);
  const alternatives = unions.flatMap((keyword) => node.itemsOf(keyword));
  const types = said ? [said] : alternatives.map((each) => schemas.said('type', each));
  return new Set(types.flatMap((type) => type?.value));
}

/** A part alone stands for the schema itself. */
function combined(own: Schema, parts: readonly Schema[], alternatives: readonly Schema[]): Schema {
  const [only = {}, ...others] = [...parts, ...alternatives];
  const isAlone = others.length === 0 && (parts.length === 0 || Object.keys(own).length === 0);
  if (isAlone && Object.keys(only).every((keyword) => !Object.hasOwn(own, keyword)))
    return { ...own, ...only };
  return { ...own, allOf: [...parts, ...alternatives] };
}

/** What the schema refers to, and the parts of `allOf`. A model beside other parts is meant without its sub types. */
function readParts(
  node: SourceNode,
  context: SchemaContext,
  outer: SourceNode,
): readonly Schema[] | undefined {
  const { schemas } = context;
  const nodes = [node.only(['$ref']), ...node.itemsOf('allOf')].filter(saysMore);
  const isPart =
    nodes.length > 1 || saysMore(without(node, ['$ref', 'allOf'])) || schemas.discriminators.isSubType(node);
  return allKnown(
    nodes.map((part) => {
      const reference = saysMore(without(part, ['$ref'])) ? undefined : part.member('$ref');
      return reference ? schemas.referenceTo(reference, isPart) : readSchema(part, context, outer);
    }),
  );
}

function allKnown<Read>(all: readonly (Read | undefined)[]): readonly Read[] | undefined {
  const known = all.filter((each) => each !== undefined);
  return known.length < all.length ? undefined : known;
}

/** Members that a closed schema refuses are reported one by one. */
function warnOfLimited(node: SourceNode, parts: readonly Schema[]): void {
  const additional = node.member('additionalProperties');
  if (!additional || typeof additional.value === 'boolean' || parts.length === 0) return;
  const found = 'additionalProperties beside other parts, to whose members it applies';
  additional.report('W-UNSUPPORTED', found, '"unevaluatedProperties", which knows all parts');
}

function readOwn(node: SourceNode, context: SchemaContext): Schema | undefined {
  const kinds = kindsOf(node);
  const [kind, second] = kinds;
  const named = node.member('type');
  if (named && kind === undefined) return named.report('E-TYPE', '[]', 'at least one type');
  // A limit is about the kinds of value that it names, and says nothing of others.
  const limited = second === undefined ? node : node.reporting(({ code }) => code !== 'W-LIMIT');
  const nested = readNested(node, context);
  const known = nested && allKnown(kinds.map((each) => readKind(each, limited, nested, context)));
  if (!nested || !known) return undefined;
  const { format, ...limits }: Schema = Object.assign(
    {},
    ...known,
    second === undefined ? {} : { type: kinds, format: formatOf(node) },
  );
  const { items, ...others } = nested;
  const schema: Schema = {
    ...limits,
    ...others,
    // A number of items says the same as that there are no others.
    ...(items && !isNever(items) ? { items } : {}),
    ...omitUndefined({ format, enum: allowedValues(node, kinds) }),
    ...membersOf(node.only(copiedKeywords).value),
  };
  return refuseLimitedValues(node, schema) ? undefined : schema;
}

function readKind(
  kind: string,
  node: SourceNode,
  nested: Schema,
  context: SchemaContext,
): Schema | undefined {
  // Values are read for all kinds at once.
  const plain = without(node, ['enum', 'const']);
  switch (kind) {
    case 'null':
      return { type: 'null' };
    case 'boolean':
    case 'string': {
      // OpenAPI 3.1 section 4.7.14.1: what 3.0 calls `format: byte`.
      const isEncoded = node.member('contentEncoding')?.value === 'base64';
      return {
        ...readPrimitive({ type: kind, ...(isEncoded ? { format: 'byte' } : {}) }, plain, context),
        // A form sends it as a file (request-body.ts); JSON has no bytes, so there it is any text.
        ...(kind === 'string' && isBinary(node) ? { format: 'binary' } : {}),
      };
    }
    case 'integer':
    case 'number': {
      // The registry of formats has integers as formats of numbers.
      const isInteger = kind === 'integer' || /^int(?:32|64)$/.test(formatOf(node) ?? '');
      const schema = readPrimitive({ type: isInteger ? 'integer' : 'number' }, plain, context);
      return { ...schema, ...readOpenLimits(node, schema) };
    }
    case 'array':
      reportMisplacedLimits(node, kind);
      return { type: 'array', ...readList(node, nested, context) };
    case 'object':
      return { type: 'object', ...readCounts(node, 'Properties'), ...readRequired(node, nested) };
    default:
      return node.at('type').report('E-TYPE', quote(kind), typeMeantBy(kind));
  }
}

/** In messages: the type that an author means by the name of a format, or of a type in another language. */
function typeMeantBy(name: string): string {
  const kindOfFormat = Object.keys(formatsOfKind).find((kind) =>
    ownMember(formatsOfKind, kind)?.includes(name),
  );
  const [type = kindOfFormat ?? nearSpelling(name, jsonTypes), format = kindOfFormat && name] =
    foreignTypes.get(name.toLowerCase()) ?? [];
  if (type === undefined) return `one of ${jsonTypes.join(', ')}`;
  return format === undefined ? quote(type) : `"type": ${quote(type)}, "format": ${quote(format)}`;
}

type MeantType = readonly [type: string, format?: string];

const foreignTypes = new Map(
  Object.entries<MeantType>({
    int: ['integer'],
    long: ['integer', 'int64'],
    decimal: ['number'],
    bool: ['boolean'],
    text: ['string'],
    str: ['string'],
    list: ['array'],
    map: ['object'],
    dict: ['object'],
    uuid: ['string', 'uuid'],
    datetime: ['string', 'date-time'],
    file: ['string', 'binary'],
  }),
);

/** After `prefixItems`, `items: false` is their number. */
function readList(
  node: SourceNode,
  { items = {}, prefixItems = [] }: Schema,
  { schemas }: SchemaContext,
): Schema {
  const at = node.member('items');
  // A reference names the type of its values elsewhere.
  const type = items.type ?? ((at && schemas.said('type', at)?.value) as Schema['type']);
  const limits = readArrayLimits(node, omitUndefined({ type }));
  if (!isNever(items)) return limits;
  return { ...limits, maxItems: Math.min(limits.maxItems ?? Infinity, prefixItems.length) };
}

function readRequired(node: SourceNode, nested: Schema): Schema {
  const { properties = {}, additionalProperties = {}, patternProperties } = nested;
  const isClosed = isNever(additionalProperties) && !patternProperties;
  const required = node.itemsOf('required').filter((each) => {
    const name = String(each.value);
    if (Object.hasOwn(properties, name)) return true;
    const near = nearSpelling(name, Object.keys(properties));
    const what = isClosed ? 'a name that the object cannot have' : 'which is no property';
    const found = `${quote(name)} required, ${what}`;
    const code = isClosed ? 'E-SHAPE' : 'W-SHAPE';
    if (near !== undefined) each.report(code, found, `${quote(near)}, the nearest one`);
    else if (isClosed) each.report('W-SHAPE', `${found}, and ignored`, 'a property');
    return !isClosed;
  });
  return omitEmpty({ required: [...new Set(required.map(({ value }) => String(value)))] });
}

/** The schemas within the schema. @returns undefined if one is not supported, which is reported. */
function readNested(node: SourceNode, context: SchemaContext): Schema | undefined {
  const read = Object.keys(subschemas).flatMap((keyword) => {
    const at = node.member(keyword);
    return at ? [[keyword, readHeld(keyword, at, context)] as const] : [];
  });
  return read.every(([, held]) => held) ? Object.fromEntries(read) : undefined;
}

function readHeld(keyword: string, at: SourceNode, context: SchemaContext): unknown {
  const read = (each: SourceNode) => readSchema(each, context);
  if (ownMember(subschemas, keyword) === 'schema') return read(at);
  if (ownMember(subschemas, keyword) === 'list') return allKnown(at.items().map(read));
  const named = at.members().map(([name, each]) => {
    if (keyword === 'properties') return [name, readProperty(each, context)] as const;
    if (keyword !== 'patternProperties') return [name, read(each)] as const;
    const { pattern } = readPattern(each.with({ value: name }), undefined, context);
    return [pattern ?? name, pattern === undefined ? undefined : read(each)] as const;
  });
  return named.every(([, schema]) => schema) ? Object.fromEntries(named) : undefined;
}

/** A schema that a property refers to says its annotations as well. */
function readProperty(property: SourceNode, context: SchemaContext): Schema | undefined {
  const { schemas, claims } = context;
  const isSafe = isSafeName(property.name, property, unsafeInProperties);
  const schema = isSafe ? readSchema(property, context) : undefined;
  if (!schema) return undefined;
  const isSaid = (keyword: string) => schemas.said(keyword, property)?.asFlag() || undefined;
  const readOnly = isSaid('readOnly') ?? isSaid('x-read-only');
  const defaultValue = readDefault(defaultNode(property, schema, context), schema, claims);
  return {
    ...schema,
    ...property.extensions().extensions,
    // The keyword of Swagger 1.x.
    ...omitUndefined({ 'x-read-only': readOnly, default: defaultValue }),
    ...omitUndefined({ readOnly, writeOnly: isSaid('writeOnly'), deprecated: isSaid('deprecated') }),
  };
}

/** A reference to an object does not inherit its default: the handler decides what an absent one means. */
export function defaultNode(
  node: SourceNode,
  schema: Schema,
  { schemas }: Pick<SchemaContext, 'schemas'>,
): SourceNode | undefined {
  const isObject = schemas.isObject(modelOf(schema) ?? '');
  return isObject ? node.member('default') : schemas.said('default', node);
}

/** Limits of numbers that JSON Schema has and Swagger 1.x does not. @param declared `minimum` and `maximum`, read already. */
function readOpenLimits(node: SourceNode, declared: Schema): Schema {
  const exclusiveMinimum = readNumber(node, 'exclusiveMinimum', 'minimum');
  const exclusiveMaximum = readNumber(node, 'exclusiveMaximum', 'maximum');
  const multipleOf = readNumber(node, 'multipleOf');
  const lower = Math.max(declared.minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const upper = Math.min(declared.maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const isOpen = exclusiveMinimum === lower || exclusiveMaximum === upper;
  if (lower > upper || (isOpen && lower === upper)) {
    node
      .at('exclusiveMinimum', 'exclusiveMaximum')
      .report('E-LIMIT', `no number from ${lower} to ${upper}`, 'bounds with numbers between them');
  }
  return omitUndefined({ exclusiveMinimum, exclusiveMaximum, multipleOf });
}

/** @param bound the keyword beside which it was a flag before 3.1. */
function readNumber(node: SourceNode, keyword: string, bound?: string): number | undefined {
  const found = node.member(keyword);
  const value = found?.value;
  if (typeof value === 'number' && Number.isFinite(value) && (bound || value > 0)) return value;
  const limit = bound && node.member(bound)?.value;
  const isFlag = value === true && typeof limit === 'number';
  const number = bound ? 'a number; before OpenAPI 3.1, true or false' : 'a number greater than 0';
  const accepted = isFlag ? `${keyword}: ${limit} in place of ${bound}: ${limit}, as in 3.1` : number;
  return found?.report('E-LIMIT', quote(value), accepted);
}
