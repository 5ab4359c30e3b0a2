/** The name of a parameter that is sent by name: in the path, the query, a header or a form. */

import type { InputParameter } from '../../../shared/plan/operation-plan.ts';
import type { Report } from '../../source/problem.ts';
import { expectType, member, problemAt, quote, type SourceNode } from '../../source/source-node.ts';
import { isSafeName } from './name.ts';

/** RFC 9110 section 5.6.2: a field name is a token. */
const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;

export function readParameterName(
  node: SourceNode,
  place: InputParameter['place'],
  report: Report,
): string | undefined {
  const at = member(node, 'name');
  const name = at && expectType(at, 'string', report);
  if (!at) {
    report(problemAt(node, 'E-PARAM', 'no name', `the name of the ${place} parameter`));
  }
  if (!at || name === undefined) return undefined;
  if (place === 'header' && !tokenPattern.test(name)) {
    report(problemAt(at, 'E-NAME', quote(name), 'the name of a header field (RFC 9110 section 5.6.2)'));
    return undefined;
  }
  if (place === 'header' && name.toLowerCase() === 'cookie') {
    const accepted = 'another header: the gateway passes cookies separately';
    report(problemAt(at, 'E-NAME', quote(name), accepted));
    return undefined;
  }
  return isSafeName(name, at, report) ? name : undefined;
}
