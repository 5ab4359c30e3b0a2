/** Parameters of path, query and headers, and the fields of forms, which are sent alike. */

import { equal } from '../../../shared/json/equal.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import {
  type InputParameter,
  type InputPlace,
  inputPlaces,
  type ListForm,
} from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { alternativesOf, flat, typeIn, typesIn } from '../../schema/flat.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readDefault } from '../common/checked-values.ts';
import { typeName } from '../common/describe-type.ts';
import { readSynonyms } from '../common/extensions.ts';
import { readFilter } from '../common/filters.ts';
import { readParameterName } from '../common/names.ts';
import type { ReadInput } from '../common/parameters.ts';
import { isFormatName, type ReadPath } from '../common/path.ts';
import { castOf } from '../common/primitive-type.ts';
import { readExamples } from './examples.ts';
import { resolve } from './references.ts';
import { defaultNode, readSchema } from './schema.ts';
import type { SchemaContext } from './schema-context.ts';

/** OpenAPI 3.1 section 4.7.12.2.1: such parameters are ignored. */
const ignoredHeaders = /^(?:accept|content-type|authorization)$/i;

export function isIgnored(node: SourceNode, { hadFormat }: ReadPath): boolean {
  const [place, name] = [node.member('in')?.value, node.member('name')?.value];
  if (place === 'header') return ignoredHeaders.test(String(name));
  return hadFormat && place === 'path' && isFormatName(name);
}

/** @returns undefined if the parameter cannot be read, which is reported. */
export function readOpenApiParameter(found: SourceNode, context: SchemaContext): ReadInput | undefined {
  const node = resolve(found, 'parameters');
  if (!node) return undefined;
  const place = readPlace(node);
  const name = place && readParameterName(node, place);
  const read = readValue(node, { ...context, isBounded: true });
  if (!place || name === undefined || !read) return undefined;
  const { schema, declared: at, json, holders } = read;
  const sending = json ? { cast: json, isList: false } : readSending(read, node, place, context);
  if (!sending) return undefined;
  warnOfEmpty(node, place, schema);
  const runtime = {
    name,
    place,
    required: place === 'path' || node.flag('required'),
    ...sending,
    ...omitUndefined({
      defaultValue: readDefault(at && defaultNode(at, schema, context), schema, context.claims),
      synonyms: readSynonyms(node, place),
      filter: readFilter(node, place, schema),
    }),
  };
  const deprecated = node.member('deprecated') ?? (at && context.schemas.said('deprecated', at));
  const annotations = {
    ...node.describe(),
    ...readExamples(holders, { schema, use: 'request' }, context),
    ...node.extensions(),
    ...omitUndefined({ isDeprecated: deprecated?.asFlag() || undefined }),
  };
  return { kind: 'input', node, plan: { runtime, schema, ...annotations } };
}

function readPlace(node: SourceNode): InputPlace | undefined {
  const value = node.member('in')?.value;
  const place = inputPlaces.find((each) => each === value);
  const code = value === 'cookie' ? 'E-UNSUPPORTED' : 'E-PARAM';
  const found = value === undefined ? 'no in' : quote(value);
  if (!place) node.at('in').report(code, found, 'path, query or header');
  return place;
}

interface ReadValue {
  readonly schema: Schema;
  readonly declared: SourceNode | undefined;
  /** How a text of JSON is cast. */
  readonly json?: 'json' | 'json-array';
  /** The nodes that may have examples: the parameter, and its media type. */
  readonly holders: readonly SourceNode[];
}

function readValue(node: SourceNode, context: SchemaContext): ReadValue | undefined {
  const content = node.member('content');
  const json = content?.member('application/json');
  if (content && !json)
    return content.report('E-UNSUPPORTED', 'content that is not JSON', 'application/json, or a schema');
  if (content) warnOfUnread(node, content);
  const declared = (json ?? node).member('schema');
  const schema: Schema | undefined = declared ? readSchema(declared, context) : { type: 'string' };
  if (!schema) return undefined;
  if (!json) return { schema: sentSchema(schema, context), declared, holders: [node] };
  const type = typeName(flat(schema, context.schemas));
  if (type === 'object' || type === 'array')
    return { schema, declared, json: type === 'object' ? 'json' : 'json-array', holders: [node, json] };
  const found = `JSON of type ${type} in a parameter`;
  return (declared ?? json).report('E-UNSUPPORTED', found, 'an object or an array');
}

/** OpenAPI 3.1 section 4.7.12.2: a parameter has a schema or one media type. */
function warnOfUnread(node: SourceNode, content: SourceNode): void {
  node.member('schema')?.report('W-UNSUPPORTED', 'schema beside content, which is ignored', 'one of them');
  for (const [name, media] of content.members()) {
    if (name === 'application/json') continue;
    media.report('W-MEDIA-TYPE', `${quote(name)}, not served`, 'application/json alone');
  }
}

/** Alternatives and items of one parameter: those of a hostile document could double with each name. */
const maxSent = 1_000;

/** A schema with what it refers to, for a cast. No text means null. */
export function sentSchema(
  declared: Schema,
  context: SchemaContext,
  left: { count: number } = { count: maxSent },
): Schema {
  if (left.count-- <= 0) return declared;
  const { items, anyOf, ...own } = flat(declared, context.schemas);
  const others = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only, second] = others;
  if (only && !second) return sentSchema({ allOf: [only, own] }, context, left);
  const types = typesIn(own) ?? [];
  const [type, ...more] = types.filter((each) => each !== 'null');
  return {
    ...own,
    ...(type && more.length < types.length - 1 ? { type: more.length > 0 ? [type, ...more] : type } : {}),
    ...omitUndefined({ enum: type ? own.enum?.filter((value) => value !== null) : own.enum }),
    ...(anyOf ? { anyOf: second ? others.map((each) => sentSchema(each, context, left)) : anyOf } : {}),
    ...omitUndefined({ items: items && sentSchema(items, context, left) }),
  };
}

/** An empty value is a text, and nothing else. */
function warnOfEmpty(node: SourceNode, place: InputPlace, schema: Schema): void {
  const flag = place === 'query' ? node.member('allowEmptyValue') : undefined;
  const type = typeName(schema);
  if (flag?.value !== true || type === 'string' || type === 'any') return;
  const accepted = 'allowEmptyValue of string; an empty value is refused';
  flag.report('W-UNSUPPORTED', `allowEmptyValue of ${type}`, accepted);
}

type Sending = Pick<InputParameter, 'cast' | 'isList' | 'isItemOrList' | 'listForm' | 'members'>;

/** @returns undefined for a type that has no text form, or for a style that is not supported, which is reported. */
function readSending(
  { schema, declared: at }: ReadValue,
  node: SourceNode,
  place: InputPlace,
  context: SchemaContext,
): Sending | undefined {
  // An object that declares properties is several parameters.
  const isFree = typeName(schema) === 'object' && !schema.properties;
  const members = isFree ? objectForm(node) : undefined;
  const sent = members ? sentSchema(schema.additionalProperties ?? {}, context) : schema;
  const either = castOfEither(sent);
  const isList = either !== undefined || typeIn(sent) === 'array';
  const form = members
    ? { members, ...(isList ? ({ listForm: 'repeated' } as const) : {}) }
    : readListForm(node, place, isList);
  const cast = either ?? (form && castOfSent(sent, at ?? node));
  return form && cast && { cast, isList, ...(either ? { isItemOrList: true } : {}), ...form };
}

/** The cast of an item, for a union of an item and a list of such items: a query has one or several. */
function castOfEither(schema: Schema): InputParameter['cast'] | undefined {
  const [one = {}, other, third] = alternativesOf(schema);
  const [{ items }, single] = typeIn(one) === 'array' ? [one, other] : [other ?? {}, one];
  if (!items || !single || third) return undefined;
  // Otherwise, a single text might only fit the list.
  const isAlike = ['enum', 'const', 'pattern'].every((keyword) => equal(single[keyword], items[keyword]));
  const cast = castOf(items);
  // An object has no text form but JSON.
  const isText = isAlike && ![cast].flat().includes('json');
  return isText && equal(cast, castOf(single)) ? cast : undefined;
}

/**
 * OpenAPI 3.1 section 4.7.12.2.1: how a query has the members of an object: as `deepObject`, or as an exploded `form`, the
 * default.
 */
export function objectForm(node: SourceNode): InputParameter['members'] {
  if (node.member('in')?.value !== 'query') return undefined;
  const style = node.member('style')?.value ?? 'form';
  if (style === 'deepObject') return 'deep';
  return style === 'form' && isExploded(node, style) ? 'rest' : undefined;
}

/** @returns undefined for a type that has no text form, which is reported. */
function castOfSent(schema: Schema, node: SourceNode) {
  const single = typeIn(schema) === 'array' ? (schema.items ?? {}) : schema;
  const isTuple = schema.prefixItems !== undefined;
  const cast = isTuple ? undefined : castOf(single);
  const isObject = [cast].flat().includes('json');
  if (cast && !isObject) return cast;
  const accepted = isObject
    ? 'content of application/json, in which objects are sent as JSON'
    : 'a type that has a text form';
  const found = isTuple ? 'a list whose items have places' : `a parameter of type ${typeName(single)}`;
  return node.report('E-UNSUPPORTED', found, accepted);
}

/** OpenAPI 3.1 section 4.7.12.2.1: the styles of a query. Path and header have only `simple`. */
const separators: Readonly<Record<string, ListForm>> = {
  form: 'commas',
  spaceDelimited: 'spaces',
  pipeDelimited: 'pipes',
};

/** OpenAPI 3.1 section 4.7.12.2.1: `form` is by default. */
function isExploded(node: SourceNode, style: string): boolean {
  return node.member('explode')?.asFlag() ?? style === 'form';
}

/** @returns undefined for a style that is not supported, which is reported. For a single value, all known styles are equal. */
function readListForm(
  node: SourceNode,
  place: InputPlace,
  isList: boolean,
): { readonly listForm?: ListForm } | undefined {
  const declared = node.member('style');
  const known = place === 'query' ? Object.keys(separators) : ['simple'];
  const style = String(declared?.value ?? known[0]);
  if (declared && !known.includes(style))
    return declared.report(
      'E-UNSUPPORTED',
      `the style ${quote(declared.value)}`,
      known.map(quote).join(', '),
    );
  const form = ownMember(separators, style);
  if (!isList || !form) return {};
  return { listForm: isExploded(node, style) ? 'repeated' : form };
}
