/** The parameters of an operation and of its api: of the path, the query, the headers, forms, and the body. */

import { equal } from '../../../shared/json/equal.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import { type BodyPlan, type InputParameter, inputPlaces } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { isBytes, isNever, modelsNamedIn } from '../../schema/walk.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readDefault, wrongClaims } from '../common/checked-values.ts';
import { typeName } from '../common/describe-type.ts';
import { readSynonyms } from '../common/extensions.ts';
import { readFilter } from '../common/filters.ts';
import { limitKeys } from '../common/limits.ts';
import { isSafeName, namesIn, readParameterName } from '../common/names.ts';
import { completeParameters, type ReadParameter } from '../common/parameters.ts';
import { isFormatName, type ReadPath } from '../common/path.ts';
import { castOf } from '../common/primitive-type.ts';
import { isMarkedRequired, listSchema, readType, readUntypedAs } from './data-type.ts';
import type { TypeContext } from './model-names.ts';
import { namedTypeOf } from './type-names.ts';

export function readParameters(
  node: SourceNode,
  path: ReadPath,
  ofApi: readonly SourceNode[],
  context: TypeContext,
): ReadParameter[] {
  const list = node.member('parameters');
  if (list && !list.expect('array')) return [];
  const own = list?.items() ?? [];
  const inherited = ofApi.filter((parameter) => !own.some((each) => isSameParameter(each, parameter)));
  const isOfFormat = (item: SourceNode) =>
    item.member('paramType')?.value === 'path' && isFormatName(item.member('name')?.value);
  const read = [...inherited, ...own]
    .filter((item) => !(path.hadFormat && isOfFormat(item)))
    .map((item) => ({ item, parameter: readParameter(item, path.variables, context) }));
  const distinct = withoutRepeats(read.flatMap(({ parameter }) => parameter ?? []));
  const unread = read.flatMap(({ item, parameter }) => (parameter ? [] : item));
  return completeParameters(node, { read: distinct, unread }, path);
}

/** An operation's own parameter replaces a parameter of its api. */
function isSameParameter(one: SourceNode, other: SourceNode): boolean {
  const [place, otherPlace] = [one, other].map((node) => node.member('paramType')?.value);
  const isSamePlace = place === otherPlace || place === undefined || otherPlace === undefined;
  return isSamePlace && one.member('name')?.value === other.member('name')?.value;
}

/** The same declaration twice means the same as once. */
function withoutRepeats(parameters: readonly ReadParameter[]): ReadParameter[] {
  return parameters.filter(({ node }, index) => {
    const isRepeat = parameters.slice(0, index).some((other) => equal(other.node.value, node.value));
    if (isRepeat) {
      const found = `the parameter ${quote(node.member('name')?.value)} a second time, declared alike`;
      node.report('W-PARAM', found, 'each parameter once; one is read', { path: node.path });
    }
    return !isRepeat;
  });
}

const types = namesIn('paramType name dataType type format items $ref required allowMultiple');
export const parameterMembers: KnownMembers = {
  needed: [...types, ...limitKeys],
  others: ['description', 'defaultValue'],
  synonyms: ['dataType', 'type', '$ref'],
  holder: 'a parameter',
  codes: { paramType: 'E-PARAM', name: 'E-PARAM', dataType: 'E-PARAM', type: 'E-PARAM' },
};

/**
 * @param variables of the path.
 * @returns undefined if the parameter cannot be read, which is reported.
 */
function readParameter(
  parameter: SourceNode,
  variables: readonly string[],
  context: TypeContext,
): ReadParameter | undefined {
  if (!parameter.expect('object')) return undefined;
  const isBody = parameter.member('paramType')?.value === 'body';
  const holder = isBody ? 'a body parameter' : 'a parameter';
  const node = checkMembers(parameter, { ...parameterMembers, holder });
  const declared = readParamType(node, variables);
  const isBounded = declared === 'path' || declared === 'query' || declared === 'header';
  const bounded = { ...context, isBounded };
  // A body is whatever a client sends; anything else is sent as text.
  const schema = node.anyMember(['dataType', 'type', '$ref'])
    ? readType(node, bounded)
    : readUntypedAs(declared === 'body' ? 'any' : 'string', node, bounded);
  refuseReadOnly(node, declared);
  if (!declared || !schema) return undefined;
  if (declared !== 'body') return readInput(node, declared, schema);
  if (!isBytes(schema)) return readBodyParameter(node, schema);
  // A File is a field of a form (Swagger 1.2 section 4.3.6). Generators of 1.1 declare it as a body.
  node.at('paramType').report('W-PARAM', 'a File with paramType "body"', '"form", which is assumed');
  return readInput(node, 'form', schema);
}

/** Ignored, it would let clients set what the service sets. */
function refuseReadOnly(node: SourceNode, place: string | undefined): void {
  const flag = node.member('x-read-only');
  if (!flag || !node.flag('x-read-only')) return;
  const what = place === 'form' ? 'field of a form' : 'parameter';
  const accepted = `x-read-only of a property of a model; leave out a ${what} that clients must not send`;
  flag.report('E-PARAM', `x-read-only of a ${what}`, accepted);
}

function readBodyParameter(node: SourceNode, declared: Schema): ReadParameter | undefined {
  if (isNever(declared))
    return node.report('E-TYPE', 'a body of type void', 'a type that has a value, or no body parameter');
  const name = node.text('name');
  if (name === undefined && node.member('name')) return undefined;
  const required = isRequired(node, declared);
  const ignored = node.member('defaultValue');
  const instead = 'no default of a body: the handler decides what an absent body means';
  ignored?.report('W-DEFAULT', `${quote(ignored.value)}, which is ignored`, instead);
  const isList = declared.type !== 'array' && node.flag('allowMultiple');
  const schema = isList ? listSchema(declared) : declared;
  const plan = { ...node.describe(), schema, required };
  // Swagger 1.2 section 4.3.4 gives every whole body this name.
  if (name === undefined || name === '' || name === 'body')
    return { kind: 'body', node, plan: { ...plan, ...readExample(node, schema) } };
  node.member('x-example')?.report('E-EXAMPLE', 'x-example of a part of a body', 'x-example of a whole body');
  return isSafeName(name, node.at('name')) ? { kind: 'body', node, plan: { name, ...plan } } : undefined;
}

/** A model has its own `x-example`, which is shown for a body of the model, too. */
function readExample(node: SourceNode, schema: Schema): Pick<BodyPlan, 'examples'> {
  const example = node.member('x-example');
  if (!example) return {};
  if (modelsNamedIn(schema).length > 0) {
    example.report('E-EXAMPLE', 'x-example of a body whose type names a model', 'x-example of the model');
    return {};
  }
  for (const [, keyword, pointer] of wrongClaims(
    [{ value: example.value, schema, use: 'request' }],
    new Map(),
  )) {
    const found = `an example whose ${quote(pointer)} does not satisfy ${quote(keyword)}`;
    example.report('E-EXAMPLE', found, 'a value of the type of the body');
  }
  return { examples: [{ name: 'default', value: example.value }] };
}

/** If a parameter is an object with properties, `required` may list the required ones. */
function isRequired(node: SourceNode, { properties }: Schema): boolean {
  return properties ? isMarkedRequired(node) : node.flag('required');
}

function readInput(
  node: SourceNode,
  place: InputParameter['place'],
  declared: Schema,
): ReadParameter | undefined {
  const name = readParameterName(node, place);
  const isFile = isBytes(declared) && place === 'form';
  const isArray = declared.type === 'array';
  const cast = isFile ? 'text' : castOf(isArray ? (declared.items ?? {}) : declared);
  if (!cast) reportUncastable(node, place, declared);
  if (name === undefined || !cast) return undefined;
  const isList = isArray || node.flag('allowMultiple');
  const value = place === 'header' ? withoutNegotiated(node, name, declared) : declared;
  const schema = isList && !isArray ? listSchema(value) : value;
  const runtime = {
    name,
    place,
    cast,
    // Without the value, it would be another path.
    required: place === 'path' || isRequired(node, declared),
    isList,
    ...omitUndefined({ defaultValue: readDefault(node.member('defaultValue'), schema) }),
    ...omitUndefined({ isFile: isFile || undefined, synonyms: readSynonyms(node, place) }),
    ...omitUndefined({ filter: readFilter(node, place, schema) }),
  };
  const plan = { runtime, ...node.describe(), schema, ...node.extensions() };
  return { kind: place === 'form' ? 'form' : 'input', plan, node };
}

function reportUncastable(node: SourceNode, place: InputParameter['place'], schema: Schema): void {
  const accepted = isBytes(schema)
    ? 'paramType "form": a file is sent as a part of multipart/form-data'
    : 'a type with a text form, or an object or a model, which is sent as JSON';
  const fix = { path: node.at('dataType', 'type').path, value: 'string' };
  node.report('E-TYPE', `a ${place} parameter of type ${typeName(schema)}`, accepted, fix);
}

/** `produces` and `consumes` decide the values of a negotiated header. */
function withoutNegotiated(node: SourceNode, name: string, schema: Schema): Schema {
  const { enum: values, ...others } = schema;
  if (schema.type !== 'string' || !values || !/^(?:accept|content-type)$/i.test(name)) return schema;
  const found = 'allowed values of a negotiated header, where they are ignored';
  node.at('enum', 'allowableValues').report('W-LIMIT', found, 'produces and consumes');
  return others;
}

const places = [...inputPlaces, 'body', 'form'] as const;
type Place = (typeof places)[number];

/** Names that other description languages have for the places. */
const foreignPlaces: Readonly<Record<string, Place>> = {
  formdata: 'form',
  head: 'header',
  headers: 'header',
  post: 'form',
  querystring: 'query',
  uri: 'path',
  url: 'path',
};

const acceptedPlaces = `one of ${places.join(', ')}`;

function readParamType(node: SourceNode, variables: readonly string[]): Place | undefined {
  const at = node.member('paramType');
  if (!at) return assumePlace(node, variables);
  const key = String(at.value).toLowerCase();
  const place = places.find((candidate) => candidate === key);
  if (place) return place;
  const meant = ownMember(foreignPlaces, key);
  if (meant) at.report('W-PARAM', quote(at.value), `"${meant}", which is assumed`);
  else at.report('E-PARAM', quote(at.value), acceptedPlaces, { path: at.path, value: 'query' });
  return meant;
}

/** A parameter named like a variable is in the path; a File is in a form; any other is in the query. */
function assumePlace(node: SourceNode, variables: readonly string[]): Place {
  const name = node.member('name')?.value;
  const type = String(node.anyMember(['dataType', 'type'])?.value);
  const isInPath = typeof name === 'string' && variables.includes(name);
  const place = isInPath ? 'path' : isBytes(namedTypeOf(type)?.schema ?? {}) ? 'form' : 'query';
  node.report('W-PARAM', 'no paramType', `"${place}", which is assumed; ${acceptedPlaces}`);
  return place;
}
