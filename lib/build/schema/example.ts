/** Makes an example of a type: a value that satisfies its JSON Schema. Deterministic. */

import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type { ExamplePlan } from '../../shared/plan/operation-plan.ts';
import type {
  ArrayType,
  MemberCounts,
  ModelPlan,
  ObjectShape,
  ObjectType,
  TypePlan,
  UnionType,
  WithChecks,
} from '../../shared/plan/type-plan.ts';
import { exclusiveExample, isOfType } from './exclusive-example.ts';
import { tagsOf, variantsOf } from './models.ts';
import { numberExample } from './number-example.ts';
import { isLeftOut, shownExample } from './shown-example.ts';
import { stringExample } from './string-example.ts';

/** The value, or the reason why there is none: a clause about the type. */
export type Example = { readonly value: unknown } | { readonly reason: string };

/** An example of more values has no optional members, so that it stays readable. */
const maxCommonValues = 200;
/** A type whose required members need more values has no example. */
const maxValues = 5_000;
const maxDepth = 40;
/** Of values of a type with checks that may refuse some. */
const maxTries = 4;

/**
 * The descriptor's example, of a type or `x-example` of a model, else a made one, which includes optional
 * members, except those whose model contains the example itself, directly or not.
 */
export function exampleOf(
  type: TypePlan,
  modelsById: ReadonlyMap<string, ModelPlan>,
  { isSent = false, declared: [declared] = [] }: ExampleOptions = {},
): Example {
  if (declared) return { value: shownExample(declared.value, type, { modelsById, isSent }) };
  return new ExampleMaker(modelsById, isSent).make(type, 0);
}

interface ExampleOptions {
  /** In a request: without the members that the service sets. */
  readonly isSent?: boolean;
  /** Examples of the parameter, the body or the result itself. */
  readonly declared?: readonly ExamplePlan[] | undefined;
}

class ExampleMaker {
  readonly #modelsById: ReadonlyMap<string, ModelPlan>;
  readonly #isSent: boolean;
  readonly #around: string[] = [];
  #values = 0;
  #depth = 0;

  constructor(modelsById: ReadonlyMap<string, ModelPlan>, isSent: boolean) {
    this.#modelsById = modelsById;
    this.#isSent = isSent;
  }

  /** @param nth the number of the item, if the items of an array must differ. */
  make(type: TypePlan, nth: number): Example {
    if (++this.#values > maxValues || this.#depth >= maxDepth) return { reason: 'it would be too large' };
    this.#depth++;
    const example = type.checks ? this.#makeChecked(type, nth) : this.#makeWithin(type, nth);
    this.#depth--;
    return example;
  }

  /** The first value that satisfies the checks: of the type, or with what the other types of the value have. */
  #makeChecked(type: TypePlan, nth: number): Example {
    const others = (type.checks?.lists?.['allOf'] ?? []).map((each) => this.make(each, nth));
    const own = Array.from({ length: maxTries }, (_, index) => this.#makeWithin(type, nth + index));
    const values = [...own, ...others].flatMap((example) => ('value' in example ? [example.value] : []));
    const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
    const merged = values.length > 0 && values.every(isObject) ? [Object.assign({}, ...values)] : [];
    const context = { byId: this.#modelsById, isSent: this.#isSent };
    const value = [...values, ...merged].find((each) => isOfType(type, each, context));
    return value === undefined ? { reason: 'no value that satisfies its checks was found' } : { value };
  }

  #makeWithin(type: TypePlan, nth: number): Example {
    if (type.examples && nth === 0) return { value: this.#shown(type.examples[0], type) };
    switch (type.kind) {
      case 'any':
        return { value: nth === 0 ? {} : nth };
      case 'file':
      case 'void':
        return { value: undefined };
      case 'null':
        return { value: null };
      case 'boolean': {
        const values = type.allowed ?? [true, false];
        return { value: values[nth % values.length] };
      }
      case 'integer':
      case 'number':
        return numberExample(type, nth);
      case 'string':
        return stringExample(type, nth);
      case 'array':
        return this.#makeArray(type, nth);
      case 'object':
        return this.#makeAnyObject(type, nth);
      case 'model':
        return this.#makeModel(type.id, nth);
      case 'union':
        return this.#makeFirst(type, nth);
    }
  }

  #makeFirst(union: UnionType, nth: number): Example {
    if (union.isExclusive) return this.#makeExclusive(union, nth);
    const { of, discriminator } = union;
    const numbered = [...of.entries()];
    const example = firstValue(numbered, ([index, type]) =>
      withTag(this.make(type, nth), discriminator?.property, discriminator?.tags[index]),
    );
    return example ?? { reason: 'it is of no type' };
  }

  #makeExclusive(union: UnionType, nth: number): Example {
    const made = union.of.map((type) => this.make(type, nth));
    const values = made.flatMap((example) => ('value' in example ? [example.value] : []));
    const context = { byId: this.#modelsById, isSent: this.#isSent };
    const found = values.length > 0 ? exclusiveExample(union, values, context) : made[0];
    return found ?? { reason: 'no value of exactly one of its types was found' };
  }

  #makeAnyObject({ shape, ...counts }: ObjectType, nth: number): Example {
    if (shape) return this.#makeObject({ ...shape, ...counts }, nth);
    if (counts.minProperties !== undefined)
      return this.#makeObject({ properties: [], additional: { kind: 'any' }, ...counts }, nth);
    return { value: nth === 0 || counts.maxProperties === 0 ? {} : { member: nth } };
  }

  #makeArray(
    { items, unique, minItems = 0, maxItems, checks }: ArrayType & WithChecks,
    nth: number,
  ): Example {
    const places = checks?.lists?.['prefixItems'] ?? [];
    const isFull = this.#values > maxCommonValues;
    const count = Math.min(isFull ? minItems : Math.max(minItems, 1), maxItems ?? Number.MAX_SAFE_INTEGER);
    if (count > maxValues) return { reason: `it has at least ${count} items` };
    // One that is made may be the same as one of the descriptor.
    const { examples: _declared, ...plain } = items;
    const made = Array.from({ length: count }, (_, index) =>
      unique && count > 1
        ? this.make(places[index] ?? plain, nth + index)
        : this.make(places[index] ?? items, nth),
    );
    const refused = made.find((example) => 'reason' in example);
    if (refused) return minItems === 0 ? { value: [] } : refused;
    const value = made.map((example) => ('value' in example ? example.value : undefined));
    const isDistinct = new Set(value.map((item) => JSON.stringify(item))).size === count;
    return unique && !isDistinct ? { reason: `${count} different items were not found` } : { value };
  }

  #makeModel(id: string, nth: number): Example {
    const declared = this.#modelsById.get(id)?.extensions?.['x-example'];
    if (declared !== undefined && nth === 0) return { value: this.#shown(declared, { kind: 'model', id }) };
    if (this.#around.includes(id)) return { reason: `the model ${id} requires itself` };
    this.#around.push(id);
    const variants = variantsOf(id, this.#modelsById);
    const example = firstValue(variants, (variant) => this.#makeVariant(variant, nth));
    this.#around.pop();
    return example ?? { reason: `no model ${id} is known` };
  }

  #makeVariant(variant: ModelPlan, nth: number): Example {
    const { checks } = variant;
    if (!checks) return this.#makeObject(variant, nth, tagOf(variant));
    const { minProperties, maxProperties } = variant;
    const counts = omitUndefined({ minProperties, maxProperties });
    const example = this.#makeChecked({ kind: 'object', shape: variant, checks, ...counts }, nth);
    const [property, tag] = tagOf(variant) ?? [];
    return withTag(example, property, tag === undefined ? [] : [tag]);
  }

  #shown(value: unknown, type: TypePlan): unknown {
    return shownExample(value, type, { modelsById: this.#modelsById, isSent: this.#isSent });
  }

  /** @param tag the property that names the model, and its value. */
  #makeObject(shape: ObjectShape & MemberCounts, nth: number, tag?: readonly [string, string]): Example {
    const entries: [name: string, value: unknown][] = [];
    for (const property of shape.properties) {
      const { name, type, required } = property;
      if (isLeftOut(property, { isSent: this.#isSent })) continue;
      if (tag?.[0] === name) {
        entries.push([...tag]);
        continue;
      }
      if (!required && this.#values > maxCommonValues) continue;
      const example = this.make(type, nth);
      if ('value' in example) entries.push([name, example.value]);
      else if (required) return example;
    }
    return withCount(entries, shape, (index) => this.make(shape.additional ?? { kind: 'null' }, index));
  }
}

function tagOf(model: ModelPlan): readonly [string, string] | undefined {
  const [tag = model.id] = tagsOf(model);
  return model.discriminator === undefined ? undefined : [model.discriminator, tag];
}

/** With as many members as the object needs. @param make a member that has no name. */
function withCount(
  entries: readonly [name: string, value: unknown][],
  {
    additional,
    properties,
    minProperties = 0,
    maxProperties = Number.MAX_SAFE_INTEGER,
  }: ObjectShape & MemberCounts,
  make: (index: number) => Example,
): Example {
  const isRequired = ([name]: readonly [string, unknown]) =>
    properties.some((each) => each.name === name && each.required);
  let room = maxProperties - entries.filter(isRequired).length;
  const kept = entries.filter((entry) => isRequired(entry) || room-- > 0);
  const missing = Math.max(minProperties - kept.length, 0);
  if (kept.length > maxProperties || missing > maxValues || (missing > 0 && !additional))
    return { reason: 'no object has as many members' };
  const names = Array.from({ length: missing }, (_, index) => `member${index + 1}`);
  const made = names.map((name, index) => [name, make(index)] as const);
  const refused = made.find(([, example]) => 'reason' in example);
  if (refused) return refused[1];
  const others = made.map(([name, example]) => [name, 'value' in example ? example.value : undefined]);
  return { value: Object.fromEntries([...kept, ...others]) };
}

/** An object of a union names its type. */
function withTag(example: Example, property: string | undefined, tags: readonly string[] = []): Example {
  if (property === undefined || !('value' in example)) return example;
  const { value } = example;
  if (typeof value !== 'object' || value === null) return { reason: 'it is not an object' };
  const declared: unknown = Object.hasOwn(value, property) ? Reflect.get(value, property) : undefined;
  return { value: { ...value, [property]: tags.find((tag) => tag === declared) ?? tags[0] } };
}

/** The example of the first alternative that has one; if none has, the reason of the first. */
function firstValue<T>(alternatives: readonly T[], make: (alternative: T) => Example): Example | undefined {
  let first: Example | undefined;
  for (const alternative of alternatives) {
    const example = make(alternative);
    if ('value' in example) return example;
    first ??= example;
  }
  return first;
}
