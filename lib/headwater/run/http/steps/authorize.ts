import type { Context } from 'aws-lambda';
import { openAccess } from '../../../shared/access-settings.ts';
import { ServiceError, type ServiceErrorOptions } from '../../../shared/errors.ts';
import { ownMember } from '../../../shared/json/own-member.ts';
import { adminScope, isOwner, ownerRule, publicOwner } from '../../../shared/owner.ts';
import type { RouteMethods } from '../../../shared/plan/function-plan.ts';
import type {
  AccessAlternative,
  AccessScheme,
  RequiredCredential,
  RuntimeOperation,
} from '../../../shared/plan/operation-plan.ts';
import { routesNear } from '../handlers/default-route.ts';
import { invalidRequest, issueOf } from '../request/issue.ts';
import { invocationOf, type LambdaInvocation } from './chain.ts';
import type { Identity, ReceivedEvent, Step, WithCaller } from './step.ts';

/** Whom a credential belongs to, and what it allows. */
export interface Principal {
  readonly owner: string;
  /** The claim `sub` of a token, or the id of a key. */
  readonly subject: string;
  /** The claim `iss` of a token. */
  readonly issuer?: string;
  readonly scopes: readonly string[];
  /** All claims of a token, or those of a key. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** For the log: `key:` and the id of the key, `token:` and the hash of its subject, or `none`. */
  readonly credential: string;
}

/** A request without a credential is of nobody, where it needs none. */
const anonymous: Principal = {
  owner: publicOwner,
  subject: publicOwner,
  scopes: [],
  claims: {},
  credential: 'none',
};

/** For the log alone: what a client learns of a refused credential helps an attacker. */
export interface RefusedCredential {
  readonly refused: string;
  readonly credential?: string | undefined;
  /** Whose data the request is about. */
  readonly owner?: string | undefined;
  /** The owner of the credential, if that is another one. */
  readonly caller?: string | undefined;
}

/** @throws ServiceError unavailable, timeout: it cannot be checked now. */
export type CredentialCheck = (
  credential: string,
  invocation: LambdaInvocation,
) => Promise<Principal | RefusedCredential>;

/** A check for tokens and one for keys; lib/headwater/run/access makes them from the environment of the function. */
export interface Authenticator {
  /** Nobody needs a credential: the service runs on the machine of one person. */
  readonly isOpen: boolean;
  readonly checks: Readonly<Partial<Record<'bearer' | 'apiKey', CredentialCheck>>>;
}

/** How credentials are read, if not all are in headers of their own. */
export interface CredentialPlaces {
  /** @returns undefined if it is absent. */
  readonly read: (event: ReceivedEvent, scheme: AccessScheme) => string | undefined;
  /** What of the state changes, so that nothing later gets the credentials. */
  readonly without: (event: ReceivedEvent, schemes: readonly AccessScheme[]) => Partial<ReceivedEvent>;
  /** @throws ServiceError forbidden. */
  readonly refuseOtherSites: (event: ReceivedEvent, given: readonly AccessScheme[]) => void;
}

const ownerHeader = 'x-owner';

/** RFC 6750 section 2.1. */
const bearerPattern = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Admits a request whose credentials are valid, of one owner, and have the operation's scopes. The state then has this owner.
 *
 * @param places `credentialPlaces`, if a credential may be elsewhere than in a header of its own.
 * @throws ServiceError unauthorized, forbidden, invalid_request, unavailable.
 * @example .use(authorize(operation, tokenAuthenticator())) // no token -> 401 with WWW-Authenticate
 */
export function authorize(
  { access = [] }: RuntimeOperation,
  authenticator: Authenticator,
  places?: CredentialPlaces,
): Step<ReceivedEvent, WithCaller> {
  return {
    before: async ({ event, context }) => {
      const changes = places?.without(event, access.flat());
      if (authenticator.isOpen) return { ...changes, ...anybody(namedOwner(event)) };
      const read = (scheme: AccessScheme) =>
        places ? places.read(event, scheme) : ownMember(event.headers, scheme.name);
      const accepted = acceptedOf(access, read);
      places?.refuseOtherSites(event, accepted[0]);
      const caller = await callerOf(accepted[0], access, (each) =>
        authenticate(authenticator, each, read(each), context),
      );
      return { ...changes, ...rightsOf(caller, { accepted, access, owner: namedOwner(event) }) };
    },
  };
}

/** The state where nobody needs a credential. */
function anybody(named: string | undefined): WithCaller {
  const owner = named ?? publicOwner;
  const identity = { ...identityOf({ ...anonymous, owner, subject: owner }, named), isOpen: true } as const;
  return { owner, identity };
}

function identityOf(
  { subject, issuer, scopes, claims, credential }: Principal,
  named: string | undefined,
): Identity {
  return { subject, issuer, scopes, credential, allClaims: claims, namedOwner: named };
}

/** @throws ServiceError unauthorized: a credential is not valid, or two are of two owners. */
async function callerOf(
  credentials: AccessAlternative,
  access: readonly AccessAlternative[],
  check: (credential: AccessScheme) => Promise<Principal | RefusedCredential>,
): Promise<Principal> {
  const callers: Principal[] = [];
  for (const each of credentials) {
    const caller = await check(each);
    if ('refused' in caller) throw unauthorized(caller, access, each);
    callers.push(caller);
  }
  const caller = together(callers);
  if ('refused' in caller) throw unauthorized(caller, access, credentials[0]);
  return caller;
}

interface RequestedRights {
  /** The alternatives whose credentials the request has. */
  readonly accepted: readonly [AccessAlternative, ...AccessAlternative[]];
  /** All alternatives of the operation. */
  readonly access: readonly AccessAlternative[];
  /** The owner that the request names. */
  readonly owner: string | undefined;
}

/** @throws ServiceError unauthorized, forbidden: the caller lacks a scope of the operation, or is not this owner. */
function rightsOf(caller: Principal, { accepted, access, owner }: RequestedRights): WithCaller {
  const [[first]] = accepted;
  const refuse = (cause: RefusedCredential, scopes: readonly string[]) => {
    if (first) return forbidden(cause, scopes, first);
    const withCredentials = access.filter((each) => each.length > 0);
    return unauthorized(cause, withCredentials);
  };
  const lacking = lackingScopes(accepted, caller);
  if (lacking.length > 0) throw refuse({ refused: 'scope', ...logged(caller) }, lacking);
  const known = logged(caller, owner);
  if (known.caller !== undefined && !caller.scopes.includes(adminScope))
    throw refuse({ refused: 'owner', ...known }, [adminScope]);
  const hasScope = (scope: string) => caller.scopes.includes(scope);
  const requireScope = (scope: string) => {
    if (!hasScope(scope)) throw refuse({ refused: 'scope', ...known }, [scope]);
  };
  // A caller may name itself without the scope. That names no tenant.
  const named = hasScope(adminScope) ? owner : undefined;
  const identified = caller === anonymous ? {} : { identity: identityOf(caller, named) };
  return { ...known, ...identified, requireScope, hasScope };
}

/**
 * The alternatives whose credentials a request has, all of them and no others. One without credentials is for requests that
 * have none: a credential that is refused does not make its request an anonymous one.
 *
 * @throws ServiceError unauthorized, invalid_request: nobody knows whose request one with further credentials is.
 */
function acceptedOf(
  access: readonly AccessAlternative[],
  read: (scheme: AccessScheme) => string | undefined,
): readonly [AccessAlternative, ...AccessAlternative[]] {
  const isGiven = (scheme: AccessScheme) => read(scheme) !== undefined;
  const given = access.flat().filter(isGiven);
  const [complete, ...others] = access.filter((alternative) =>
    alternative.length === 0 ? given.length === 0 : alternative.every(isGiven),
  );
  if (!complete) throw unauthorized({ refused: given.length > 0 ? 'incomplete' : 'no_credential' }, access);
  const [exact, ...same] = [complete, ...others].filter((alternative) =>
    given.every((each) => alternative.some((own) => isSamePlace(own, each))),
  );
  if (exact) return [exact, ...same];
  const [first] = complete;
  const { place, name = '' } = given.find((each) => !complete.some((own) => isSamePlace(own, each))) ?? {};
  const at = { place: place === 'query' ? place : 'header', name } as const;
  throw invalidRequest([issueOf(at, 'not_allowed', `must be absent beside ${first?.name}`)]);
}

function isSamePlace(one: AccessScheme, other: AccessScheme): boolean {
  return one.name === other.name && one.place === other.place;
}

/** Two credentials that a request needs at once are of one owner. The first says who calls, and which claims count. */
function together([first, ...others]: readonly Principal[]): Principal | RefusedCredential {
  if (!first) return anonymous;
  if (others.length === 0) return first;
  const { owner, credential } = first;
  if (others.some((other) => other.owner !== owner)) return { refused: 'two_owners', credential };
  return { ...first, scopes: [first, ...others].flatMap(({ scopes }) => scopes) };
}

/**
 * For requests that match no route: who may call nothing at a path does not learn which methods it has. A path is
 * protected if none of its operations is public. Any valid credential will do.
 *
 * @param module The URL of a module that makes the authenticator, or throws if the environment is invalid. Most requests
 *   have no credential: it is loaded with the first one.
 * @throws ServiceError unauthorized, invalid_request, unavailable.
 * @example .use(authorizeUnrouted(operation, routes, module)) // DELETE without a token on a protected path -> 401, not 405
 */
export function authorizeUnrouted(
  operation: RuntimeOperation,
  routes: readonly RouteMethods[],
  module: URL,
  places?: CredentialPlaces,
): Step<ReceivedEvent, WithCaller> {
  const { before } = authorize(operation, lazyAuthenticator(module), places);
  return {
    before: (request) => {
      const near = routesNear(request.event.rawPath, routes);
      const isProtected = near.length > 0 && near.every((route) => route.isProtected);
      return isProtected && before ? before(request) : { owner: request.event.owner };
    },
  };
}

function lazyAuthenticator(module: URL): Authenticator {
  let loaded: Promise<Authenticator> | undefined;
  const checkOf =
    (kind: keyof Authenticator['checks']): CredentialCheck =>
    async (...given) => {
      loaded ??= import(module.href).then(({ authenticator }) => authenticator());
      const check = (await loaded).checks[kind];
      return check ? check(...given) : { refused: 'scheme' };
    };
  const isOpen = process.env['ACCESS'] === openAccess;
  return { isOpen, checks: { bearer: checkOf('bearer'), apiKey: checkOf('apiKey') } };
}

async function authenticate(
  { checks }: Authenticator,
  { scheme }: AccessScheme,
  text = '',
  context: Context,
): Promise<Principal | RefusedCredential> {
  const isToken = scheme === 'bearer';
  const credential = isToken ? bearerPattern.exec(text)?.[1] : text;
  const check = checks[isToken ? 'bearer' : 'apiKey'];
  if (credential === undefined || !check) return { refused: 'scheme' };
  return check(credential, invocationOf(context));
}

/** @param named In the request. */
function logged({ owner: caller, credential }: Principal, named = caller) {
  return { credential, owner: named, ...(named === caller ? {} : { caller }) };
}

/** Returns the scopes that the nearest alternative lacks; none if an alternative is met. */
function lackingScopes(alternatives: readonly AccessAlternative[], { scopes }: Principal): readonly string[] {
  const lacking = alternatives.map((each) =>
    each.flatMap((credential) => credential.scopes).filter((scope) => !scopes.includes(scope)),
  );
  return lacking.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

function namedOwner({ headers }: ReceivedEvent): string | undefined {
  const owner = headers[ownerHeader];
  if (owner === undefined || isOwner(owner)) return owner;
  throw invalidRequest([issueOf({ place: 'header', name: 'X-Owner' }, 'pattern', ownerRule)]);
}

/** @param cause The reason, for the log. */
function unauthorized(
  cause: RefusedCredential,
  access: readonly AccessAlternative[],
  given?: AccessScheme,
): ServiceError {
  const challenges = access.flat().map((each) => challenge(each, given));
  const headers = { 'www-authenticate': [...new Set(challenges)].join(', ') };
  const ways = [...new Set(access.map((each) => each.map(wayOf).join(' and ') || 'none'))].join(', or ');
  const detail = given
    ? `The credential is not valid here. The request needs ${ways}.`
    : `The request needs ${ways}.`;
  return new ServiceError('unauthorized', detail, { headers, cause });
}

function wayOf({ scheme, place, name }: AccessScheme): string {
  if (scheme === 'bearer') return 'a token: Authorization: Bearer …';
  return scheme === 'basic' ? 'a key as the password of Basic' : `a key in the ${place ?? 'header'} ${name}`;
}

function forbidden(cause: RefusedCredential, scopes: readonly string[], given?: AccessScheme): ServiceError {
  const names = scopes.map((scope) => `"${scope}"`).join(', ');
  const detail = `The credential lacks the ${scopes.length === 1 ? 'scope' : 'scopes'} ${names}.`;
  const options: ServiceErrorOptions = {
    cause,
    members: { scopes },
    headers:
      given?.scheme === 'bearer'
        ? { 'www-authenticate': bearerChallenge({ error: 'insufficient_scope', scope: scopes.join(' ') }) }
        : {},
  };
  return new ServiceError('forbidden', detail, options);
}

/** RFC 9110 section 11.6.1: a 401 has a challenge for each scheme. There is no registered one for keys. */
function challenge(
  { scheme, place, name, scopes }: RequiredCredential,
  given: AccessScheme | undefined,
): string {
  if (scheme === 'apiKey') return `ApiKey realm="service", ${place ?? 'header'}="${name}"`;
  // RFC 7617 section 2.1.
  if (scheme === 'basic') return 'Basic realm="service", charset="UTF-8"';
  return bearerChallenge({
    ...(given?.scheme === 'bearer' ? { error: 'invalid_token' } : {}),
    ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
  });
}

/** RFC 6750 section 3. */
function bearerChallenge(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries({ realm: 'service', ...parameters });
  return `Bearer ${pairs.map(([name, value]) => `${name}="${value}"`).join(', ')}`;
}
