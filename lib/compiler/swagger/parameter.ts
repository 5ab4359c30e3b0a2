/** Parameters of the path, the query, the headers, forms, and the body. */

import { omitUndefined } from '../../json/omit-undefined.ts';
import {
  castTypes,
  type FormFieldPlan,
  type InputParameter,
  inputPlaces,
  type ParameterPlan,
} from '../../plan/operation-plan.ts';
import type { TypePlan } from '../../plan/type-plan.ts';
import { nearSpelling } from '../source/near-spelling.ts';
import type { Report } from '../source/problem.ts';
import {
  anyMember,
  describe,
  expectType,
  extensionsOf,
  flagMember,
  isObject,
  type Located,
  member,
  problemAt,
  quote,
  textMember,
  warnOfMisspelling,
} from '../source/source-node.ts';
import { readDefault } from './default-value.ts';
import { limitKeys } from './limits.ts';
import { isSafeName } from './name.ts';
import { isMarkedRequired } from './properties.ts';
import { readType, type TypeContext } from './type.ts';

const parameterKeys = [
  'name',
  'description',
  'paramType',
  'dataType',
  'type',
  'format',
  'items',
  '$ref',
  'required',
  'allowMultiple',
  'defaultValue',
  ...limitKeys,
];

const places = [...inputPlaces, 'body', 'form'] as const;
type Place = (typeof places)[number];

/** What other description languages call the places. */
const foreignPlaces: Readonly<Record<string, Place>> = {
  formdata: 'form',
  head: 'header',
  headers: 'header',
  post: 'form',
  querystring: 'query',
  uri: 'path',
  url: 'path',
};

/** One parameter of the body: all of it, or the member `name` of it. */
export interface BodyParameter {
  readonly name?: string;
  readonly description?: string;
  readonly type: TypePlan;
  readonly required: boolean;
}

export type ReadParameter =
  | { readonly kind: 'input'; readonly plan: ParameterPlan; readonly node: Located }
  | { readonly kind: 'form'; readonly plan: FormFieldPlan; readonly node: Located }
  | { readonly kind: 'body'; readonly plan: BodyParameter; readonly node: Located };

/** Undefined for the whole body. */
export function nameOf(parameter: ReadParameter): string | undefined {
  return parameter.kind === 'body' ? parameter.plan.name : parameter.plan.runtime.name;
}

/** Undefined when the parameter cannot be understood, which is then reported. */
export function readParameter(node: Located, context: TypeContext): ReadParameter | undefined {
  const { report } = context;
  if (!expectType(node, 'object', report)) return undefined;
  const declared = readPlace(node, report);
  const type = readParameterType(node, context);
  warnOfMisspelling(node, parameterKeys, report);
  if (!declared || !type) return undefined;
  const place = declared === 'body' && type.kind === 'file' ? placeOfFile(node, report) : declared;
  return place === 'body' ? readBodyParameter(node, type, report) : readInput(node, place, type, report);
}

function readPlace(node: Located, report: Report): Place | undefined {
  const accepted = `one of ${places.join(', ')}`;
  const word = member(node, 'paramType');
  if (!word) {
    const value = misspelt(node, 'paramType') ?? 'query';
    const fix = { path: [...node.path, 'paramType'], value };
    report(problemAt(node, 'E-PARAM', missing(node, 'paramType'), `paramType: ${accepted}`, fix));
    return undefined;
  }
  const key = String(word.value).toLowerCase();
  const place = places.find((candidate) => candidate === key);
  if (place) return place;
  const meant = Object.hasOwn(foreignPlaces, key) ? foreignPlaces[key] : undefined;
  if (meant) report(problemAt(word, 'W-PARAM', quote(word.value), `"${meant}", which it is taken for`));
  else report(problemAt(word, 'E-PARAM', quote(word.value), accepted, { path: word.path, value: 'query' }));
  return meant;
}

/** Swagger 1.2 section 4.3.6: a File is a field of a form; generators of 1.1 called it a body. */
function placeOfFile(node: Located, report: Report): Place {
  const at = member(node, 'paramType') ?? node;
  report(problemAt(at, 'W-PARAM', 'a File with paramType "body"', '"form", which it is taken for'));
  return 'form';
}

function readParameterType(node: Located, context: TypeContext): TypePlan | undefined {
  if (!anyMember(node, ['dataType', 'type', '$ref'])) {
    const accepted = 'dataType (or type), e.g. "string", "int", "List[string]" or a model';
    const fix = { path: [...node.path, 'type'], value: 'string' };
    context.report(problemAt(node, 'E-PARAM', missing(node, 'dataType'), accepted, fix));
    return undefined;
  }
  return readType(node, context);
}

/** Names the misspelt member when there is one: a real file says `"paramType:": "query"`. */
function missing(node: Located, key: string): string {
  const name = misspeltName(node, key);
  return name === undefined ? `no ${key}` : `no ${key}, but ${quote(name)}`;
}

/** The value of the member that `key` was most likely meant to be. */
function misspelt(node: Located, key: string): unknown {
  const name = misspeltName(node, key);
  return name === undefined ? undefined : member(node, name)?.value;
}

function misspeltName(node: Located, key: string): string | undefined {
  const names = isObject(node.value) ? Object.keys(node.value) : [];
  return nearSpelling(
    key,
    names.filter((name) => !parameterKeys.includes(name)),
  );
}

function readBodyParameter(node: Located, type: TypePlan, report: Report): ReadParameter | undefined {
  if (type.kind === 'void') {
    report(problemAt(node, 'E-TYPE', 'a body of type void', 'a type that has a value, or no body parameter'));
    return undefined;
  }
  const name = textMember(node, 'name', report);
  if (name === undefined && member(node, 'name')) return undefined;
  const required = isRequired(node, type, report);
  warnOfBodyDefault(node, report);
  const plan = { ...describe(node, report), type, required };
  // Swagger 1.2 section 4.3.4 gives every whole body this name.
  if (name === undefined || name === '' || name === 'body') return { kind: 'body', node, plan };
  return isSafeName(name, member(node, 'name') ?? node, report)
    ? { kind: 'body', node, plan: { name, ...plan } }
    : undefined;
}

/** A body is checked and handed on as it was sent. */
function warnOfBodyDefault(node: Located, report: Report): void {
  const found = member(node, 'defaultValue');
  if (!found) return;
  const accepted = 'no default of a body: what stands for an absent one, its handler decides';
  report(problemAt(found, 'W-DEFAULT', `${quote(found.value)}, which is ignored`, accepted));
}

/** Beside the properties of an object, `required` may list them. */
function isRequired(node: Located, type: TypePlan, report: Report): boolean {
  const hasShape = type.kind === 'object' && type.shape !== undefined;
  return hasShape ? isMarkedRequired(node, report) : flagMember(node, 'required', report);
}

function readInput(
  node: Located,
  place: InputParameter['place'],
  declared: TypePlan,
  report: Report,
): ReadParameter | undefined {
  const name = readName(node, place, report);
  const isFile = declared.kind === 'file' && place === 'form';
  const cast = isFile ? 'text' : castOf(declared.kind === 'array' ? declared.items : declared);
  if (!cast) reportUncastable(node, place, declared, report);
  if (name === undefined || !cast) return undefined;
  const isList = declared.kind === 'array' || flagMember(node, 'allowMultiple', report);
  const value = isNegotiated(name, place) ? withoutAllowed(node, declared, report) : declared;
  const type: TypePlan =
    isList && declared.kind !== 'array' ? { kind: 'array', items: value, unique: false } : value;
  const runtime = {
    name,
    place,
    cast,
    // A path without the value of its variable is another path.
    required: place === 'path' || isRequired(node, declared, report),
    isList,
    ...readDefault(member(node, 'defaultValue'), type, report),
    ...omitUndefined({ isFile: isFile || undefined }),
  };
  const plan = { runtime, ...describe(node, report), type, ...extensionsOf(node) };
  return { kind: place === 'form' ? 'form' : 'input', plan, node };
}

function reportUncastable(
  node: Located,
  place: InputParameter['place'],
  { kind }: TypePlan,
  report: Report,
): void {
  const accepted =
    kind === 'file'
      ? 'paramType "form": a file is sent as a part of multipart/form-data'
      : 'a type whose value is one text, or an object or a model, which is sent as JSON';
  const word = anyMember(node, ['dataType', 'type']) ?? node;
  const fix = { path: word.path, value: 'string' };
  report(problemAt(node, 'E-TYPE', `a ${place} parameter of type ${kind}`, accepted, fix));
}

/** What these headers may hold, `produces` and `consumes` say. */
function isNegotiated(name: string, place: InputParameter['place']): boolean {
  return place === 'header' && /^(?:accept|content-type)$/i.test(name);
}

function withoutAllowed(node: Located, type: TypePlan, report: Report): TypePlan {
  if (type.kind !== 'string' || !type.allowed) return type;
  const { allowed: _, ...others } = type;
  const at = anyMember(node, ['enum', 'allowableValues']) ?? node;
  const found = 'allowed values of a header that is negotiated, where they are ignored';
  report(problemAt(at, 'W-LIMIT', found, 'produces and consumes'));
  return others;
}

/** RFC 9110 section 5.6.2: a field name is a token. */
const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;

function readName(node: Located, place: InputParameter['place'], report: Report): string | undefined {
  const at = member(node, 'name');
  const name = at && expectType(at, 'string', report);
  if (!at) {
    report(problemAt(node, 'E-PARAM', missing(node, 'name'), `the name of the ${place} parameter`));
  }
  if (!at || name === undefined) return undefined;
  if (place === 'header' && !tokenPattern.test(name)) {
    report(problemAt(at, 'E-NAME', quote(name), 'the name of a header field (RFC 9110 section 5.6.2)'));
    return undefined;
  }
  if (place === 'header' && name.toLowerCase() === 'cookie') {
    const accepted = 'another header: the gateway hands cookies over apart from the headers';
    report(problemAt(at, 'E-NAME', quote(name), accepted));
    return undefined;
  }
  return isSafeName(name, at, report) ? name : undefined;
}

function castOf(type: TypePlan): InputParameter['cast'] | undefined {
  switch (type.kind) {
    case 'integer':
    case 'number':
      return type.format;
    case 'boolean':
      return 'boolean';
    case 'string':
      return type.format ?? 'text';
    case 'model':
    case 'object':
      return 'json';
    case 'any':
      return 'text';
    case 'union':
      return castOfUnion(type.of);
    default:
      return undefined;
  }
}

/** Undefined when one of the types has no text form. */
function castOfUnion(types: readonly TypePlan[]): InputParameter['cast'] | undefined {
  const casts = types.map(castOf);
  if (casts.includes(undefined)) return undefined;
  const used = new Set(casts.flat());
  const [first, ...others] = castTypes.filter((cast) => used.has(cast));
  return first && others.length > 0 ? [first, ...others] : first;
}
