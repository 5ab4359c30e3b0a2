import { ServiceError } from '../../../shared/errors.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';
import { publicOwner } from '../../../shared/owner.ts';
import type { CallerClaims } from '../../../shared/plan/caller-claims.ts';
import type { EventSchema } from './check-request.ts';
import type { Identity, Step, WithCaller, WithClaims } from './step.ts';

/**
 * Chooses the declared claims of the caller, and finds the tenant. It stands after `authorize`.
 *
 * A valid credential that lacks a claim is a 403, not a 401: the caller is known, and a new token of the same kind would lack it,
 * too. Clients answer a 401 with `invalid_token` by asking for a new token (RFC 6750 section 3.1).
 *
 * @param validate Checks the member `body`, which has the claims.
 * @throws ServiceError forbidden with `claims`: the name of each wrong claim, a code, and what would be accepted.
 * @example .use(checkClaims(claims, validate)) // no org_id -> 403 with claims: [{ name: 'org_id', code: 'required', … }]
 */
export function checkClaims(declared: CallerClaims, validate: EventSchema): Step<Needs, WithClaims> {
  return {
    before: async ({ event: { identity } }) => {
      if (!identity) return {};
      const claims = identity.isOpen ? declared.examples : claimsAmong(declared.names, identity.allClaims);
      if (!validate({ body: claims })) throw await forbidden(validate.errors ?? []);
      return { claims, ...omitUndefined({ tenant: tenantOf(identity, claims, declared) }) };
    },
  };
}

type Needs = Pick<WithCaller, 'identity'>;

/** A claim that is null is absent: issuers differ. */
function claimsAmong(
  names: readonly string[],
  all: Identity['allClaims'],
): Readonly<Record<string, unknown>> {
  const own = names.filter((name) => Object.hasOwn(all, name) && all[name] !== null);
  return Object.fromEntries(own.map((name) => [name, all[name]]));
}

/** The build has declared the claim of the tenant as a text that can be an owner. */
function tenantOf(
  { namedOwner, isOpen }: Identity,
  claims: Readonly<Record<string, unknown>>,
  { tenant: name }: CallerClaims,
): string | undefined {
  if (name === undefined) return undefined;
  const own = claims[name] === undefined ? undefined : String(claims[name]);
  return namedOwner ?? own ?? (isOpen ? publicOwner : undefined);
}

/** Most callers have all claims: functions load the explanations with the first that has not. */
async function forbidden(errors: NonNullable<EventSchema['errors']>): Promise<ServiceError> {
  const { issuesFromSchema } = await import('../request/schema-issues.ts');
  const { fromPointer } = await import('../../../shared/json/pointer.ts');
  const claims = issuesFromSchema({ parameters: [] }, errors).map(({ pointer = '', code, message }) => ({
    name: fromPointer(pointer)[0],
    code,
    message,
  }));
  const listed = claims.map(({ name, message }) => `the claim "${name}" ${message}`).join('; ');
  const detail = `The credential is valid, but ${listed}.`;
  return new ServiceError('forbidden', detail, { cause: { refused: 'claim' }, members: { claims } });
}
