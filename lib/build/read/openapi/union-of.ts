/** Several types as one. */

import type { TypePlan } from '../../../shared/plan/type-plan.ts';
import { withExamplesOf, withoutExamples } from './type-examples.ts';

/** A value of a union is of any of the types; of exactly one if it is exclusive. Examples of unions within it are its own. */
export function unionOf(types: readonly TypePlan[], { isExclusive = false } = {}): TypePlan {
  const all = types.flatMap((type) => (isPlainUnion(type) ? type.of : [type]));
  if (isExclusive && types.length > 1 && !areDisjoint(all)) return { kind: 'union', of: types, isExclusive };
  const flat = [...new Map(all.map((type) => [JSON.stringify(withoutExamples(type)), type])).values()];
  const [first, second] = flat;
  const isAny = flat.some(({ kind }) => kind === 'any');
  const one = isAny ? ({ kind: 'any' } as const) : first && !second && first;
  return withExamplesOf(one || { kind: 'union', of: flat }, types.filter(isPlainUnion));
}

function isPlainUnion(type: TypePlan): type is TypePlan & { kind: 'union' } {
  return type.kind === 'union' && !type.isExclusive && !type.discriminator;
}

/** Whether no value is of two of the types, as their kinds say. */
function areDisjoint(types: readonly TypePlan[]): boolean {
  const kinds = types.flatMap(jsonKinds);
  return new Set(kinds).size === kinds.length;
}

const everyKind = ['null', 'boolean', 'object', 'array', 'number', 'string'];

/** The words of `type` that values of a type have. An integer is a number. */
export function jsonKinds(type: TypePlan): string[] {
  switch (type.kind) {
    case 'model':
      return ['object'];
    case 'integer':
      return ['number'];
    case 'union':
      return [...new Set(type.of.flatMap(jsonKinds))];
    case 'any':
    case 'file':
    case 'void':
      return everyKind;
    default:
      return [type.kind];
  }
}
