/** Parameters of the path, the query, the headers, forms, and the body. */

import {
  castTypes,
  type FormFieldPlan,
  type InputParameter,
  inputPlaces,
  type ParameterPlan,
} from '../../plan/operation-plan.ts';
import type { TypePlan } from '../../plan/type-plan.ts';
import { given } from '../given.ts';
import type { Report } from '../problem.ts';
import { readDefault } from './check-default.ts';
import { limitKeys } from './check-limits.ts';
import { isSafeName } from './check-name.ts';
import { isMarkedRequired, readType, type TypeContext } from './check-type.ts';
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
} from './located.ts';
import { nearSpelling } from './near-spelling.ts';

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
    report(problemAt(node, 'E-PARAM', missing(node, 'paramType'), `paramType: ${accepted}`));
    return undefined;
  }
  const key = String(word.value).toLowerCase();
  const place = places.find((candidate) => candidate === key);
  if (place) return place;
  const meant = Object.hasOwn(foreignPlaces, key) ? foreignPlaces[key] : undefined;
  if (meant) report(problemAt(word, 'W-PARAM', quote(word.value), `"${meant}", which it is taken for`));
  else report(problemAt(word, 'E-PARAM', quote(word.value), accepted));
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
    context.report(problemAt(node, 'E-PARAM', missing(node, 'dataType'), accepted));
    return undefined;
  }
  return readType(node, context);
}

/** Names the misspelt member when there is one: a real file says `"paramType:": "query"`. */
function missing(node: Located, key: string): string {
  const names = isObject(node.value)
    ? Object.keys(node.value).filter((name) => !parameterKeys.includes(name))
    : [];
  const misspelt = nearSpelling(key, names);
  return misspelt ? `no ${key}, but ${quote(misspelt)}` : `no ${key}`;
}

function readBodyParameter(node: Located, type: TypePlan, report: Report): ReadParameter | undefined {
  if (type.kind === 'void') {
    report(problemAt(node, 'E-TYPE', 'a body of type void', 'a type that has a value, or no body parameter'));
    return undefined;
  }
  const name = textMember(node, 'name', report);
  const required = isMarkedRequired(node, report);
  const plan = { ...describe(node, report), type, required };
  // Swagger 1.2 section 4.3.4 gives every whole body this name.
  if (name === undefined || name === '' || name === 'body') return { kind: 'body', node, plan };
  return isSafeName(name, member(node, 'name') ?? node, report)
    ? { kind: 'body', node, plan: { name, ...plan } }
    : undefined;
}

function readInput(
  node: Located,
  place: InputParameter['place'],
  type: TypePlan,
  report: Report,
): ReadParameter | undefined {
  const name = readName(node, place, report);
  const isArray = type.kind === 'array';
  const isList = isArray || flagMember(node, 'allowMultiple', report);
  const isFile = type.kind === 'file' && place === 'form';
  const cast = isFile ? 'text' : castOf(isArray ? type.items : type);
  if (!cast) {
    const accepted =
      type.kind === 'file'
        ? 'paramType "form": a file is sent as a part of multipart/form-data'
        : 'a type whose value is one text, or an object or a model, which is sent as JSON';
    report(problemAt(node, 'E-TYPE', `a ${place} parameter of type ${type.kind}`, accepted));
  }
  if (name === undefined || !cast) return undefined;
  const listType: TypePlan = isList && !isArray ? { kind: 'array', items: type, unique: false } : type;
  const plan = {
    name,
    place,
    ...describe(node, report),
    type: listType,
    cast,
    // A path without the value of its variable is another path.
    required: place === 'path' || isMarkedRequired(node, report),
    isList,
    ...readDefault(member(node, 'defaultValue'), listType, report),
    ...extensionsOf(node),
  };
  if (place !== 'form') return { kind: 'input', plan, node };
  return { kind: 'form', plan: { ...plan, ...given({ isFile: isFile || undefined }) }, node };
}

/** RFC 9110 section 5.6.2: a field name is a token. */
const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;

function readName(node: Located, place: InputParameter['place'], report: Report): string | undefined {
  const name = textMember(node, 'name', report);
  const at = member(node, 'name') ?? node;
  if (name === undefined) {
    report(problemAt(node, 'E-PARAM', missing(node, 'name'), `the name of the ${place} parameter`));
    return undefined;
  }
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
