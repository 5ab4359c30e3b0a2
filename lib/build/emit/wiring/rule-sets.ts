/** Which rules turn the errors of an operation's validator into issues: a function contains only those that it needs. */

import type { MemberCounts, ModelPlan, TypePlan } from '../../../shared/plan/type-plan.ts';
import { allWithin, modelsById } from '../../schema/models.ts';

/** Every validator also has the rules of values. `modelRules` include `listRules` and `patternRules`. */
const ruleSets = [
  'listRules',
  'patternRules',
  'modelRules',
  'numberRules',
  'choiceRules',
  'memberRules',
] as const;
export type RuleSet = (typeof ruleSets)[number];

interface Checked {
  readonly parameters: readonly Typed[];
  readonly body?: Typed;
}

interface Typed {
  readonly type: TypePlan;
}

/** The rule sets of one validator: of an operation, or of a consumer, whose change is a body. */
export function ruleSetsOf({ body, parameters }: Checked, models: readonly ModelPlan[]): RuleSet[] {
  const types = [...parameters.map(({ type }) => type), ...(body ? [body.type] : [])];
  const within = allWithin(types, modelsById(models));
  const used = new Set([
    ...(body ? (['modelRules'] as const) : []),
    ...parameters.flatMap(({ type }) => rulesFor(type)),
    ...[...within.types].flatMap(specialRules),
    ...within.models.flatMap((model) => [
      ...(hasMemberCount(model) ? (['memberRules'] as const) : []),
      ...(model.tags ? (['choiceRules'] as const) : []),
    ]),
  ]);
  return ruleSets.filter(
    (set) => used.has(set) && !(used.has('modelRules') && (set === 'listRules' || set === 'patternRules')),
  );
}

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

/** The rules of keywords that few descriptors have. */
function specialRules(type: TypePlan): readonly RuleSet[] {
  switch (type.kind) {
    case 'integer':
    case 'number': {
      const limits = [type.exclusiveMinimum, type.exclusiveMaximum, type.multipleOf];
      return limits.some((limit) => limit !== undefined) ? ['numberRules'] : [];
    }
    case 'union':
      return type.isExclusive || type.discriminator ? ['choiceRules'] : [];
    case 'object':
      return hasMemberCount(type) ? ['memberRules'] : [];
    default:
      return [];
  }
}

function hasMemberCount({ minProperties, maxProperties }: MemberCounts): boolean {
  return minProperties !== undefined || maxProperties !== undefined;
}
