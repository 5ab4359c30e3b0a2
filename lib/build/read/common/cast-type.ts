/** How the text of a parameter becomes a value of its type. */

import { castTypes, type InputParameter } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { alternativesOf, typeName } from './describe-type.ts';
import { defaultFormats, formatsOfKind } from './primitive-type.ts';

type Cast = InputParameter['cast'] | undefined;

/** Types with one cast, whatever their format. */
const casts: Readonly<Record<string, Cast>> = {
  boolean: 'boolean',
  model: 'json',
  object: 'json',
  string: 'text',
  any: 'text',
};

/**
 * @param schema flat.
 * @returns undefined for a type that has no text form. A union has several casts, in the order of `castTypes`.
 */
export function castOf(schema: Schema): Cast {
  const kind = typeName(schema);
  if (kind === 'union') return castOfUnion(alternativesOf(schema).map(castOf));
  const format = formatsOfKind[kind]?.find((each) => each === schema.format) ?? defaultFormats[kind];
  return castTypes.find((cast) => cast === format) ?? casts[kind];
}

function castOfUnion(all: readonly Cast[]): Cast {
  if (all.includes(undefined)) return undefined;
  const [first, ...others] = castTypes.filter((cast) => all.flat().includes(cast));
  return first && others.length > 0 ? [first, ...others] : first;
}
