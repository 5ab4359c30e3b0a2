/** `oneOf` of overlapping objects: hardly any value fits exactly one of them, which few people mean. */

import type { ObjectShape, TypePlan } from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { sameType } from './type-examples.ts';

/** The alternatives of an exclusive union, which are compared when all models are read. */
export interface ExclusiveTypes {
  readonly node: SourceNode;
  readonly types: readonly TypePlan[];
}

export function warnOfOverlaps(
  unions: readonly ExclusiveTypes[],
  shapeOf: (type: TypePlan) => ObjectShape | undefined,
  report: Report,
): void {
  for (const { node, types } of unions) {
    const shapes = types.filter((type) => !isCounted(type)).flatMap((type) => shapeOf(type) ?? []);
    const isOverlapping = shapes.some((one) => shapes.some((other) => other !== one && fits(one, other)));
    if (!isOverlapping) continue;
    const found = '"oneOf" of objects that overlap: valid values are refused';
    const accepted = '"anyOf", a discriminator, required members, or "additionalProperties": false';
    report(node.diagnose('W-UNSUPPORTED', found, accepted));
  }
}

function isCounted(counts: object): boolean {
  return 'minProperties' in counts || 'maxProperties' in counts;
}

/** Whether each object with the members of `one` alone is one of `other`, too. */
function fits(one: ObjectShape, other: ObjectShape): boolean {
  if (other.additional?.kind !== 'any' || isCounted(other)) return false;
  return other.properties.every(({ name, type, required }) => {
    const own = one.properties.find((property) => property.name === name);
    if (!own) return !required;
    return (own.required || !required) && (type.kind === 'any' || sameType(own.type, type));
  });
}
