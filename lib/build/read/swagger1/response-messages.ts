/** Response messages of an operation (Swagger 1.2 section 5.2.5). They are documentation only. */

import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ErrorResponsePlan } from '../../../shared/plan/operation-plan.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { readResponseProblems } from '../common/declared-problems.ts';
import { reportUnknownModel } from './data-type.ts';
import type { TypeContext } from './model-names.ts';
import { containerOf, namedTypeOf } from './type-names.ts';

export function readResponseMessages(node: SourceNode, context: TypeContext): ErrorResponsePlan[] {
  const list = node.anyMember(['errorResponses', 'responseMessages']);
  if (!list?.expect('array')) return [];
  return list.items().flatMap((item) => {
    if (!item.expect('object')) return [];
    const codeNode = item.member('code');
    const code = Number(codeNode?.value);
    const reason = item.anyMember(['reason', 'message'])?.value;
    const about = {
      responseModel: readResponseModel(item, context),
      problems: readResponseProblems(item, context),
    };
    if (Number.isInteger(code) && code >= 100 && code <= 599)
      return [{ code, reason: typeof reason === 'string' ? reason : '', ...omitUndefined(about) }];
    const found = codeNode ? `the code ${quote(codeNode.value)}` : 'no code';
    (codeNode ?? item).report('W-RESPONSE', found, 'an HTTP status code from 100 to 599');
    return [];
  });
}

/** The id of a model. Other types are ignored. */
function readResponseModel(item: SourceNode, context: TypeContext): string | undefined {
  const node = item.member('responseModel');
  if (!node || node.value === '') return undefined;
  if (typeof node.value !== 'string') {
    node.report('W-RESPONSE', quote(node.value), 'the id of a model');
    return undefined;
  }
  const model = context.models.find(node, node.value);
  if (!model && !namedTypeOf(node.value) && !containerOf(node.value))
    reportUnknownModel(node, node.value, 'none', context);
  return model?.key;
}
