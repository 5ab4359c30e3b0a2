/** Models: named object types. */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ModelPlan } from '../../../shared/plan/type-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import { isFlag, quote, type SourceNode } from '../../source/source-node.ts';
import { readShape } from './data-type.ts';
import type { TypeContext } from './type-context.ts';

const needed = ['properties', 'required', 'additionalProperties', 'subTypes', 'discriminator'];
export const modelMembers: KnownMembers = { known: [...needed, 'id', 'description'], needed };

/** A model as it is declared, without what it inherits. */
export interface DeclaredModel {
  readonly plan: ModelPlan;
  readonly node: SourceNode;
  /** Names of required properties that it does not declare. It may inherit them. */
  readonly requiredElsewhere: readonly SourceNode[];
}

export function readModel(key: string, model: SourceNode, context: TypeContext): DeclaredModel | undefined {
  const { report } = context;
  if (!model.expect('object', report)) return undefined;
  const node = checkMembers(model, modelMembers, report);
  warnOfOtherId(key, node, report);
  const required = node.member('required');
  // Swagger 1.1 marks each property, so `true` and `false` have no meaning here.
  if (required && !isFlag(required.value)) required.expect('array', report);
  // Generators write "" for no discriminator and [] for no sub types.
  const discriminator = node.text('discriminator', report) || undefined;
  const requiredElsewhere: SourceNode[] = [];
  const plan = {
    id: key,
    ...node.describe(report),
    ...readShape(node, context, (name) => requiredElsewhere.push(name)),
    ...omitUndefined({ discriminator, subTypes: readSubTypes(node, context) }),
    ...node.extensions(),
  };
  return { plan, node, requiredElsewhere };
}

function readSubTypes(node: SourceNode, { models, report }: TypeContext): string[] | undefined {
  const list = node.member('subTypes');
  if (!list?.expect('array', report)) return undefined;
  const subTypes = list.items().flatMap((item) => {
    const name = String(item.value);
    const found = models.find(item, name);
    if (!found) {
      const meant = nearSpelling(name, models.all);
      const fix = { path: item.path, ...omitUndefined({ value: meant }) };
      const accepted = meant === undefined ? 'a model of this file' : quote(meant);
      report(item.diagnose('E-MODEL', `the unknown model ${quote(item.value)}`, accepted, fix));
    }
    return found?.key ?? [];
  });
  return subTypes.length > 0 ? subTypes : undefined;
}

function warnOfOtherId(key: string, node: SourceNode, report: Report): void {
  const id = node.member('id');
  if (id && id.value !== key)
    report(id.diagnose('W-MODEL-ID', quote(id.value), `its key ${quote(key)}; references may use either`));
}
