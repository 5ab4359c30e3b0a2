/** Type words of both dialects -> TypePlan. */

import {
  integerFormats,
  numberFormats,
  type ObjectShape,
  type PropertyPlan,
  stringFormats,
  type TypePlan,
} from '../../plan/type-plan.ts';
import { given } from '../given.ts';
import type { Report } from '../problem.ts';
import {
  limitKeys,
  readAllowedBooleans,
  readArrayLimits,
  readNumberLimits,
  readStringLimits,
  reportMisplacedLimits,
  valueLimitKeys,
} from './check-limits.ts';
import { isSafeName } from './check-name.ts';
import {
  anyMember,
  describe,
  expectType,
  flagMember,
  isFlag,
  isObject,
  items,
  type Located,
  member,
  members,
  only,
  problemAt,
  quote,
  warnOfMisspelling,
} from './located.ts';
import { nearSpelling } from './near-spelling.ts';
import { type ContainerWord, containerWordOf, formatOf, knownTypeWords, typeWordOf } from './type-words.ts';

export interface TypeContext {
  /** The keys of the models declared in the same file, by the names that may refer to them. */
  readonly modelKeys: ReadonlyMap<string, string>;
  readonly report: Report;
}

/** Where a type may be named: parameters and properties; results (1.1), results (1.2). */
const typeMembers = ['dataType', 'responseClass', 'type'] as const;

const shapeKeys = ['properties', 'required', 'additionalProperties'];
const propertyKeys = [
  'type',
  'dataType',
  'format',
  'items',
  '$ref',
  'description',
  'defaultValue',
  ...shapeKeys,
  ...limitKeys,
];

const formatsOfKind: Readonly<Record<string, readonly string[]>> = {
  integer: integerFormats,
  number: numberFormats,
  string: stringFormats,
};

/**
 * Reads the type that `holder` (a parameter, a property, an operation)
 * declares, with its limits. Undefined when there is none or when it is wrong,
 * which is then reported.
 */
export function readType(holder: Located, context: TypeContext): TypePlan | undefined {
  const reference = member(holder, '$ref');
  if (reference) return readReference(reference, holder, context);
  const word = anyMember(holder, typeMembers);
  return word && readNamed(word, holder, context);
}

/** A reference names a model of the same file: nothing is ever read from elsewhere. */
function readReference(word: Located, holder: Located, context: TypeContext): TypePlan | undefined {
  const text = expectType(word, 'string', context.report);
  if (text === undefined) return undefined;
  const name = text.replace(/^#\/(?:models|definitions)\//, '');
  if (context.modelKeys.has(name) || !/[/\\:#]|\.(?:json|ya?ml)$/i.test(name))
    return readText(name, word, holder, context);
  const accepted = 'the id of a model of this file; nothing is read from other files or addresses';
  context.report(problemAt(word, 'E-REF', quote(text), accepted));
  return undefined;
}

function readNamed(word: Located, holder: Located, context: TypeContext): TypePlan | undefined {
  if (Array.isArray(word.value)) return readUnion(word, holder, context);
  const name = expectType(word, 'string', context.report);
  return name === undefined ? undefined : readText(name.trim(), word, holder, context);
}

/** Limits beside several types would say nothing of most of them. */
function readUnion(word: Located, holder: Located, context: TypeContext): TypePlan | undefined {
  const { report } = context;
  reportMisplacedLimits(holder, 'a union', report);
  const unlimited = only(holder, ['items']);
  const types = items(word).flatMap((name) => readNamed(name, unlimited, context) ?? []);
  const [first, second] = types;
  if (!first || types.some(({ kind }) => kind === 'void' || kind === 'file')) {
    report(problemAt(word, 'E-TYPE', quote(word.value), 'one or more types that have a JSON value'));
    return undefined;
  }
  return second ? { kind: 'union', of: types } : first;
}

function readText(name: string, word: Located, holder: Located, context: TypeContext): TypePlan | undefined {
  const key = context.modelKeys.get(name);
  // A model may well be called File or List«Pet», but not `string`.
  if (key !== undefined && !knownTypeWords.includes(name)) {
    reportMisplacedLimits(holder, 'a model', context.report);
    return { kind: 'model', id: key };
  }
  const named = typeWordOf(name);
  if (named) {
    if (named.meant !== undefined)
      warnOfMeaning(word, `the type ${quote(name)}`, named.meant, context.report);
    return named.word.kind === 'array'
      ? readArray(name, word, holder, context)
      : readSimple(named.word, holder, context);
  }
  const container = containerWordOf(name);
  if (container) return readContainer(container, { name, word, holder }, context);
  reportUnknownModel(word, name, context);
  return undefined;
}

function warnOfMeaning(word: Located, found: string, meant: string, report: Report): void {
  report(problemAt(word, 'W-TYPE', found, `${meant}, which it is taken for`));
}

function reportUnknownModel(word: Located, name: string, { modelKeys, report }: TypeContext): void {
  const known = [...modelKeys.keys()];
  const meant = nearSpelling(name, [...known, ...knownTypeWords]);
  const listed = known.length > 8 ? `${known.slice(0, 8).join(', ')}, …` : known.join(', ');
  const accepted = meant
    ? `"${meant}", which is near`
    : `a model of this file (${listed || 'there is none'}) or a type such as string, int, List[string]`;
  report(problemAt(word, 'E-MODEL', `the unknown type ${quote(name)}`, accepted));
}

function readSimple(
  word: { readonly kind: string; readonly format?: string },
  holder: Located,
  context: TypeContext,
): TypePlan {
  const { report } = context;
  const { kind } = word;
  reportMisplacedLimits(holder, kind, report);
  const format = readFormat(holder, word, report);
  // The tables of words and formats together name exactly the kinds and formats of TypePlan.
  const named = { kind, ...given({ format }) } as TypePlan;
  switch (named.kind) {
    case 'integer':
    case 'number':
      return { ...named, ...readNumberLimits(holder, report) };
    case 'string':
      return { ...named, ...readStringLimits(holder, report) };
    case 'boolean':
      return { ...named, ...readAllowedBooleans(holder, report) };
    case 'object':
      return hasShape(holder) ? { ...named, shape: readShape(holder, context) } : named;
    default:
      return named;
  }
}

function hasShape(holder: Located): boolean {
  const additional = member(holder, 'additionalProperties')?.value;
  return member(holder, 'properties') !== undefined || (additional !== undefined && additional !== true);
}

/** An unknown format says something to people only, as Swagger 1.2 section 4.3.1 allows. */
function readFormat(
  holder: Located,
  word: { readonly kind: string; readonly format?: string },
  report: Report,
): string | undefined {
  const node = member(holder, 'format');
  const text = node && expectType(node, 'string', report);
  const known = Object.hasOwn(formatsOfKind, word.kind) ? formatsOfKind[word.kind] : undefined;
  const format = text === undefined ? undefined : formatOf(text);
  return format !== undefined && known?.includes(format) ? format : word.format;
}

function readArray(name: string, word: Located, holder: Located, context: TypeContext): TypePlan | undefined {
  const { report } = context;
  reportMisplacedLimits(holder, 'array', report);
  const itemsNode = member(holder, 'items');
  const isSet = name.toLowerCase() === 'set';
  if (!itemsNode) {
    warnOfMeaning(word, `${quote(name)} without items`, 'a list of anything', report);
    return arrayOf({ kind: 'any' }, isSet, holder, report);
  }
  if (typeof itemsNode.value === 'string') {
    const meant = `{ "type": ${quote(itemsNode.value)} }`;
    warnOfMeaning(itemsNode, `items ${quote(itemsNode.value)}`, meant, report);
    const itemType = readText(itemsNode.value, itemsNode, only(holder, valueLimitKeys), context);
    return itemType && arrayOf(itemType, isSet, holder, report);
  }
  if (!expectType(itemsNode, 'object', report)) return undefined;
  const itemType = readType(withValueLimits(itemsNode, holder), context);
  if (!anyMember(itemsNode, ['$ref', ...typeMembers]))
    report(problemAt(itemsNode, 'E-TYPE', 'items without a type', 'a member "type" or "$ref"'));
  return itemType && arrayOf(itemType, isSet, holder, report);
}

/** Allowed values beside a list are those of its items, unless the items say otherwise. */
function withValueLimits(itemsNode: Located, holder: Located): Located {
  if (anyMember(itemsNode, valueLimitKeys) || !anyMember(holder, valueLimitKeys)) return itemsNode;
  const limits = only(holder, valueLimitKeys).value;
  return { ...itemsNode, value: { ...(limits as object), ...(itemsNode.value as object) } };
}

/** `List[X]`: counts on the holder are those of the list, allowed values and ranges those of its items. */
function readContainer(
  container: ContainerWord,
  place: { readonly name: string; readonly word: Located; readonly holder: Located },
  context: TypeContext,
): TypePlan | undefined {
  const { word, holder } = place;
  if (container.meant !== undefined)
    warnOfMeaning(word, `the type ${quote(place.name)}`, container.meant, context.report);
  reportMisplacedLimits(holder, container.kind === 'map' ? 'object' : 'array', context.report);
  const content = readText(container.content, word, only(holder, valueLimitKeys), context);
  if (!content) return undefined;
  if (content.kind === 'void' || content.kind === 'file') {
    context.report(problemAt(word, 'E-TYPE', quote(place.name), 'a list of a type that has a JSON value'));
    return undefined;
  }
  if (container.kind === 'map') return { kind: 'object', shape: { properties: [], additional: content } };
  return arrayOf(content, container.kind === 'set', holder, context.report);
}

function arrayOf(itemType: TypePlan, isSet: boolean, holder: Located, report: Report): TypePlan {
  return { kind: 'array', items: itemType, ...readArrayLimits(holder, { itemType, isSet }, report) };
}

/**
 * The members of an object or of a model. Both are closed unless they say
 * otherwise.
 */
export function readShape(node: Located, context: TypeContext): ObjectShape {
  const required = readRequiredNames(node, context.report);
  const properties = member(node, 'properties');
  return {
    properties: properties ? readProperties(properties, required, context) : [],
    ...given({ additional: readAdditional(node, context) }),
  };
}

function readAdditional(node: Located, context: TypeContext): TypePlan | undefined {
  const additional = member(node, 'additionalProperties');
  if (!additional || typeof additional.value === 'boolean' || !isObject(additional.value))
    return flagMember(node, 'additionalProperties', context.report) ? { kind: 'any' } : undefined;
  return members(additional).length === 0 ? { kind: 'any' } : readPropertyType(additional, context);
}

/** Swagger 1.2 lists the required properties at the model; 1.1 marks each one. */
function readRequiredNames(node: Located, report: Report): ReadonlySet<unknown> {
  const required = member(node, 'required');
  // Where an object is the type of a property or a parameter, `true` is about that one itself.
  if (!required || isFlag(required.value) || !expectType(required, 'array', report)) return new Set();
  const declared = new Set(members(member(node, 'properties') ?? node).map(([name]) => name));
  for (const item of items(required)) {
    if (typeof item.value === 'string' && declared.has(item.value)) continue;
    report(problemAt(item, 'E-SHAPE', quote(item.value), 'the name of one of its properties'));
  }
  return new Set(items(required).map((item) => item.value));
}

function readProperties(node: Located, required: ReadonlySet<unknown>, context: TypeContext): PropertyPlan[] {
  const { report } = context;
  if (!expectType(node, 'object', report)) return [];
  return members(node).flatMap(([name, property]) => {
    if (!isSafeName(name, property, report) || !expectType(property, 'object', report)) return [];
    warnOfMisspelling(property, propertyKeys, report);
    const type = readPropertyType(property, context);
    const isRequired = required.has(name) || isMarkedRequired(property, report);
    return type ? [{ name, ...describe(property, report), type, required: isRequired }] : [];
  });
}

/** `required` of a property or a parameter that is an object may also list that object's own. */
export function isMarkedRequired(holder: Located, report: Report): boolean {
  return !Array.isArray(member(holder, 'required')?.value) && flagMember(holder, 'required', report);
}

function readPropertyType(property: Located, context: TypeContext): TypePlan | undefined {
  const { report } = context;
  if (!anyMember(property, ['$ref', 'type', 'dataType'])) return readUntyped(property, context);
  const type = readType(property, context);
  if (type?.kind !== 'void' && type?.kind !== 'file') return type;
  const accepted = 'a type that has a JSON value';
  report(problemAt(property, 'E-TYPE', `a property of type ${type.kind}`, accepted));
  return undefined;
}

/** What a property without a type holds says what it is, as in JSON Schema. */
function readUntyped(property: Located, context: TypeContext): TypePlan | undefined {
  const { report } = context;
  const kind = ['properties', 'additionalProperties'].some((key) => member(property, key))
    ? 'object'
    : member(property, 'items')
      ? 'array'
      : member(property, 'enum')
        ? 'string'
        : undefined;
  if (kind === undefined) {
    report(problemAt(property, 'E-TYPE', 'a property without a type', 'a member "type" or "$ref"'));
    return undefined;
  }
  warnOfMeaning(property, 'a property without a type', `"${kind}"`, report);
  return kind === 'array'
    ? readArray(kind, property, property, context)
    : readSimple({ kind }, property, context);
}
