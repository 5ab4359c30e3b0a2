/**
 * Converts a descriptor to JSON Schema (draft-07) as directly as possible. Tests
 * compare the compiler's schemas with these, so this uses no code of the compiler.
 */

import type { Words } from './random-types.ts';

export type PlainSchema = Readonly<Record<string, unknown>>;
type Models = Readonly<Record<string, Words>>;

const schemaOfWord: Readonly<Record<string, PlainSchema>> = {
  int: { type: 'integer', minimum: -2147483648, maximum: 2147483647 },
  long: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
  float: { type: 'number' },
  double: { type: 'number' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  string: { type: 'string' },
  byte: { type: 'string', format: 'byte' },
  date: { type: 'string', format: 'date' },
  'date-time': { type: 'string', format: 'date-time' },
  any: {},
};
const wordOfFormat: Readonly<Record<string, string>> = {
  int32: 'int',
  int64: 'long',
  float: 'float',
  double: 'double',
};

/** All models of a declaration as `definitions`, by key. References do not escape the names. */
export function plainDefinitions(models: Models): PlainSchema {
  return Object.fromEntries(Object.keys(models).map((key, index) => [`m${index}`, plainModel(key, models)]));
}

/** The type that a parameter, a property or an operation declares. */
export function plainSchema(words: Words, models: Models): PlainSchema {
  const word = words.$ref ?? words.dataType ?? words.responseClass ?? words.type;
  if (Array.isArray(word)) return { anyOf: word.map((one) => plainSchema({ type: one }, models)) };
  const name = String(word).replace(/^#\/models\//, '');
  const model = Object.entries(models).findIndex(([key, { id }]) => key === name || id === name);
  if (model >= 0) return { $ref: `#/definitions/m${model}` };
  const [, container, content] = /^(list|set|array)(?:\[(.*)\])?$/i.exec(name) ?? [];
  if (container !== undefined) return listSchema(words, { container, content }, models);
  if (name === 'object')
    return 'additionalProperties' in words || Object.keys(words.properties ?? {}).length > 0
      ? shapeSchema(shapeOf(words), models)
      : { type: 'object' };
  return valueSchema(name.toLowerCase(), words);
}

/** Allowed values of a list apply to its items. */
function listSchema(
  words: Words,
  { container, content }: { container: string; content: string | undefined },
  models: Models,
): PlainSchema {
  const items = content === undefined ? (words.items as Words) : { type: content };
  const limits =
    'enum' in items || 'allowableValues' in items ? {} : pickMembers(words, ['enum', 'allowableValues']);
  const isUnique = words.uniqueItems === true || container.toLowerCase() === 'set';
  return {
    type: 'array',
    items: plainSchema({ ...limits, ...items }, models),
    ...pickMembers(words, ['minItems', 'maxItems']),
    ...(isUnique ? { uniqueItems: true } : {}),
  };
}

function valueSchema(word: string, words: Words): PlainSchema {
  const format = String(words.format);
  const named = word === 'integer' ? (wordOfFormat[format] ?? 'int') : word;
  const base = schemaOfWord[word === 'string' && format in schemaOfWord ? format : named];
  if (!base) throw new Error(`no type: ${word}`);
  if (base.type === 'integer' || base.type === 'number') return { ...base, ...numberLimits(base, words) };
  const read = base.type === 'boolean' ? (value: unknown) => String(value) === 'true' : String;
  return { ...base, ...pickMembers(words, ['minLength', 'maxLength', 'pattern']), ...allowed(words, read) };
}

/** The narrower of the limits of the type and of the declaration. */
function numberLimits(base: PlainSchema, words: Words): PlainSchema {
  const { valueType, min, max } = (words.allowableValues ?? {}) as Words;
  const isRange = /^range$/i.test(String(valueType));
  const lows = [base.minimum, words.minimum, isRange ? min : undefined];
  const highs = [base.maximum, words.maximum, isRange ? max : undefined];
  const bounds = (values: unknown[]) => values.filter((value) => value !== undefined).map(Number);
  const minimum = Math.max(...bounds(lows));
  const maximum = Math.min(...bounds(highs));
  return {
    ...(Number.isFinite(minimum) ? { minimum } : {}),
    ...(Number.isFinite(maximum) ? { maximum } : {}),
    ...allowed(words, Number),
  };
}

function allowed(words: Words, read: (value: unknown) => unknown): PlainSchema {
  const { valueType, values } = (words.allowableValues ?? {}) as Words;
  const listed = words.enum ?? (/^list$/i.test(String(valueType)) ? values : undefined);
  return Array.isArray(listed) ? { enum: [...new Set(listed.map(read))] } : {};
}

interface Member {
  readonly name: string;
  readonly words: Words;
  readonly isRequired: boolean;
}

interface Shape {
  readonly members: readonly Member[];
  /** Absent if the model allows no additional members. */
  readonly additional?: unknown;
}

function shapeOf(words: Words): Shape {
  const properties = Object.entries((words.properties ?? {}) as Readonly<Record<string, Words>>);
  const listed = Array.isArray(words.required) ? words.required : [];
  const members = properties.map(([name, property]) => {
    return { name, words: property, isRequired: property.required === true || listed.includes(name) };
  });
  return { members, additional: words.additionalProperties };
}

function shapeSchema({ members, additional = false }: Shape, models: Models): PlainSchema {
  const isSchema = typeof additional === 'object' && Object.keys(additional ?? {}).length > 0;
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ name, words }) => [name, plainSchema(words, models)])),
    required: members.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: isSchema ? plainSchema(additional as Words, models) : additional,
  };
}

/** The model or any of its sub types; a discriminator holds the name of the sub type. */
function plainModel(key: string, models: Models): PlainSchema {
  const below = [key];
  for (const each of below) below.push(...subTypesOf(each, models).filter((name) => !below.includes(name)));
  const tagOf = (each: string) => (isInherited(each, models) ? tagsOf(each, models)[0] : undefined);
  const variants = below.map((each) => {
    const schema = shapeSchema(opened(each, inherited(each, models), models), models);
    const tags = [tagOf(key), tagOf(each)].filter((tag) => tag !== undefined);
    const named = Object.fromEntries(tags.map((tag) => [tag, { const: each }]));
    return { ...schema, properties: { ...(schema.properties as object), ...named } };
  });
  return variants.length === 1 ? (variants[0] as PlainSchema) : { anyOf: variants };
}

/** What declares nothing and inherits nothing accepts any members. */
function opened(key: string, shape: Shape, models: Models): Shape {
  const isEmpty = shape.members.length === 0 && shape.additional === undefined;
  return isEmpty && !isInherited(key, models) ? { ...shape, additional: true } : shape;
}

function subTypesOf(key: string, models: Models): readonly string[] {
  return (models[key]?.subTypes ?? []) as string[];
}

function parentsOf(key: string, models: Models): string[] {
  return Object.keys(models).filter((parent) => subTypesOf(parent, models).includes(key));
}

/** A model without parents and sub types has no variants. */
function isInherited(key: string, models: Models): boolean {
  return parentsOf(key, models).length > 0 || subTypesOf(key, models).length > 0;
}

/** The discriminators of a model, its own first, then its parents'. */
function tagsOf(key: string, models: Models): string[] {
  const own = models[key]?.discriminator;
  return [
    ...(typeof own === 'string' ? [own] : []),
    ...parentsOf(key, models).flatMap((each) => tagsOf(each, models)),
  ];
}

/** The shape with inherited members; redeclared members win, and each discriminator is a required string. */
function inherited(key: string, models: Models): Shape {
  const own = shapeOf(models[key] ?? {});
  const above = parentsOf(key, models).map((parent) => inherited(parent, models));
  const tags = isInherited(key, models) ? tagsOf(key, models) : [];
  const declared = new Map<string, Member>(
    tags.map((name) => [name, { name, words: { type: 'string' }, isRequired: true }]),
  );
  for (const { members } of [...above.toReversed(), own]) {
    for (const each of members)
      declared.set(each.name, { ...each, isRequired: each.isRequired || tags.includes(each.name) });
  }
  const additional = [own, ...above].map((shape) => shape.additional).find((value) => value !== undefined);
  return { members: [...declared.values()], additional };
}

function pickMembers(words: Words, names: readonly string[]): PlainSchema {
  return Object.fromEntries(Object.entries(words).filter(([name]) => names.includes(name)));
}
