/** Makes an example of a schema: a value that satisfies it. Deterministic. */

import { flat, typesIn } from '../../../compile/schema/flat.ts';
import { modelSchema, tagsFor } from '../../../compile/schema/models.ts';
import { type ExampleUse, isLeftOut, shownExample } from '../../../compile/schema/shown-example.ts';
import {
  isAnnotation,
  isAny,
  isBytes,
  isNever,
  modelOf,
  modelReference,
} from '../../../compile/schema/walk.ts';
import { isObject } from '../../../shared/json/is-object.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import type { ExamplePlan } from '../../../shared/plan/operation-plan.ts';
import type { JsonType, Models, Schema } from '../../../shared/plan/schema.ts';
import { isOfSchema, variationsOf } from './candidates.ts';
import { numberCheck, numberExample, stringExample, textCheck } from './scalar-example.ts';

/** The value, or the reason why there is none: a clause about the schema. */
export type Example = { readonly value: unknown } | { readonly reason: string };

/** An example of more values has no optional members, so that it stays readable. */
const maxCommonValues = 200;
/** A schema whose required members need more values has no example. */
const maxValues = 5_000;
const maxDepth = 40;
/** The most values that are tried for a schema whose keywords may refuse some. */
const maxTries = 4;

/**
 * The descriptor's example, else a made one, which includes optional members, except those whose model contains the
 * example itself, directly or not.
 */
export function exampleOf(
  schema: Schema,
  models: Models,
  { isSent = false, declared: [declared] = [] }: ExampleOptions = {},
): Example {
  if (declared) return { value: shownExample(declared.value, schema, { models, isSent }) };
  return new ExampleMaker({ models, isSent }).make(schema, 0);
}

interface ExampleOptions {
  /** In a request: without the members that the service sets. */
  readonly isSent?: boolean;
  /** Examples of the parameter, the body or the result itself. */
  readonly declared?: readonly ExamplePlan[] | undefined;
}

class ExampleMaker {
  readonly #use: ExampleUse;
  /** The references whose examples are being made. */
  readonly #around: string[] = [];
  #values = 0;
  #depth = 0;

  constructor(use: ExampleUse) {
    this.#use = use;
  }

  /** @param nth the number of the item, if the items of an array must differ. */
  make(schema: Schema, nth: number): Example {
    if (++this.#values > maxValues || this.#depth >= maxDepth) return { reason: 'it would be too large' };
    const { models } = this.#use;
    const model = models.get(modelOf(schema) ?? '');
    const { examples: [declared] = model?.schema.examples ?? [] } = schema;
    if (declared !== undefined && nth === 0) {
      const value = shownExample(declared, schema, this.#use);
      // The example of one part may violate another part.
      if (!schema.allOf || isOfSchema(value, schema, this.#use)) return { value };
    }
    const references = [schema, ...(schema.allOf ?? [])].flatMap(({ $ref }) => $ref ?? []);
    const [$ref] = references.filter((each) => this.#around.includes(each));
    if ($ref !== undefined) return { reason: `the model ${modelReference({ $ref })?.id} requires itself` };
    this.#depth++;
    this.#around.push(...references);
    const example = this.#makeWithin(model ? modelSchema(model, models) : schema, nth);
    this.#around.length -= references.length;
    this.#depth--;
    return example;
  }

  #makeWithin(schema: Schema, nth: number): Example {
    const whole = flat(schema, this.#use.models);
    const { type: _, required: _required, oneOf, discriminator, ...others } = whole;
    if (oneOf && discriminator && isAny(others)) {
      const { propertyName } = discriminator;
      return firstValue(oneOf, (each) =>
        withTag(this.make(each, nth), propertyName, tagsFor(each, discriminator)),
      );
    }
    const { anyOf, ...rest } = whole;
    if (anyOf && isAny(rest)) return firstValue(anyOf, (each) => this.make(each, nth));
    const isMade = (keyword: string) => isAnnotation(keyword) || making.has(keyword);
    // A part that is closed refuses the members of others.
    const isSure = !(schema.allOf && whole.additionalProperties) && Object.keys(whole).every(isMade);
    return isSure ? this.#makePlain(whole, nth) : this.#makeChecked(schema, whole, nth);
  }

  /** The first value that satisfies the schema: of its own keywords, or with what its parts have. */
  #makeChecked(schema: Schema, whole: Schema, nth: number): Example {
    const { anyOf = [], oneOf = [], allOf = [] } = whole;
    const own: Schema = Object.fromEntries(Object.entries(whole).filter(([keyword]) => making.has(keyword)));
    const isUnion = isAny(own);
    const alternatives = [...anyOf, ...oneOf];
    const examples = [
      ...alternatives.map((each) => this.make(isUnion ? each : { allOf: [own, each] }, nth)),
      ...Array.from({ length: isUnion ? 0 : maxTries }, (_, index) => this.#makePlain(own, nth + index)),
      ...allOf.map((each) => this.make(each, nth)),
    ];
    const values = examples.flatMap((example) => ('value' in example ? [example.value] : []));
    const merged = values.length > 0 && values.every(isObject) ? [Object.assign({}, ...values)] : [];
    const names = alternatives.flatMap((each) => Object.keys(flat(each, this.#use.models).properties ?? {}));
    const candidates = [...values, ...merged, ...values.flatMap((value) => variationsOf(value, names))];
    const value = candidates.find((each) => isOfSchema(each, schema, this.#use));
    if (value !== undefined) return { value };
    const refused = values.length === 0 ? examples[0] : undefined;
    const wanted = whole.oneOf ? 'of exactly one of its types' : 'that satisfies its checks';
    return refused ?? { reason: `no value ${wanted} was found` };
  }

  #makePlain(schema: Schema, nth: number): Example {
    const { enum: values = 'const' in schema ? [schema.const] : undefined } = schema;
    if (values) {
      const allowed = values.filter((value) => isWithinLimits(value, schema));
      const value = allowed[nth % allowed.length];
      return value === undefined ? { reason: 'no allowed value is within its limits' } : { value };
    }
    if (isBytes(schema)) return { value: undefined };
    const isAboutObjects = schema.properties !== undefined || schema.required !== undefined;
    const types = typesIn(schema) ?? (isAboutObjects ? ['object' as const] : []);
    if (types.length === 0) return { value: nth === 0 ? {} : nth };
    const ordered = types.toSorted((one, other) => Number(one === 'null') - Number(other === 'null'));
    return firstValue(ordered, (type) => this.#makeOf(type, schema, nth));
  }

  #makeOf(type: JsonType, schema: Schema, nth: number): Example {
    switch (type) {
      case 'null':
        return { value: null };
      case 'boolean':
        return { value: nth % 2 === 0 };
      case 'integer':
      case 'number':
        return numberExample(schema, nth);
      case 'string':
        return stringExample(schema, nth);
      case 'array':
        return this.#makeArray(schema, nth);
      case 'object':
        return this.#makeObject(schema, nth);
    }
  }

  #makeArray(
    { items = {}, prefixItems = [], uniqueItems = false, minItems = 0, maxItems = Infinity }: Schema,
    nth: number,
  ): Example {
    const isFull = this.#values > maxCommonValues;
    const count = Math.min(isFull ? minItems : Math.max(minItems, 1), maxItems);
    if (count > maxValues) return { reason: `it has at least ${count} items` };
    // One that is made may be the same as one of the descriptor.
    const { examples: _declared, ...plain } = items;
    const made = Array.from({ length: count }, (_, index) =>
      uniqueItems && count > 1
        ? this.make(prefixItems[index] ?? plain, nth + index)
        : this.make(prefixItems[index] ?? items, nth),
    );
    const refused = made.find((example) => 'reason' in example);
    if (refused) return minItems === 0 ? { value: [] } : refused;
    const value = made.map((example) => ('value' in example ? example.value : undefined));
    const isDistinct = new Set(value.map((item) => JSON.stringify(item))).size === count;
    return uniqueItems && !isDistinct ? { reason: `${count} different items were not found` } : { value };
  }

  #makeObject(schema: Schema, nth: number): Example {
    const { properties = {}, required = [], additionalProperties = {}, maxProperties } = schema;
    const undeclared = required.filter((name) => !Object.hasOwn(properties, name));
    if (nth > 0 && Object.keys(schema).every(isOfAnyObject) && maxProperties !== 0)
      return { value: { member: nth } };
    const members = [
      ...Object.entries(properties),
      ...undeclared.map((name) => [name, additionalProperties] as const),
    ];
    const entries: [name: string, value: unknown][] = [];
    for (const [name, property] of members) {
      if (isLeftOut(property, this.#use)) continue;
      const isRequired = required.includes(name);
      if (!isRequired && this.#values > maxCommonValues) continue;
      const example = this.make(property, nth);
      if ('value' in example) entries.push([name, example.value]);
      else if (isRequired) return example;
    }
    return withCount(entries, schema, (index) => this.make(additionalProperties, index));
  }
}

/** What values are made by. A value of a schema with other keywords is made without these, and checked. */
const making = new Set([
  ...['type', 'format', 'enum', 'const', 'contentMediaType', 'x-message', 'isQuadratic'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['pattern', 'minLength', 'maxLength', 'items', 'prefixItems', 'uniqueItems', 'minItems', 'maxItems'],
  ...['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
]);

function isOfAnyObject(keyword: string): boolean {
  return isAnnotation(keyword) || keyword === 'type' || keyword === 'maxProperties';
}

function isWithinLimits(value: unknown, schema: Schema): boolean {
  if (typeof value === 'number') return numberCheck(schema)(value);
  return typeof value !== 'string' || textCheck(schema)(value);
}

/** With as many members as the object needs. @param make a member that has no name. */
function withCount(
  entries: readonly [name: string, value: unknown][],
  { required = [], additionalProperties = {}, minProperties = 0, maxProperties = Infinity }: Schema,
  make: (index: number) => Example,
): Example {
  const isRequired = ([name]: readonly [string, unknown]) => required.includes(name);
  let room = maxProperties - entries.filter(isRequired).length;
  const kept = entries.filter((entry) => isRequired(entry) || room-- > 0);
  const missing = Math.max(minProperties - kept.length, 0);
  if (kept.length > maxProperties || missing > maxValues || (missing > 0 && isNever(additionalProperties)))
    return { reason: 'no object has as many members' };
  const names = Array.from({ length: missing }, (_, index) => `member${index + 1}`);
  const made = names.map((name, index) => [name, make(index)] as const);
  const refused = made.find(([, example]) => 'reason' in example);
  if (refused) return refused[1];
  const others = made.map(([name, example]) => [name, 'value' in example ? example.value : undefined]);
  return { value: Object.fromEntries([...kept, ...others]) };
}

/** An object of a union names its type. */
function withTag(example: Example, property: string, tags: readonly string[]): Example {
  if (!('value' in example)) return example;
  const { value } = example;
  if (!isObject(value)) return { reason: 'it is not an object' };
  const declared = ownMember(value, property);
  return { value: { ...value, [property]: tags.find((tag) => tag === declared) ?? tags[0] } };
}

/** The example of the first alternative that has one; if none has, the reason of the first. */
function firstValue<T>(alternatives: readonly T[], make: (alternative: T) => Example): Example {
  let first: Example | undefined;
  for (const alternative of alternatives) {
    const example = make(alternative);
    if ('value' in example) return example;
    first ??= example;
  }
  return first ?? { reason: 'it is of no type' };
}
