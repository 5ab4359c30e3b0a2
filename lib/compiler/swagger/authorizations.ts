import type { Report } from '../source/problem.ts';
import { isObject, member, problemAt, quote, type SourceNode } from '../source/source-node.ts';

/** Authorizations are served unchanged. A warning says that nothing enforces them. */
export function readAuthorizations(node: SourceNode, report: Report): unknown {
  const authorizations = member(node, 'authorizations');
  if (!authorizations) return undefined;
  const { value } = authorizations;
  const names = isObject(value) ? Object.keys(value) : [value].flat();
  if (names.length > 0) {
    const found = `${names.map(quote).join(', ')}, which is served and not enforced`;
    report(
      problemAt(authorizations, 'W-AUTHORIZATION', found, 'an authorizer of the gateway, in serverless.yml'),
    );
  }
  return value;
}
