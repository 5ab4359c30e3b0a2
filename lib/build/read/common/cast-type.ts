/** How the text of a parameter becomes a value of its type. */

import { castTypes, type InputParameter } from '../../../shared/plan/operation-plan.ts';
import type { Schema } from '../../../shared/plan/schema.ts';
import { alternativesOf, typeName } from './describe-type.ts';
import { defaultFormats, formatsOfKind } from './primitive-type.ts';

type Cast = InputParameter['cast'] | undefined;

/**
 * @param schema flat.
 * @returns undefined for a type that has no text form. A union has several casts, in the order of `castTypes`.
 */
export function castOf(schema: Schema): Cast {
  const casts = alternativesOf(schema).map(castOfOne);
  if (casts.includes(undefined)) return undefined;
  const used = new Set(casts.flat());
  const [first, ...others] = castTypes.filter((cast) => used.has(cast));
  return first && others.length > 0 ? [first, ...others] : first;
}

function castOfOne(schema: Schema): Cast {
  const kind = typeName(schema);
  switch (kind) {
    case 'integer':
    case 'number':
    case 'string': {
      const format = formatsOfKind[kind]?.find((each) => each === schema.format) ?? defaultFormats[kind];
      return castTypes.find((cast) => cast === format) ?? 'text';
    }
    case 'boolean':
      return 'boolean';
    case 'model':
    case 'object':
      return 'json';
    case 'any':
      return 'text';
    case 'union':
      return castOf(schema);
    default:
      return undefined;
  }
}
