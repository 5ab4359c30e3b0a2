/**
 * What functions with a variable of `when` may reach besides, through requests that they sign themselves. No command in
 * their bundles shows that, so the ARN does.
 */

import { omitUndefined } from '../../../shared/json/omit.ts';
import { ownMember } from '../../../shared/json/own-member.ts';

/** In `custom.headwater` of serverless.yml: further variables of the functions by the name of `when`. Each is an ARN, or "". */
export type Grants = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Grant {
  readonly actions: readonly string[];
  readonly resource: string;
}

/** The rights by the service in the ARN: a search domain, a serverless collection, or a secret. */
const grantOf: Readonly<Record<string, (arn: string) => Grant>> = {
  es: (arn) => ({ actions: ['es:ESHttpGet', 'es:ESHttpPost', 'es:ESHttpPut'], resource: `${arn}/*` }),
  aoss: (resource) => ({ actions: ['aoss:APIAccessAll'], resource }),
  secretsmanager: (resource) => ({ actions: ['secretsmanager:GetSecretValue'], resource }),
};

const arnForm = /^arn:[\w-]+:([\w-]+):[\w-]+:\d{12}:\S+$/;

/** The further variables that have a value. */
export function grantedVariables(grants: Grants, when: string): Readonly<Record<string, unknown>> {
  const named = Object.entries(grants[when] ?? {});
  return omitUndefined(Object.fromEntries(named.map(([name, value]) => [name, value || undefined])));
}

export function grantsOf(grants: Grants, when: string): readonly Grant[] {
  return Object.values(grantedVariables(grants, when)).flatMap((arn) => {
    const service = arnForm.exec(String(arn))?.[1];
    return service === undefined ? [] : (ownMember(grantOf, service)?.(String(arn)) ?? []);
  });
}

/** Why functions can get no rights for a variable, which is not such an ARN; undefined if all are. */
export function checkGrants(grants: Grants): string | undefined {
  for (const when of Object.keys(grants))
    for (const [name, arn] of Object.entries(grantedVariables(grants, when))) {
      const service = arnForm.exec(String(arn))?.[1] ?? '';
      if (Object.hasOwn(grantOf, service)) continue;
      const services = Object.keys(grantOf).join(', ');
      return `custom.headwater.grants names ${JSON.stringify(arn)} for ${name}: it must be an ARN of one of the services ${services}.`;
    }
  return undefined;
}
