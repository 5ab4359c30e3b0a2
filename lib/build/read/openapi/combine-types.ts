/** Several types as one: values of any of them, or of two types at once. */

import { equal } from '../../../shared/json/equal.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ArrayType, TypePlan, WithExamples } from '../../../shared/plan/type-plan.ts';
import { mapType } from '../../schema/map-type.ts';
import { isScalarType } from '../common/limits.ts';

/** A value of a union is of any of the types; of exactly one if it is exclusive. Examples of unions within it are its own. */
export function unionOf(types: readonly TypePlan[], { isExclusive = false } = {}): TypePlan {
  const all = types.flatMap((type) => (isPlainUnion(type) ? type.of : [type]));
  if (isExclusive && types.length > 1 && !areDisjoint(all)) return { kind: 'union', of: types, isExclusive };
  const flat = [...new Map(all.map((type) => [JSON.stringify(withoutExamples(type)), type])).values()];
  const [first, second] = flat;
  const isAny = flat.some(({ kind }) => kind === 'any');
  const one = isAny ? ({ kind: 'any' } as const) : first && !second && first;
  return withExamplesOf(one || { kind: 'union', of: flat }, types.filter(isPlainUnion));
}

function isPlainUnion(type: TypePlan): type is TypePlan & { kind: 'union' } {
  return type.kind === 'union' && !type.isExclusive && !type.discriminator;
}

/** Whether no value is of two of the types, as their kinds say. */
function areDisjoint(types: readonly TypePlan[]): boolean {
  const kinds = types.flatMap(jsonKinds);
  return new Set(kinds).size === kinds.length;
}

const everyKind = ['null', 'boolean', 'object', 'array', 'number', 'string'];

/** The names that `type` has for the values of a type. An integer is a number. */
export function jsonKinds(type: TypePlan): string[] {
  switch (type.kind) {
    case 'model':
      return ['object'];
    case 'integer':
      return ['number'];
    case 'union':
      return [...new Set(type.of.flatMap(jsonKinds))];
    case 'any':
    case 'file':
    case 'void':
      return everyKind;
    default:
      return [type.kind];
  }
}

/** @returns undefined if a plan cannot express the type, or if no value has both types. */
export function bothTypes(one: TypePlan, other: TypePlan): TypePlan | undefined {
  const both = bothPlain(plain(one), plain(other));
  return both && withExamplesOf(both, [one, other]);
}

function bothPlain(one: TypePlan, other: TypePlan): TypePlan | undefined {
  if (one.kind === 'any' || sameType(one, other)) return other;
  if (other.kind === 'any') return one;
  if (one.kind === 'union') return bothUnion(one, other);
  if (other.kind === 'union') return bothUnion(other, one);
  if (isAnyObject(one) && isObject(other)) return other;
  if (isAnyObject(other) && isObject(one)) return one;
  if (one.kind === 'array' && other.kind === 'array') return bothLists(one, other);
  return one.kind === other.kind && isScalarType(one) ? narrowest(one, other) : undefined;
}

/** The types of a union that values of the other type may have. */
function bothUnion(union: TypePlan & { kind: 'union' }, other: TypePlan): TypePlan | undefined {
  if (union.isExclusive || union.discriminator) return undefined;
  const kinds = jsonKinds(other);
  const possible = union.of.filter((each) => jsonKinds(each).some((kind) => kinds.includes(kind)));
  const both = possible.map((each) => bothTypes(each, other));
  const held = both.filter((each) => each !== undefined);
  return held.length > 0 && held.length === both.length ? unionOf(held) : undefined;
}

function bothLists(one: ArrayType, other: ArrayType): TypePlan | undefined {
  const items = bothTypes(one.items, other.items);
  const limits = narrowest({ ...one, items: other.items, unique: false }, { ...other, unique: false });
  return items && limits && { ...limits, kind: 'array', items, unique: one.unique || other.unique };
}

function isObject({ kind }: TypePlan): boolean {
  return kind === 'object' || kind === 'model';
}

function isAnyObject(type: TypePlan): boolean {
  return equal(type, { kind: 'object' });
}

type Limit = (one: unknown, other: unknown) => unknown;

const most: Limit = (one, other) => Math.max(Number(one), Number(other));
const least: Limit = (one, other) => Math.min(Number(one), Number(other));
const common: Limit = (one, other) => {
  const values: readonly unknown[] = Array.isArray(other) ? other : [];
  const both = [one].flat().filter((value) => values.includes(value));
  return both.length > 0 ? both : undefined;
};

/** Combines two limits that differ. Other keywords cannot be combined. */
const limits: Readonly<Record<string, Limit>> = {
  minimum: most,
  exclusiveMinimum: most,
  minLength: most,
  minItems: most,
  maximum: least,
  exclusiveMaximum: least,
  maxLength: least,
  maxItems: least,
  allowed: common,
  format: (one, other) => ['int32', 'float'].find((format) => format === one || format === other),
};

function narrowest<Type extends TypePlan>(one: Type, other: TypePlan): Type | undefined {
  const members = { ...one, ...other };
  for (const [keyword, value] of Object.entries(other)) {
    const known: unknown = Reflect.get(one, keyword);
    if (known === undefined || equal(known, value)) continue;
    const both = limits[keyword]?.(known, value);
    if (both === undefined) return undefined;
    Object.assign(members, { [keyword]: both });
  }
  // Both have the same kind, so each member is one of that kind.
  return omitUndefined(members) as Type;
}

/** Examples do not change which values are valid: types are compared and merged without them. */
function withoutExamples(type: TypePlan): TypePlan {
  return mapType(type, { type: plain });
}

export function sameType(one: TypePlan, other: TypePlan): boolean {
  return equal(withoutExamples(one), withoutExamples(other));
}

/** Without its own; its parts keep theirs. */
export function plain({ examples: _, ...type }: TypePlan): TypePlan {
  return type;
}

/** The type with the examples of the last of these that has any, if it has none itself. */
export function withExamplesOf(type: TypePlan, others: readonly WithExamples[]): TypePlan {
  const { examples } = others.findLast((each) => each.examples) ?? {};
  return type.examples || !examples ? type : { ...type, examples };
}
