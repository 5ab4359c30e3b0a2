/** Arbitrary Swagger 1.1 and 1.2 types with satisfiable limits. */

import { type Draw, some } from './draw.ts';

/** Part of a descriptor. */
export type Words = Readonly<Record<string, unknown>>;

/** The names of models that a type may refer to. */
export interface Referable {
  readonly all: readonly string[];
  /** Models that required members may refer to: no model then requires itself. */
  readonly earlier: readonly string[];
}

export const safePatterns = [
  '^[a-z]+$',
  '^\\d{3}-\\d{4}$',
  '^[A-Z][a-z]*$',
  '\\S',
  '^[^/]+$',
  '^.{2,5}$',
  '^\\p{Lu}',
];

const integerWords: readonly Words[] = [
  { type: 'int' },
  { type: 'long' },
  { type: 'integer' },
  { type: 'Integer', format: 'int32' },
  { type: 'integer', format: 'int64' },
];
const numberWords: readonly Words[] = [
  { type: 'double' },
  { type: 'float' },
  { type: 'number' },
  { type: 'number', format: 'float' },
  { type: 'Number', format: 'double' },
];
const formatWords: readonly Words[] = [
  { type: 'Date' },
  { type: 'date' },
  { type: 'date-time' },
  { type: 'byte' },
  { type: 'string', format: 'date' },
  { type: 'string', format: 'date-time' },
  { type: 'string', format: 'byte' },
];
const texts = ['red', 'blue', "it's", 'a "b"', 'x y', '1', 'true', 'ünï', '*/'];

/** Type names that are complete without limits. */
export const bareWords = [
  'string',
  'int',
  'long',
  'boolean',
  'double',
  'date',
  'date-time',
  'byte',
  'String',
];

const propertyNames = [
  ...['name', 'size', 'order by', 'a/b', 'til~de', 'constructor', 'toString', '$ref', 'type', 'required'],
  ...['items', 'properties', 'é', 'x-note', '0', 'default', 'class', 'hasOwnProperty', 'a.b', '$id'],
];

/** A type whose values are written as one text, such as in a query. */
export function drawScalar(draw: Draw): Words {
  switch (draw.nat(5)) {
    case 0:
      return { type: draw.pick(['string', 'String']), ...drawTextLimits(draw) };
    case 1:
      return drawInteger(draw);
    case 2:
      return { ...draw.pick(numberWords), ...drawNumberLimits(draw, draw.pick([0, -2.5, 0.1])) };
    case 3:
      return {
        type: draw.pick(['boolean', 'Boolean']),
        ...(draw.chance(15) ? drawAllowed(draw, [true, 'false']) : {}),
      };
    case 4:
      return draw.pick(formatWords);
    default:
      return { type: 'string', ...(draw.chance(50) ? { format: 'email' } : drawAllowed(draw, texts)) };
  }
}

function drawInteger(draw: Draw): Words {
  const words = draw.pick(integerWords);
  const isLong = words.type === 'long' || words.format === 'int64';
  return { ...words, ...drawNumberLimits(draw, draw.pick(isLong ? [0, -5, 3_000_000_000] : [0, -5, 3])) };
}

function drawTextLimits(draw: Draw): Words {
  const minLength = draw.nat(3);
  return draw.pick<Words>([
    {},
    { minLength },
    { maxLength: minLength + 1 },
    { minLength, maxLength: minLength + 2 },
    { pattern: draw.pick(safePatterns) },
  ]);
}

/** Limits near `low`: as numbers, as the strings of Swagger 1.2, and as an `allowableValues` range of 1.1. */
function drawNumberLimits(draw: Draw, low: number): Words {
  const high = low + draw.pick([0, 1, 7, 1_000]);
  const valueType = draw.pick(['RANGE', 'range']);
  return draw.pick<Words>([
    {},
    { minimum: low },
    { maximum: high },
    { minimum: String(low), maximum: String(high) },
    { minimum: -4_000_000_000, maximum: 4_000_000_000 },
    { allowableValues: { valueType, min: low, max: high } },
    { allowableValues: { valueType, min: String(low), max: 'Infinity' } },
    { allowableValues: { valueType, min: '-Infinity', max: high } },
    drawAllowed(
      draw,
      [low, high, String(high + 1)].filter((value) => Number(value) < 2 ** 31),
    ),
  ]);
}

/** An enum of some of the values, sometimes with a duplicate. */
function drawAllowed(draw: Draw, values: readonly unknown[]): Words {
  if (values.length === 0) return {};
  const chosen = some(draw, values, 1, values.length);
  const listed = draw.chance(10) ? [...chosen, chosen[0]] : chosen;
  return draw.chance(50)
    ? { enum: listed }
    : { allowableValues: { valueType: draw.pick(['LIST', 'List']), values: listed } };
}

/** Any type that a property, an item or a body can have. */
export function drawType(draw: Draw, models: Referable, isNeeded: boolean, depth = 2): Words {
  const names = isNeeded ? models.earlier : models.all;
  const kind = draw.nat(19);
  if (kind < 10) return drawScalar(draw);
  if (kind < 13 && names.length > 0) return drawReference(draw, names);
  if (kind < 15 && depth > 0) return drawList(draw, models, isNeeded, depth - 1);
  if (kind < 17 && depth > 0) return { type: 'object', ...drawShape(draw, models, depth - 1) };
  if (kind < 18) return { type: some(draw, [...bareWords, ...names, 'List[int]', 'object'], 1, 3) };
  return { type: draw.pick(['any', 'object']) };
}

export function drawReference(draw: Draw, names: readonly string[]): Words {
  const name = draw.pick(names);
  return draw.pick<Words>([{ type: name }, { $ref: name }, { $ref: `#/models/${name}` }]);
}

/** A list as `array` with `items`, or as a container name such as `List[int]`; its limits are beside the type. */
export function drawList(draw: Draw, models: Referable, isNeeded: boolean, depth: number): Words {
  const unique = draw.pick<Words>([{}, {}, { uniqueItems: true }]);
  const minItems = draw.nat(1);
  const counts = draw.pick<Words>([{}, { minItems }, { minItems, maxItems: minItems + 1 + draw.nat(2) }]);
  // An unbounded list of unique items that are not scalars is a warning.
  const bound = counts.maxItems === undefined ? { maxItems: 5 } : {};
  const holdsNeeded = isNeeded && counts.minItems === 1;
  if (draw.chance(50)) {
    const items = drawType(draw, models, holdsNeeded, depth);
    return { type: draw.pick(['array', 'List', 'Array']), items, ...unique, ...counts, ...bound };
  }
  const names = holdsNeeded ? models.earlier : models.all;
  const content = draw.pick([...bareWords, ...names, 'List[string]', 'Set[int]']);
  const container = draw.pick(['List', 'Array', 'Set', 'list']);
  const limits = content === 'string' && draw.chance(30) ? drawAllowed(draw, texts) : {};
  return { type: `${container}[${content}]`, ...limits, ...unique, ...counts, ...bound };
}

/** Members of an object or a model, with the `required` list of 1.2 or the `required` marks of 1.1. */
export function drawShape(draw: Draw, models: Referable, depth: number): Words {
  const names = some(draw, propertyNames, 0, 4);
  const required = names.filter(() => draw.chance(40));
  const isListed = draw.chance(50);
  const properties = names.map((name) => {
    const isNeeded = required.includes(name);
    const mark = isNeeded && !isListed ? { required: true } : {};
    const type = drawType(draw, models, isNeeded, depth);
    // `required` already holds the object's own list, so it cannot also mark the property.
    return [name, { ...mark, ...type, ...drawDescription(draw) }, 'required' in type && isNeeded] as const;
  });
  const listed = isListed
    ? required
    : properties.filter(([, , isUnmarked]) => isUnmarked).map(([name]) => name);
  return {
    properties: Object.fromEntries(properties.map(([name, words]) => [name, words])),
    ...(listed.length > 0 ? { required: listed } : {}),
    ...drawAdditional(draw, models, depth),
  };
}

function drawAdditional(draw: Draw, models: Referable, depth: number): Words {
  if (draw.chance(70)) return {};
  return { additionalProperties: draw.pick<unknown>([true, {}, drawType(draw, models, false, depth)]) };
}

/** A description with text that would break out of a comment or a string of generated code. */
export function drawDescription(draw: Draw): Words {
  if (draw.chance(80)) return {};
  return {
    description: draw.pick(['Plain', '*/ ends a comment', "it's `quoted` \\ ${text}", 'a\u2028b\nc', '']),
  };
}
