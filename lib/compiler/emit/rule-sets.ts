/** Which rules turn the errors of an operation's validator into issues: a function contains only those that it needs. */

import type { OperationPlan } from '../../plan/operation-plan.ts';
import type { TypePlan } from '../../plan/type-plan.ts';

/** In addition to those of values, which every validator has. `modelRules` include the others. */
const ruleSets = ['listRules', 'patternRules', 'modelRules'] as const;
export type RuleSet = (typeof ruleSets)[number];

export function ruleSetsOf({ body, parameters }: OperationPlan): RuleSet[] {
  const used = new Set(body ? ['modelRules' as const] : parameters.flatMap(({ type }) => rulesFor(type)));
  return used.has('modelRules') ? ['modelRules'] : ruleSets.filter((set) => used.has(set));
}

/** Of a parameter. */
function rulesFor(type: TypePlan): readonly RuleSet[] {
  switch (type.kind) {
    case 'model':
    case 'object':
    case 'union':
      return ['modelRules'];
    case 'array':
      return ['listRules', ...rulesFor(type.items)];
    case 'string':
      return type.pattern === undefined ? [] : ['patternRules'];
    default:
      return [];
  }
}
