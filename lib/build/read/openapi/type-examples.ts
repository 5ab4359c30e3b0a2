/** Examples do not change which values are valid: types are compared and merged without them. */

import { equal } from '../../../shared/json/equal.ts';
import type { TypePlan, WithExamples } from '../../../shared/plan/type-plan.ts';
import { mapType } from '../../schema/map-type.ts';

export function withoutExamples(type: TypePlan): TypePlan {
  return mapType(type, { type: plain });
}

export function sameType(one: TypePlan, other: TypePlan): boolean {
  return equal(withoutExamples(one), withoutExamples(other));
}

/** Without its own; its parts keep theirs. */
export function plain({ examples: _, ...type }: TypePlan): TypePlan {
  return type;
}

/** The type with the examples of the last of these that has any, if it has none itself. */
export function withExamplesOf(type: TypePlan, others: readonly WithExamples[]): TypePlan {
  const { examples } = others.findLast((each) => each.examples) ?? {};
  return type.examples || !examples ? type : { ...type, examples };
}
