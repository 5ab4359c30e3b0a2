/** `x-idempotent`: operations that take an Idempotency-Key. */

import type { InputParameter, Method, ParameterPlan } from '../../../shared/plan/operation-plan.ts';
import type { Report } from '../../source/problem.ts';
import { flagMember, member, problemAt, type SourceNode } from '../../source/source-node.ts';
import { nameOf, type ReadParameter } from './parameter.ts';

/** The parameter that such an operation has in addition. The key has visible characters only (RFC 5234: VCHAR). */
const keyParameter: ParameterPlan = {
  runtime: { name: 'Idempotency-Key', place: 'header', cast: 'text', required: false, isList: false },
  description:
    '1 to 64 visible ASCII characters without a comma, such as a UUID, that the client chooses for this request. A retry with the same key within 24 hours is not processed again and gets the first response',
  type: {
    kind: 'string',
    pattern: '^[!-~]*$',
    message: 'must be visible ASCII characters, without spaces',
    minLength: 1,
    maxLength: 64,
  },
};

/** @returns the parameter that is added to the operation. */
export function readIdempotency(
  node: SourceNode,
  method: Method | undefined,
  declared: readonly ReadParameter[],
  report: Report,
): ParameterPlan | undefined {
  const flag = member(node, 'x-idempotent');
  if (!flag || !flagMember(node, 'x-idempotent', report)) return undefined;
  if (method !== undefined && method !== 'POST' && method !== 'PATCH') {
    const accepted = 'POST or PATCH: other methods are idempotent already';
    report(problemAt(flag, 'E-IDEMPOTENT', `x-idempotent at ${method}`, accepted, { path: flag.path }));
  }
  const own = declared.find((parameter) => parameter.kind === 'input' && isKey(parameter.plan.runtime));
  if (!own) return keyParameter;
  const accepted = 'no such parameter: x-idempotent declares it';
  const found = `the header parameter "${nameOf(own)}"`;
  report(problemAt(own.node, 'E-IDEMPOTENT', found, accepted, { path: own.node.path }));
  return undefined;
}

/** Path, query and header share the input map. Names of headers ignore letter case. */
function isKey({ name, place }: InputParameter): boolean {
  const key = keyParameter.runtime.name;
  return place === 'header' ? name.toLowerCase() === key.toLowerCase() : name === key;
}
