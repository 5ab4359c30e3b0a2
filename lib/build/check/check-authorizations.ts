import type { Extensions } from '../../plan/type-plan.ts';
import type { Report } from '../problem.ts';
import { expectType, type Located, member, problemAt, quote } from './located.ts';

/** What a caller must be allowed: served as written, and said clearly that nothing of it is enforced here. */
export function readAuthorizations(node: Located, report: Report): Extensions | undefined {
  const authorizations = member(node, 'authorizations');
  if (!authorizations) return undefined;
  const value = expectType(authorizations, 'object', report);
  const names = Object.keys(value ?? {});
  if (names.length > 0) {
    const found = `${names.map(quote).join(', ')}, which is served and not enforced`;
    report(
      problemAt(authorizations, 'W-AUTHORIZATION', found, 'an authorizer of the gateway, in serverless.yml'),
    );
  }
  return value;
}
