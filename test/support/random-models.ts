/** Arbitrary Swagger models: open, closed, recursive, and with sub types. */

import { type Draw, some } from './draw.ts';
import { drawDescription, drawShape, drawType, type Referable, type Words } from './random-types.ts';

/** Unusual but valid keys. */
const modelKeys = [
  'Thing',
  'Part of «thing»',
  'Page[Item]',
  'a/b~c',
  'com.example.Pet',
  'Object',
  'constructor',
  'é',
  'x y',
  '%41',
];
const discriminators = ['kind', '@type', 'species of'];

export interface RandomModels {
  /** The member `models` of a declaration. */
  readonly models: Readonly<Record<string, Words>>;
  /** Models that parameters, bodies and results may refer to. */
  readonly referable: Referable;
}

/** Required members refer only to earlier models, so every model has a finite value. */
export function drawModels(draw: Draw, most: number): RandomModels {
  const keys = some(draw, modelKeys, 0, most);
  const parents = drawParents(draw, keys);
  const models = keys.map((key, index): [string, Words] => {
    const referable = { all: keys, earlier: keys.slice(0, index) };
    const id = draw.pick<Words>([{ id: key }, { id: key }, {}, { id: `${key}.${index}` }]);
    const shape = drawShape(draw, referable, 1);
    const inheritance = parents.get(key) ?? {};
    return [key, { ...id, ...drawDescription(draw), ...withDiscriminator(draw, shape, inheritance) }];
  });
  return { models: Object.fromEntries(models), referable: { all: keys, earlier: keys } };
}

/** Inheritance: the sub types of a model follow it in the list. A model may have two parents. */
function drawParents(draw: Draw, keys: readonly string[]): ReadonlyMap<string, Words> {
  const left = [...discriminators];
  const parents = keys.map((key, index): [string, Words] => {
    const later = keys.slice(index + 1);
    if (later.length === 0 || draw.chance(70)) return [key, {}];
    const discriminator = draw.chance(70) ? left.pop() : undefined;
    return [key, { subTypes: some(draw, later, 1, 3), ...(discriminator ? { discriminator } : {}) }];
  });
  return new Map(parents);
}

/** Declares the discriminator as a property most of the time. */
function withDiscriminator(draw: Draw, shape: Words, inheritance: Words): Words {
  const { discriminator } = inheritance;
  if (typeof discriminator !== 'string' || draw.chance(20)) return { ...shape, ...inheritance };
  const properties = { ...(shape.properties as Words), [discriminator]: { type: 'string' } };
  return { ...shape, properties, ...inheritance };
}

/** The type of a body or a result. */
export function drawModelOrType(draw: Draw, referable: Referable): Words {
  return referable.all.length > 0 && draw.chance(60)
    ? { type: draw.pick(referable.all) }
    : drawType(draw, referable, true);
}
