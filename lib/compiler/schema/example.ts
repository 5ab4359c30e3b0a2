/** Makes an example of a type: a value that satisfies its JSON Schema. Deterministic. */

import type {
  ArrayType,
  IntegerType,
  ModelPlan,
  NumberType,
  ObjectShape,
  TypePlan,
} from '../../plan/type-plan.ts';
import { variantsOf } from './models.ts';
import { stringExample } from './string-example.ts';

/** The value, or the reason why there is none: a clause about the type. */
export type Example = { readonly value: unknown } | { readonly reason: string };

/** After this many values, optional members are left out, so that the example stays readable. */
const maxCommonValues = 200;
/** A type whose required members need more values has no example. */
const maxValues = 5_000;
const maxDepth = 40;

/**
 * That of the descriptor (`x-example` of a model) if there is one. One that is made includes optional members, except
 * those whose model contains the example itself, directly or not.
 */
export function exampleOf(
  type: TypePlan,
  modelsById: ReadonlyMap<string, ModelPlan>,
  { isSent = false }: ExampleOptions = {},
): Example {
  return new ExampleMaker(modelsById, isSent).make(type, 0);
}

interface ExampleOptions {
  /** Of a request: without the members that the service sets. */
  readonly isSent?: boolean;
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
    const example = this.#makeWithin(type, nth);
    this.#depth--;
    return example;
  }

  #makeWithin(type: TypePlan, nth: number): Example {
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
        return type.shape ? this.#makeObject(type.shape, nth) : { value: nth === 0 ? {} : { member: nth } };
      case 'model':
        return this.#makeModel(type.id, nth);
      case 'union':
        return this.#makeFirst(type.of, nth);
    }
  }

  #makeFirst(types: readonly TypePlan[], nth: number): Example {
    return firstValue(types, (type) => this.make(type, nth)) ?? { reason: 'it is of no type' };
  }

  #makeArray({ items, unique, minItems = 0, maxItems }: ArrayType, nth: number): Example {
    const isFull = this.#values > maxCommonValues;
    const count = Math.min(isFull ? minItems : Math.max(minItems, 1), maxItems ?? Number.MAX_SAFE_INTEGER);
    if (count > maxValues) return { reason: `it has at least ${count} items` };
    const made = Array.from({ length: count }, (_, index) => this.make(items, unique ? nth + index : nth));
    const refused = made.find((example) => 'reason' in example);
    if (refused) return minItems === 0 ? { value: [] } : refused;
    const value = made.map((example) => ('value' in example ? example.value : undefined));
    const isDistinct = new Set(value.map((item) => JSON.stringify(item))).size === count;
    return unique && !isDistinct ? { reason: `${count} different items were not found` } : { value };
  }

  #makeModel(id: string, nth: number): Example {
    const declared = this.#modelsById.get(id)?.extensions?.['x-example'];
    if (declared !== undefined && nth === 0) return { value: declared };
    if (this.#around.includes(id)) return { reason: `the model ${id} requires itself` };
    this.#around.push(id);
    const variants = variantsOf(id, this.#modelsById);
    const example = firstValue(variants, (variant) => this.#makeObject(variant, nth, variant.discriminator));
    this.#around.pop();
    return example ?? { reason: `no model ${id} is known` };
  }

  /** @param discriminator the property that holds the id of the model. */
  #makeObject(shape: ObjectShape & { readonly id?: string }, nth: number, discriminator?: string): Example {
    const entries: [name: string, value: unknown][] = [];
    for (const { name, type, required, isReadOnly } of shape.properties) {
      if (isReadOnly && this.#isSent) continue;
      if (name === discriminator) {
        entries.push([name, shape.id]);
        continue;
      }
      if (!required && this.#values > maxCommonValues) continue;
      const example = this.make(type, nth);
      if ('value' in example) entries.push([name, example.value]);
      else if (required) return example;
    }
    return { value: Object.fromEntries(entries) };
  }
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

const int32 = [-(2 ** 31), 2 ** 31 - 1] as const;
const int64 = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;
const anyNumber = [-Number.MAX_VALUE, Number.MAX_VALUE] as const;

/** 1, or the allowed number nearest to it. */
function numberExample(type: IntegerType | NumberType, nth: number): Example {
  const isInteger = type.kind === 'integer';
  const [least, most] = isInteger ? (type.format === 'int32' ? int32 : int64) : anyNumber;
  const lower = Math.max(type.minimum ?? least, least);
  const upper = Math.min(type.maximum ?? most, most);
  const minimum = isInteger ? Math.ceil(lower) : lower;
  const maximum = isInteger ? Math.floor(upper) : upper;
  const isWithin = (value: number) =>
    value >= minimum && value <= maximum && (!isInteger || Number.isInteger(value));
  const first = Math.min(Math.max(1, minimum), maximum);
  const candidates = type.allowed ?? [first + nth, first - nth, first + nth / 1_000].filter(isWithin);
  const possible = candidates.filter(isWithin);
  const value = type.allowed ? possible[nth % possible.length] : (possible[0] ?? first);
  return value !== undefined && isWithin(value) ? { value } : { reason: 'no number is within its limits' };
}
