/** Models: named object types. */

import type { ModelPlan } from '../../plan/type-plan.ts';
import type { Report } from '../problem.ts';
import { readShape, type TypeContext } from './check-type.ts';
import {
  describe,
  expectType,
  type Located,
  member,
  problemAt,
  quote,
  warnOfMisspelling,
} from './located.ts';

const modelKeys = ['id', 'description', 'properties', 'required', 'additionalProperties'];

export function readModel(key: string, node: Located, context: TypeContext): ModelPlan | undefined {
  const { report } = context;
  if (!expectType(node, 'object', report)) return undefined;
  warnOfMisspelling(node, modelKeys, report);
  warnOfOtherId(key, node, report);
  return { id: key, ...describe(node, report), ...readShape(node, context) };
}

function warnOfOtherId(key: string, node: Located, report: Report): void {
  const id = member(node, 'id');
  if (id && id.value !== key)
    report(problemAt(id, 'W-MODEL-ID', quote(id.value), `its key ${quote(key)}; both may be referred to`));
}
