/** Random schemas of JSON Schema 2020-12 with all of its keywords about values, and values for them. */

import { type Draw, some } from './draw.ts';
import type { Words } from './random-openapi.ts';

/** The kind of each member, whichever schema describes it: parts that contradict each other are refused. */
const members = { a: 'string', b: 'integer', c: 'array', d: 'object', e: 'boolean' } as const;
type Kind = (typeof members)[keyof typeof members] | 'number';

const names = Object.keys(members) as (keyof typeof members)[];
const kinds = Object.values(members);

interface Source {
  readonly draw: Draw;
  /** Names of schemas by their kind. */
  readonly named: ReadonlyMap<string, Kind>;
}

export function drawJsonSchemas(draw: Draw, count: number): Readonly<Record<string, Words>> {
  const named = new Map<string, Kind>();
  const schemas: Record<string, Words> = {};
  for (let index = 0; index < count; index++) {
    const kind = draw.pick<Kind>(['object', 'object', 'array', ...kinds]);
    schemas[`S${index}`] = drawSchema({ draw, named }, kind, 2);
    named.set(`S${index}`, kind);
  }
  return schemas;
}

function drawSchema(source: Source, kind: Kind, depth: number): Words {
  const { draw, named } = source;
  const known = [...named].filter(([, each]) => each === kind).map(([name]) => name);
  const reference =
    known.length > 0 && draw.chance(15) ? { $ref: `#/components/schemas/${draw.pick(known)}` } : {};
  if ('$ref' in reference && draw.chance(50)) return reference;
  const own = { type: kind, ...limits[kind](source, depth) };
  // ajv itself takes members for seen of which only a part in vain has said something.
  if ('unevaluatedProperties' in own) return { ...own, ...drawCombination(source, kind, 0) };
  return { ...reference, ...own, ...(depth > 0 ? drawCombination(source, kind, depth - 1) : {}) };
}

/** Keywords that say more of the same value. */
function drawCombination(source: Source, kind: Kind, depth: number): Words {
  const { draw } = source;
  const one = () => drawPart(source, kind, depth);
  const few = () => Array.from({ length: 1 + draw.nat(2) }, one);
  return {
    ...(draw.chance(20) ? { allOf: few() } : {}),
    ...(draw.chance(12) ? { anyOf: few() } : {}),
    ...(draw.chance(12) ? { oneOf: distinct(few()) } : {}),
    ...(draw.chance(10) ? { not: one() } : {}),
    ...(draw.chance(10) ? { if: one(), then: one(), ...(draw.chance(50) ? { else: one() } : {}) } : {}),
  };
}

function distinct(schemas: readonly Words[]): Words[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify({ ...schema, type: '' }), schema])).values()];
}

/** A part need not name its kind: the schema around it does. */
function drawPart(source: Source, kind: Kind, depth: number): Words {
  const { type, ...others } = drawSchema(source, kind, depth);
  const isClear = Object.keys(others).some((keyword) => ownKeywords[kind].includes(keyword));
  return isClear && source.draw.chance(50) ? others : { type, ...others };
}

const ownKeywords: Readonly<Record<Kind, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  integer: [],
  number: ['minimum', 'maximum'],
  boolean: [],
  array: ['items', 'minItems', 'contains', 'prefixItems'],
  object: ['properties', 'required', 'propertyNames', 'patternProperties', 'dependentRequired'],
};

const limits: Readonly<Record<Kind, (source: Source, depth: number) => Words>> = {
  string: ({ draw }) => ({
    ...(draw.chance(25) ? { minLength: draw.nat(2) } : {}),
    ...(draw.chance(25) ? { maxLength: 2 + draw.nat(2) } : {}),
    ...(draw.chance(20) ? { pattern: draw.pick(['^a', 'b$', '^[a-z]+$']) } : {}),
    ...(draw.chance(10) ? { enum: some(draw, ['a', 'ab', 'abc', 'x1'], 2, 4) } : {}),
  }),
  integer: numberLimits,
  number: numberLimits,
  boolean: () => ({}),
  array: (source, depth) => {
    const { draw } = source;
    const item = () => drawSchema(source, draw.pick(kinds), depth - 1);
    if (depth <= 0) return {};
    const places = draw.chance(25) ? { prefixItems: Array.from({ length: 1 + draw.nat(1) }, item) } : {};
    return {
      ...places,
      ...(draw.chance(60) ? { items: 'prefixItems' in places && draw.chance(30) ? false : item() } : {}),
      ...(draw.chance(20) ? { minItems: draw.nat(2) } : {}),
      ...(draw.chance(20) ? { maxItems: 2 + draw.nat(2) } : {}),
      ...(draw.chance(15)
        ? { contains: item(), ...(draw.chance(50) ? { minContains: draw.nat(2) } : {}) }
        : {}),
      ...(draw.chance(15) ? { uniqueItems: true, maxItems: 4 } : {}),
    };
  },
  object: (source, depth) => {
    const { draw } = source;
    const of = (name: keyof typeof members) => drawSchema(source, members[name], depth - 1);
    const declared = depth > 0 ? some(draw, names, 0, 4) : [];
    return {
      ...(declared.length > 0
        ? { properties: Object.fromEntries(declared.map((name) => [name, of(name)])) }
        : {}),
      ...(draw.chance(30) ? { required: some(draw, names, 1, 2) } : {}),
      ...(draw.chance(12) && declared.length > 0 ? drawOthers(source, depth) : {}),
      ...(draw.chance(10) ? { minProperties: draw.nat(2) } : {}),
      ...(draw.chance(10) ? { maxProperties: 2 + draw.nat(2) } : {}),
      ...(draw.chance(10) ? { propertyNames: { pattern: draw.pick(['^[a-d]$', '^[a-z]$']) } } : {}),
      ...(draw.chance(10) ? { patternProperties: { '^[xy]': drawSchema(source, 'string', 0) } } : {}),
      ...(draw.chance(10) ? { dependentRequired: { a: some(draw, names, 1, 2) } } : {}),
      ...(draw.chance(8) && depth > 0
        ? { dependentSchemas: { b: drawPart(source, 'object', depth - 1) } }
        : {}),
    };
  },
};

/** Which other members an object may have; a required one that it cannot have is a mistake. */
function drawOthers(source: Source, depth: number): Words {
  const { draw } = source;
  const keyword = draw.pick(['additionalProperties', 'unevaluatedProperties']);
  return { [keyword]: draw.chance(60) ? false : drawSchema(source, 'string', depth - 1), required: [] };
}

function numberLimits({ draw }: Source): Words {
  return {
    ...(draw.chance(25) ? { minimum: draw.nat(2) } : {}),
    ...(draw.chance(15) ? { exclusiveMaximum: 6 + draw.nat(3) } : {}),
    ...(draw.chance(15) ? { multipleOf: draw.pick([1, 2]) } : {}),
  };
}

/** A value of the kind that the schemas of this file mean, or now and then of another one. */
export function drawJsonValue(draw: Draw, kind: unknown, depth = 3): unknown {
  switch (draw.chance(4) ? draw.pick<unknown>(kinds) : kind) {
    case 'string':
      return draw.pick(['a', 'ab', 'abc', 'abcd', 'x1', '']);
    case 'integer':
      return draw.pick([0, 1, 2, 3, 4, 5, 6, 7, -1, 1.5]);
    case 'number':
      return draw.pick([0, 0.5, 3, 6.5]);
    case 'boolean':
      return draw.chance(50);
    case 'array': {
      const item = draw.pick<unknown>(kinds);
      return depth <= 0
        ? []
        : Array.from({ length: draw.nat(4) }, () =>
            drawJsonValue(draw, draw.chance(70) ? item : draw.pick(kinds), depth - 1),
          );
    }
    default: {
      const chosen = depth <= 0 ? [] : some(draw, names, 0, 5);
      const others = draw.chance(20) ? [draw.pick(['x', 'other'])] : [];
      return Object.fromEntries([
        ...chosen.map((name) => [name, drawJsonValue(draw, members[name], depth - 1)]),
        ...others.map((name) => [name, drawJsonValue(draw, 'string', 0)]),
      ]);
    }
  }
}
