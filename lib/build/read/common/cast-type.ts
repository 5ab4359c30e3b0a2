/** How the text of a parameter becomes a value of its type. */

import { castTypes, type InputParameter } from '../../../shared/plan/operation-plan.ts';
import type { TypePlan } from '../../../shared/plan/type-plan.ts';

/** @returns undefined for a type that has no text form. */
export function castOf(type: TypePlan): InputParameter['cast'] | undefined {
  switch (type.kind) {
    case 'integer':
    case 'number':
      return type.format;
    case 'boolean':
      return 'boolean';
    case 'string':
      return type.format ?? 'text';
    case 'model':
    case 'object':
      return 'json';
    case 'any':
      return 'text';
    case 'union':
      return castOfUnion(type.of);
    default:
      return undefined;
  }
}

/** Undefined when one of the types has no text form. */
function castOfUnion(types: readonly TypePlan[]): InputParameter['cast'] | undefined {
  const casts = types.map(castOf);
  if (casts.includes(undefined)) return undefined;
  const used = new Set(casts.flat());
  const [first, ...others] = castTypes.filter((cast) => used.has(cast));
  return first && others.length > 0 ? [first, ...others] : first;
}
