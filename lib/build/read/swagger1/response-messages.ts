/** Response messages of an operation (Swagger 1.2 section 5.2.5). They are documentation only. */

import { problemTypes } from '../../../shared/errors.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ErrorResponsePlan } from '../../../shared/plan/operation-plan.ts';
import type { Report } from '../../source/problem.ts';
import {
  anyMember,
  expectType,
  items,
  member,
  problemAt,
  quote,
  type SourceNode,
} from '../../source/source-node.ts';
import type { TypeContext } from './type-context.ts';
import { reportUnknownModel } from './type-problems.ts';
import { containerWordOf, typeWordOf } from './type-words.ts';

export function readResponseMessages(node: SourceNode, context: TypeContext): ErrorResponsePlan[] {
  const { report } = context;
  const list = anyMember(node, ['errorResponses', 'responseMessages']);
  if (!list || !expectType(list, 'array', report)) return [];
  return items(list).flatMap((item) => {
    if (!expectType(item, 'object', report)) return [];
    const codeNode = member(item, 'code');
    const code = Number(codeNode?.value);
    const reason = anyMember(item, ['reason', 'message'])?.value;
    const about = { responseModel: readResponseModel(item, context), problems: readProblems(item, report) };
    if (Number.isInteger(code) && code >= 100 && code <= 599)
      return [{ code, reason: typeof reason === 'string' ? reason : '', ...omitUndefined(about) }];
    const found = codeNode ? `the code ${quote(codeNode.value)}` : 'no code';
    report(problemAt(codeNode ?? item, 'W-RESPONSE', found, 'an HTTP status code from 100 to 599'));
    return [];
  });
}

/** `x-problems`: the codes that the handler answers with. */
export function readProblems(item: SourceNode, report: Report): readonly string[] | undefined {
  const list = member(item, 'x-problems');
  if (!list || !expectType(list, 'array', report, { path: list.path })) return undefined;
  const names = Object.keys(problemTypes);
  return items(list).flatMap((node) => {
    if (typeof node.value === 'string' && names.includes(node.value)) return [node.value];
    const meant = nearSpelling(String(node.value), names);
    const accepted = meant === undefined ? 'a code of lib/shared/errors.ts' : quote(meant);
    report(problemAt(node, 'W-RESPONSE', `the problem ${quote(node.value)}`, accepted));
    return [];
  });
}

/** The id of a model. Other types are ignored. */
function readResponseModel(item: SourceNode, context: TypeContext): string | undefined {
  const node = member(item, 'responseModel');
  if (!node || node.value === '') return undefined;
  if (typeof node.value !== 'string') {
    context.report(problemAt(node, 'W-RESPONSE', quote(node.value), 'the id of a model'));
    return undefined;
  }
  const model = context.models.find(node, node.value);
  if (!model && !typeWordOf(node.value) && !containerWordOf(node.value))
    reportUnknownModel(node, node.value, 'none', context);
  return model?.key;
}
