/** Schemas of OpenAPI 3.1 (JSON Schema draft 2020-12), checked. The plan has what they say, keyword by keyword. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { isNever, never } from '../../schema/references.ts';
import { subschemas } from '../../schema/walk.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readArrayLimits, readCounts } from '../common/limits.ts';
import { isSafeName } from '../common/names.ts';
import { readPattern } from '../common/pattern.ts';
import { formatOf, readPrimitive } from '../common/primitive-type.ts';
import { allowedValues, isBinary, kindsOf, refuseLimitedValues, refuseNoValues } from './allowed-values.ts';
import { readAlternatives } from './alternatives.ts';
import { propertyAnnotations } from './annotations.ts';
import { copiedKeywords, refuseKeywords, saysMore, warnOfIgnored, without } from './keywords.ts';
import { isIntegral, readOpenLimits } from './number-limits.ts';
import type { SchemaContext } from './schema-context.ts';

/** @returns undefined for a schema that is not supported, which is reported. */
export function readSchema(node: SourceNode, context: SchemaContext): Schema | undefined {
  const { examples } = context;
  if (node.value === true) return {};
  if (node.value === false) return never;
  if (!node.expect('object')) return undefined;
  warnOfIgnored(node);
  if (refuseKeywords(node) || refuseNoValues(node)) return undefined;
  const own = readOwn(without(node, combining), context);
  const parts = readParts(node, context);
  const alternatives = readAlternativesOf(node, context);
  if (!own || !parts || !alternatives) return undefined;
  warnOfClosed(node, parts);
  const whole = combined(own, parts, alternatives);
  if (whole.allOf ?? whole.anyOf ?? whole.oneOf) context.combined.push({ node, schema: whole });
  return examples.withExamples({ ...whole, ...node.describe() }, node);
}

const combining = ['$ref', 'allOf', 'oneOf', 'anyOf', 'discriminator'];

/** A part alone stands for the schema itself. */
function combined(own: Schema, parts: readonly Schema[], alternatives: readonly Schema[]): Schema {
  const [only = {}, ...others] = [...parts, ...alternatives];
  const isAlone = others.length === 0 && (parts.length === 0 || Object.keys(own).length === 0);
  if (isAlone && Object.keys(only).every((keyword) => !Object.hasOwn(own, keyword)))
    return { ...own, ...only };
  return { ...own, allOf: [...parts, ...alternatives] };
}

/** What the schema refers to, and the parts of `allOf`. A model beside other parts is meant without its sub types. */
function readParts(node: SourceNode, context: SchemaContext): readonly Schema[] | undefined {
  const { schemas } = context;
  const nodes = [...(node.member('$ref') ? [node.only(['$ref'])] : []), ...node.itemsOf('allOf')].filter(
    saysMore,
  );
  const isPart = nodes.length > 1 || saysMore(without(node, ['$ref', 'allOf'])) || schemas.isSubType(node);
  return allKnown(
    nodes.map((part) => {
      const reference = saysMore(without(part, ['$ref'])) ? undefined : part.member('$ref');
      return reference ? schemas.referenceTo(reference, { isPart }) : readSchema(part, context);
    }),
  );
}

function readAlternativesOf(node: SourceNode, context: SchemaContext): readonly Schema[] | undefined {
  const read = (each: SourceNode) => readSchema(each, context);
  const declared = ['oneOf', 'anyOf'].flatMap((keyword) => node.member(keyword) ?? []);
  return allKnown(declared.map((each) => readAlternatives(node, each, { context, read })));
}

function allKnown<Read>(all: readonly (Read | undefined)[]): readonly Read[] | undefined {
  const known = all.filter((each) => each !== undefined);
  return known.length < all.length ? undefined : known;
}

function warnOfClosed(node: SourceNode, parts: readonly Schema[]): void {
  const additional = node.member('additionalProperties');
  if (!additional || additional.value === true || parts.length === 0) return;
  const found = 'additionalProperties beside other parts, whose members it refuses';
  additional.report('W-UNSUPPORTED', found, '"unevaluatedProperties", which knows all parts');
}

/** The keywords of the schema itself. */
function readOwn(node: SourceNode, context: SchemaContext): Schema | undefined {
  const kinds = kindsOf(node);
  const [kind, second] = kinds;
  const named = node.member('type');
  if (named && kind === undefined) {
    named.report('E-TYPE', '[]', 'at least one type');
    return undefined;
  }
  // A limit is about the kinds of value that it names, and says nothing of others.
  const limited = second === undefined ? node : node.reporting(({ code }) => code !== 'W-LIMIT');
  const nested = readNested(node, context);
  const read = nested && kinds.map((each) => readKind(each, limited, { nested, ...context }));
  const known = read && allKnown(read);
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
    ...copiedKeywords(node),
  };
  return refuseLimitedValues(node, schema) ? undefined : schema;
}

interface KindContext extends SchemaContext {
  readonly nested: Schema;
}

/** What the schema says of values of one JSON type. */
function readKind(kind: string, node: SourceNode, context: KindContext): Schema | undefined {
  const { nested } = context;
  // Values are read for all kinds at once.
  const plain = without(node, ['enum', 'const']);
  switch (kind) {
    case 'null':
      return { type: 'null' };
    case 'boolean':
    case 'string':
      return {
        ...readPrimitive({ type: kind, ...encodingOf(node) }, plain, context),
        // A form sends it as a file (request-body.ts); JSON has no bytes, so there it is any text.
        ...(kind === 'string' && isBinary(node) ? { format: 'binary' } : {}),
      };
    case 'integer':
    case 'number': {
      const isInteger = kind === 'integer' || isIntegral(formatOf(node));
      const schema = readPrimitive({ type: isInteger ? 'integer' : 'number' }, plain, context);
      return { ...schema, ...readOpenLimits(node, schema) };
    }
    case 'array':
      return { type: 'array', ...readList(node, nested, context) };
    case 'object':
      return { type: 'object', ...readCounts(node, 'Properties'), ...readRequired(node, nested) };
    default: {
      const near = nearSpelling(kind, jsonTypes);
      const accepted = near === undefined ? `one of ${jsonTypes.join(', ')}` : quote(near);
      (node.member('type') ?? node).report('E-TYPE', quote(kind), accepted);
      return undefined;
    }
  }
}

const jsonTypes = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

/** OpenAPI 3.1 section 4.7.14.1: what 3.0 calls `format: byte`. */
function encodingOf(node: SourceNode): { readonly format?: string } {
  return node.member('contentEncoding')?.value === 'base64' ? { format: 'byte' } : {};
}

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
  const required = node.itemsOf('required');
  const { properties = {}, additionalProperties = {}, patternProperties } = nested;
  for (const each of required) {
    const name = String(each.value);
    if (Object.hasOwn(properties, name) || !isNever(additionalProperties) || patternProperties) continue;
    const found = `${quote(name)} required of an object that cannot have it`;
    each.report('E-SHAPE', found, 'a property');
  }
  return omitEmpty({ required: [...new Set(required.map(({ value }) => String(value)))] });
}

/** The schemas within the schema. @returns undefined if one is not supported, which is reported. */
function readNested(node: SourceNode, context: SchemaContext): Schema | undefined {
  const keywords = Object.keys(subschemas).filter((keyword) => !combining.includes(keyword));
  const read = keywords.flatMap((keyword) => {
    const at = node.member(keyword);
    return at ? [[keyword, readHeld(keyword, at, context)] as const] : [];
  });
  return read.every(([, held]) => held) ? Object.fromEntries(read) : undefined;
}

function readHeld(keyword: string, at: SourceNode, context: SchemaContext): unknown {
  const read = (each: SourceNode) => readSchema(each, context);
  if (subschemas[keyword] === 'schema') return read(at);
  if (subschemas[keyword] === 'list') return allKnown(at.items().map(read));
  const members = at.members();
  const named = members.map(([name, each]) => {
    if (keyword === 'properties') return [name, readProperty(name, each, context)] as const;
    const isPattern = keyword === 'patternProperties';
    const { pattern = name } = isPattern ? readPattern(each.with({ value: name }), undefined, context) : {};
    return [pattern, read(each)] as const;
  });
  return named.every(([, schema]) => schema) ? Object.fromEntries(named) : undefined;
}

function readProperty(name: string, node: SourceNode, context: SchemaContext): Schema | undefined {
  const schema = isSafeName(name, node) ? readSchema(node, context) : undefined;
  return schema && { ...schema, ...propertyAnnotations(node, schema, context) };
}
