/** Several types as one: values of any of them, or of two types at once. */

import { equal } from '../../../shared/json/equal.ts';
import { omitEmpty } from '../../../shared/json/omit-empty.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type {
  ArrayType,
  Checks,
  ObjectShape,
  ObjectType,
  PropertyPlan,
  TypePlan,
  UnionType,
  WithChecks,
  WithExamples,
} from '../../../shared/plan/type-plan.ts';
import { mapType } from '../../schema/map-type.ts';
import { isAny } from '../../schema/models.ts';
import { isScalarType } from '../common/limits.ts';
import { namesIn } from '../common/names.ts';

/** A value of a union is of any of the types; of exactly one if it is exclusive. Examples of unions within it are its own. */
export function unionOf(types: readonly TypePlan[], { isExclusive = false } = {}): TypePlan {
  const all = types.flatMap((type) => (isPlainUnion(type) ? type.of : [type]));
  if (isExclusive && types.length > 1 && !areDisjoint(all)) return { kind: 'union', of: types, isExclusive };
  const flat = [...new Map(all.map((type) => [JSON.stringify(withoutExamples(type)), type])).values()];
  const [first, second] = flat;
  const one = flat.some(isAny) ? ({ kind: 'any' } as const) : first && !second && first;
  return withExamplesOf(one || { kind: 'union', of: flat }, types.filter(isPlainUnion));
}

function isPlainUnion(type: TypePlan): type is TypePlan & UnionType {
  return type.kind === 'union' && !type.isExclusive && !type.discriminator && !type.checks;
}

/** Whether the kind of a value decides of which of its types it is. For others, combining each with each takes long. */
function isOfKinds(type: TypePlan): type is TypePlan & UnionType {
  return isPlainUnion(type) && areDisjoint(type.of);
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

/**
 * What has both types: one of them with the limits of the other, or, where a type cannot say it, with the other as a check.
 *
 * @returns undefined if no value has both types.
 */
export function bothTypes(one: TypePlan, other: TypePlan): TypePlan | undefined {
  if (isTuple(one) && other.kind === 'array') return alsoOf(one, other);
  if (isTuple(other) && one.kind === 'array') return alsoOf(other, one);
  const both = bothPlain(core(one), core(other));
  return both && withExamplesOf([one, other].reduce(withChecksOf, both), [one, other]);
}

function bothPlain(one: TypePlan, other: TypePlan): TypePlan | undefined {
  const [kinds, others] = [jsonKinds(one), jsonKinds(other)];
  if (isPure(one) && others.every((kind) => kinds.includes(kind))) return other;
  if (isPure(other) && kinds.every((kind) => others.includes(kind))) return one;
  if (!kinds.some((kind) => others.includes(kind))) return undefined;
  if (isOfKinds(one)) return bothUnion(one, other);
  if (isOfKinds(other)) return bothUnion(other, one);
  return sameType(one, other) ? other : bothOfKind(one, other);
}

function bothOfKind(one: TypePlan, other: TypePlan): TypePlan | undefined {
  if (one.kind === 'object' && other.kind === 'object') return bothObjects(one, other);
  if (one.kind === 'array' && other.kind === 'array') return bothLists(one, other);
  const narrowed = one.kind === other.kind && isScalarType(one) ? narrowest(one, other) : undefined;
  // A union, or the name of an object, says less by itself.
  return narrowed ?? (isTelling(other) && !isTelling(one) ? alsoOf(other, one) : alsoOf(one, other));
}

/** Whether only the kind of a value matters. */
export function isPure({ checks, ...type }: TypePlan): boolean {
  if (checks) return false;
  if (isPlainUnion(type)) return type.of.every(isPure);
  return pureTypes.some((pure) => pure.kind === type.kind && equal(pure, plain(type)));
}

/** An object that says nothing of its members may have any. */
export const openShape: ObjectShape = { properties: [], additional: { kind: 'any' } };

const pureTypes: readonly TypePlan[] = [
  { kind: 'any' },
  { kind: 'null' },
  { kind: 'boolean' },
  { kind: 'number', format: 'double' },
  { kind: 'string' },
  { kind: 'object' },
  { kind: 'object', shape: openShape },
  { kind: 'array', items: { kind: 'any' }, unique: false },
];

function isTuple({ checks }: TypePlan): boolean {
  return checks?.lists?.['prefixItems'] !== undefined;
}

/** Whether a check depends on keywords beside it. */
export function isBound({ checks = {} }: WithChecks): boolean {
  return keywordsIn(checks).some((keyword) => boundKeywords.includes(keyword));
}

const boundKeywords = namesIn(`
  patternProperties unevaluatedProperties prefixItems unevaluatedItems if then else contains minContains maxContains
`);

function isTelling({ kind }: TypePlan): boolean {
  return kind !== 'union' && kind !== 'number';
}

export function alsoOf(type: TypePlan, other: TypePlan): TypePlan {
  return withChecksOf(type, { checks: { lists: { allOf: [other] } } });
}

/** The type with the checks of another one. Two that have a keyword in common are separate parts. */
export function withChecksOf<Type extends WithChecks>(type: Type, { checks }: WithChecks): Type {
  if (!checks) return type;
  const { checks: own } = type;
  if (!own) return { ...type, checks };
  const [{ allOf = [], ...lists } = {}, { allOf: more = [], ...others } = {}] = [own.lists, checks.lists];
  const rest: Checks = { ...checks, lists: others };
  const isSeparate = keywordsIn(rest).some((keyword) => keywordsIn(own).includes(keyword));
  const parts: readonly TypePlan[] = [
    ...allOf,
    ...more,
    ...(isSeparate ? [{ kind: 'any', checks: rest } as const] : []),
  ];
  return {
    ...type,
    checks: omitEmpty({
      schemas: { ...own.schemas, ...(isSeparate ? {} : rest.schemas) },
      lists: { ...lists, ...(isSeparate ? {} : others), ...(parts.length > 0 ? { allOf: parts } : {}) },
      maps: { ...own.maps, ...(isSeparate ? {} : rest.maps) },
      values: { ...own.values, ...(isSeparate ? {} : rest.values) },
    }),
  };
}

function keywordsIn(checks: Checks): string[] {
  return Object.values(checks).flatMap((keywords) => Object.keys(keywords ?? {}));
}

/** The types of a union that values of the other type may have. */
function bothUnion(union: UnionType, other: TypePlan): TypePlan | undefined {
  const kinds = jsonKinds(other);
  const possible = union.of.filter((each) => jsonKinds(each).some((kind) => kinds.includes(kind)));
  const held = possible.flatMap((each) => bothTypes(each, other) ?? []);
  return held.length > 0 ? unionOf(held) : undefined;
}

function bothLists(one: ArrayType, other: ArrayType): TypePlan {
  const items = bothTypes(one.items, other.items);
  const limits = narrowest({ ...one, items: other.items, unique: false }, { ...other, unique: false });
  return items && limits
    ? { ...limits, kind: 'array', items, unique: one.unique || other.unique }
    : alsoOf(one, other);
}

/** With the members of both, unless one of them restricts members that the other one has. */
function bothObjects(one: ObjectType, other: ObjectType): TypePlan | undefined {
  const [first, second] = [one.shape ?? openShape, other.shape ?? openShape];
  const properties = bothProperties([...first.properties, ...second.properties]);
  if (!properties) return undefined;
  const restricted = [first, second].filter(({ additional }) => !additional || !isAny(additional));
  const [{ additional } = first] = restricted;
  const isHeld = restricted.every(
    (shape) => equal(shape.additional, additional) && properties.every(({ name }) => isMember(name, shape)),
  );
  if (!isHeld) return alsoOf({ ...other, kind: 'object' }, { ...one, kind: 'object' });
  const counts = narrowest(countsOf(one), countsOf(other)) ?? {};
  return { ...counts, kind: 'object', shape: { properties, ...omitUndefined({ additional }) } };
}

function isMember(name: string, { properties }: ObjectShape): boolean {
  return properties.some((own) => own.name === name);
}

function countsOf({ minProperties, maxProperties }: ObjectType): ObjectType {
  return { kind: 'object', ...omitUndefined({ minProperties, maxProperties }) };
}

/** The name of a member that no object of both types can have, if both are objects. */
export function clashingMember(one: TypePlan, other: TypePlan): string | undefined {
  if (one.kind !== 'object' || other.kind !== 'object') return undefined;
  const named = new Map(one.shape?.properties.map(({ name, type }) => [name, type]));
  const clashing = other.shape?.properties.find(({ name, type }) => {
    const known = named.get(name);
    return known && !bothTypes(known, type);
  });
  return clashing?.name;
}

/** @returns undefined if a member has no value of all its types. */
function bothProperties(properties: readonly PropertyPlan[]): PropertyPlan[] | undefined {
  const byName = new Map<string, PropertyPlan>();
  for (const property of properties) {
    const known = byName.get(property.name);
    const type = known ? bothTypes(known.type, property.type) : property.type;
    if (!type) return undefined;
    byName.set(property.name, merged(known, { ...property, type }));
  }
  return [...byName.values()];
}

function merged(known: PropertyPlan | undefined, property: PropertyPlan): PropertyPlan {
  if (!known) return property;
  if (property.isUndeclared) return { ...known, type: property.type, required: true };
  const { isUndeclared: _, ...before } = known;
  const { extensions = {}, ...own } = property;
  const all = { ...known.extensions, ...extensions };
  const required = known.required || property.required;
  return { ...before, ...own, required, ...(Object.keys(all).length > 0 ? { extensions: all } : {}) };
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
  minProperties: most,
  maxProperties: least,
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

/** The type without examples and checks of its own. */
function core({ checks: _, ...type }: TypePlan): TypePlan {
  return plain(type);
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
