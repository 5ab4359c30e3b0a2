/** Type words of both dialects -> TypePlan. */

import {
  integerFormats,
  numberFormats,
  type ObjectShape,
  type PropertyPlan,
  stringFormats,
  type TypePlan,
} from '../../plan/type-plan.ts';
import type { Report } from '../problem.ts';
import {
  limitKeys,
  readArrayLimits,
  readNumberLimits,
  readStringLimits,
  reportMisplacedLimits,
} from './check-limits.ts';
import {
  anyMember,
  describe,
  expectType,
  flagMember,
  items,
  type Located,
  member,
  members,
  problemAt,
  quote,
  warnOfMisspelling,
} from './located.ts';
import { nearSpelling } from './near-spelling.ts';

export interface TypeContext {
  /** The keys of the models declared in the same file, by the names that may refer to them. */
  readonly modelKeys: ReadonlyMap<string, string>;
  readonly report: Report;
}

/** Where a type may be named: parameters and properties; results (1.1), results (1.2). */
export const typeWords = ['dataType', 'responseClass', 'type'] as const;

const shapeKeys = ['properties', 'required', 'additionalProperties'];
const propertyKeys = ['type', 'format', 'items', '$ref', 'description', ...shapeKeys, ...limitKeys];

type Primitive = { readonly kind: string; readonly format?: string };

const primitives: Readonly<Record<string, Primitive>> = {
  int: { kind: 'integer', format: 'int32' },
  integer: { kind: 'integer', format: 'int32' },
  int32: { kind: 'integer', format: 'int32' },
  long: { kind: 'integer', format: 'int64' },
  int64: { kind: 'integer', format: 'int64' },
  float: { kind: 'number', format: 'float' },
  double: { kind: 'number', format: 'double' },
  number: { kind: 'number', format: 'double' },
  boolean: { kind: 'boolean' },
  string: { kind: 'string' },
  byte: { kind: 'string', format: 'byte' },
  date: { kind: 'string', format: 'date' },
  'date-time': { kind: 'string', format: 'date-time' },
  void: { kind: 'void' },
  any: { kind: 'any' },
  object: { kind: 'object' },
};

/** Swagger 1.2 writes the width of a number and the kind of a string in `format`. */
const formats: Readonly<Record<string, readonly string[]>> = {
  integer: integerFormats,
  number: numberFormats,
  string: stringFormats,
};

const containerPattern = /^(?:List|Set|Array)\[(.+)\]$/i;

/**
 * Reads the type that `holder` (a parameter, a property, an operation)
 * declares, with its limits. Undefined when there is none or when it is wrong,
 * which is then reported.
 */
export function readType(holder: Located, context: TypeContext): TypePlan | undefined {
  const reference = member(holder, '$ref');
  if (reference) return readNamed(reference, holder, context);
  const word = anyMember(holder, typeWords);
  return word && readNamed(word, holder, context);
}

function readNamed(word: Located, holder: Located, context: TypeContext): TypePlan | undefined {
  if (Array.isArray(word.value)) return readUnion(word, holder, context);
  const name = expectType(word, 'string', context.report);
  if (name === undefined) return undefined;
  const container = containerPattern.exec(name);
  if (container?.[1] !== undefined) return readContainer(word, container[1], holder, context);
  if (/^(?:array|list|set)$/i.test(name)) return readArray(word, holder, context);
  const primitive = primitiveNamed(name);
  if (primitive) return readPrimitive(primitive, holder, context);
  reportMisplacedLimits(holder, 'a model', context.report);
  return readModelReference(word, name, context);
}

/** Limits beside several types would say nothing of most of them. */
function readUnion(word: Located, holder: Located, context: TypeContext): TypePlan | undefined {
  const { report } = context;
  reportMisplacedLimits(holder, 'a union', report);
  const itemsNode = member(holder, 'items');
  const unlimited = { ...holder, value: itemsNode ? { items: itemsNode.value } : {} };
  const types = items(word).flatMap((name) => readNamed(name, unlimited, context) ?? []);
  const [first, second] = types;
  if (!first || types.some(({ kind }) => kind === 'void')) {
    report(problemAt(word, 'E-TYPE', quote(word.value), 'one or more types that have a value'));
    return undefined;
  }
  return second ? { kind: 'union', of: types } : first;
}

function primitiveNamed(name: string): Primitive | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(primitives, key) ? primitives[key] : undefined;
}

function readPrimitive(primitive: Primitive, holder: Located, context: TypeContext): TypePlan {
  const { report } = context;
  const { kind } = primitive;
  reportMisplacedLimits(holder, kind, report);
  const format = readFormat(holder, primitive, report);
  // The table and readFormat together name exactly the kinds and formats of TypePlan.
  const named = (format === undefined ? { kind } : { kind, format }) as TypePlan;
  if (named.kind === 'integer' || named.kind === 'number')
    return { ...named, ...readNumberLimits(holder, report) };
  if (named.kind === 'string') return { ...named, ...readStringLimits(holder, report) };
  if (named.kind === 'object' && member(holder, 'properties'))
    return { ...named, shape: readShape(holder, context) };
  return named;
}

/** An unknown format says something to people only, as Swagger 1.2 section 4.3.1 allows. */
function readFormat(holder: Located, primitive: Primitive, report: Report): string | undefined {
  const node = member(holder, 'format');
  const format = node && expectType(node, 'string', report);
  const known = Object.hasOwn(formats, primitive.kind) ? formats[primitive.kind] : undefined;
  return format !== undefined && known?.includes(format) ? format : primitive.format;
}

function readArray(word: Located, holder: Located, context: TypeContext): TypePlan | undefined {
  reportMisplacedLimits(holder, 'array', context.report);
  const itemsNode = member(holder, 'items');
  if (!itemsNode) {
    context.report(
      problemAt(word, 'E-TYPE', `${quote(word.value)} without items`, 'items beside it, or List[type]'),
    );
    return undefined;
  }
  const itemType = expectType(itemsNode, 'object', context.report) && readType(itemsNode, context);
  return itemType && { kind: 'array', items: itemType, ...readArrayLimits(holder, context.report) };
}

/** `List[X]`: limits on the holder are those of the list. */
function readContainer(
  word: Located,
  name: string,
  holder: Located,
  context: TypeContext,
): TypePlan | undefined {
  reportMisplacedLimits(holder, 'array', context.report);
  const primitive = primitiveNamed(name);
  // The items of `List[X]` have no place to write limits in.
  const itemType = primitive
    ? readPrimitive(primitive, { ...holder, value: {} }, context)
    : readModelReference(word, name, context);
  return itemType && { kind: 'array', items: itemType, ...readArrayLimits(holder, context.report) };
}

function readModelReference(word: Located, name: string, context: TypeContext): TypePlan | undefined {
  const key = context.modelKeys.get(name);
  if (key !== undefined) return { kind: 'model', id: key };
  const known = [...context.modelKeys.keys()];
  const meant = nearSpelling(name, [...known, ...Object.keys(primitives)]);
  const accepted = meant
    ? `"${meant}", which is near`
    : `a model of this file (${known.join(', ') || 'there is none'}) or a type such as string, int, List[string]`;
  context.report(problemAt(word, 'E-MODEL', `the unknown type ${quote(name)}`, accepted));
  return undefined;
}

/** The members of an object or of a model. A model is closed unless it says otherwise. */
export function readShape(node: Located, context: TypeContext): ObjectShape {
  const required = readRequiredNames(node, context.report);
  const properties = member(node, 'properties');
  return {
    properties: properties ? readProperties(properties, required, context) : [],
    isOpen: flagMember(node, 'additionalProperties', context.report),
  };
}

/** Swagger 1.2 lists the required properties at the model; 1.1 marks each one. */
function readRequiredNames(node: Located, report: Report): ReadonlySet<unknown> {
  const required = member(node, 'required');
  // At a property that is an object, `true` is about the property itself.
  if (!required || required.value === true || !expectType(required, 'array', report)) return new Set();
  const declared = new Set(members(member(node, 'properties') ?? node).map(([name]) => name));
  for (const item of items(required)) {
    if (typeof item.value === 'string' && declared.has(item.value)) continue;
    report(problemAt(item, 'E-SHAPE', quote(item.value), 'the name of one of its properties'));
  }
  return new Set(items(required).map((item) => item.value));
}

function readProperties(node: Located, required: ReadonlySet<unknown>, context: TypeContext): PropertyPlan[] {
  if (!expectType(node, 'object', context.report)) return [];
  return members(node).flatMap(([name, property]) => {
    if (!expectType(property, 'object', context.report)) return [];
    warnOfMisspelling(property, propertyKeys, context.report);
    const type = readPropertyType(property, context);
    const isRequired = required.has(name) || member(property, 'required')?.value === true;
    return type ? [{ name, ...describe(property, context.report), type, required: isRequired }] : [];
  });
}

function readPropertyType(property: Located, context: TypeContext): PropertyPlan['type'] | undefined {
  if (!member(property, '$ref') && !member(property, 'type') && !member(property, 'dataType')) {
    context.report(problemAt(property, 'E-TYPE', 'a property without a type', 'a member "type" or "$ref"'));
    return undefined;
  }
  const type = readType(property, context);
  if (type?.kind !== 'void') return type;
  context.report(
    problemAt(property, 'E-TYPE', 'a property of type void', 'void as the result of an operation only'),
  );
  return undefined;
}
