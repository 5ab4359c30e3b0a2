/** Parameters of the path, the query, the headers, and the body. */

import {
  type BodyPlan,
  castTypes,
  type InputParameter,
  type InputPlace,
  inputPlaces,
  type ParameterPlan,
} from '../../plan/operation-plan.ts';
import type { TypePlan } from '../../plan/type-plan.ts';
import type { Report } from '../problem.ts';
import { readDefault } from './check-default.ts';
import { limitKeys } from './check-limits.ts';
import { readType, type TypeContext } from './check-type.ts';
import {
  anyMember,
  describe,
  expectType,
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

/** 1 MiB: below what the gateway and Lambda take, above what an item of the table holds. */
const maxBodyBytes = 1_048_576;

export type ReadParameter =
  | { readonly kind: 'input'; readonly plan: ParameterPlan; readonly node: Located }
  | { readonly kind: 'body'; readonly plan: BodyPlan; readonly node: Located };

/** Undefined when the parameter cannot be understood, which is then reported. */
export function readParameter(node: Located, context: TypeContext): ReadParameter | undefined {
  const { report } = context;
  if (!expectType(node, 'object', report)) return undefined;
  const place = readPlace(node, report);
  const type = readParameterType(node, context);
  warnOfMisspelling(node, parameterKeys, report);
  if (!place || !type) return undefined;
  return place === 'body' ? readBody(node, type, report) : readInput(node, place, type, report);
}

function readPlace(node: Located, report: Report): InputPlace | 'body' | undefined {
  const accepted = [...inputPlaces, 'body'] as const;
  const word = member(node, 'paramType');
  if (!word) {
    report(
      problemAt(node, 'E-PARAM', missing(node, 'paramType'), `paramType: one of ${accepted.join(', ')}`),
    );
    return undefined;
  }
  const place = accepted.find((candidate) => candidate === word.value);
  if (!place) report(problemAt(word, 'E-PARAM', quote(word.value), `one of ${accepted.join(', ')}`));
  return place;
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

function readBody(node: Located, type: TypePlan, report: Report): ReadParameter | undefined {
  const name = member(node, 'name');
  // Swagger 1.2 section 4.3.4 gives every body parameter this name.
  if (name && name.value !== 'body') {
    const found = `a body parameter named ${quote(name.value)}`;
    report(problemAt(name, 'E-BODY', found, 'no name, or "body": the parameter is the whole body'));
  }
  if (type.kind === 'void') {
    report(problemAt(node, 'E-TYPE', 'a body of type void', 'a type that has a value, or no body parameter'));
    return undefined;
  }
  const required = flagMember(node, 'required', report);
  return { kind: 'body', node, plan: { ...describe(node, report), type, required, maxBytes: maxBodyBytes } };
}

function readInput(
  node: Located,
  place: InputPlace,
  type: TypePlan,
  report: Report,
): ReadParameter | undefined {
  const name = readName(node, place, report);
  const isArray = type.kind === 'array';
  const isList = isArray || flagMember(node, 'allowMultiple', report);
  const cast = castOf(isArray ? type.items : type);
  if (!cast) {
    const accepted = 'a type whose value is one text, or an object or a model, which is sent as JSON';
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
    required: place === 'path' || flagMember(node, 'required', report),
    isList,
    ...readDefault(member(node, 'defaultValue'), listType, report),
  };
  return { kind: 'input', plan, node };
}

function readName(node: Located, place: InputPlace, report: Report): string | undefined {
  const name = textMember(node, 'name', report);
  // RFC 9110 section 5.6.2: a field name is a token.
  const isValid =
    place === 'header' ? /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/ : /^[^\p{Cc}\p{Cs}\u2028\u2029]{1,128}$/u;
  if (name !== undefined && isValid.test(name) && name !== '__proto__') return name;
  const accepted = place === 'header' ? 'a name of a header field' : 'a name of 1 to 128 characters';
  report(
    problemAt(
      member(node, 'name') ?? node,
      'E-PARAM',
      name === undefined ? 'no name' : quote(name),
      accepted,
    ),
  );
  return undefined;
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
