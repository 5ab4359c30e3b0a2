import type { Context } from 'aws-lambda';
import { openAccess } from '../../../shared/access-settings.ts';
import { ServiceError, type ServiceErrorOptions } from '../../../shared/errors.ts';
import { adminScope, isOwner, publicOwner } from '../../../shared/owner.ts';
import type { RouteMethods } from '../../../shared/plan/function-plan.ts';
import type {
  AccessAlternative,
  AccessScheme,
  RuntimeOperation,
} from '../../../shared/plan/operation-plan.ts';
import { routesNear } from '../handlers/default-route.ts';
import { invalidRequest, issueOf } from '../request/issue.ts';
import { invocationOf, type LambdaInvocation } from './chain.ts';
import type { ReceivedEvent, Step, WithCaller } from './step.ts';

/** Whom a credential belongs to, and what it allows. */
export interface Caller {
  readonly owner: string;
  readonly scopes: readonly string[];
  /** For the log: `key:` and the id of the key, or `token:` and the hash of its subject. */
  readonly credential: string;
}

/** For the log alone: what a client learns of a refused credential helps an attacker. */
export interface RefusedCredential {
  readonly refused: string;
  readonly credential?: string | undefined;
  /** Whose data the request is about. */
  readonly owner?: string | undefined;
  /** The owner of the credential, if that is another one. */
  readonly caller?: string | undefined;
}

type Scheme = AccessScheme['scheme'];

/** @throws ServiceError unavailable, timeout: it cannot be checked now. */
export type CredentialCheck = (
  credential: string,
  invocation: LambdaInvocation,
) => Promise<Caller | RefusedCredential>;

/** A check for each kind of credential; lib/run/access makes it from the environment of the function. */
export interface Authenticator {
  /** Nobody needs a credential: the service runs on the machine of one person. */
  readonly isOpen: boolean;
  readonly checks: Readonly<Partial<Record<Scheme, CredentialCheck>>>;
}

const ownerHeader = 'x-owner';

/** RFC 6750 section 2.1. */
const bearerPattern = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Admits a request whose credential is valid and has the operation's scopes. The state then has its owner.
 *
 * @throws ServiceError unauthorized, forbidden, invalid_request, unavailable.
 * @example .use(authorize(operation, tokenAuthenticator())) // no token -> 401 with WWW-Authenticate
 */
export function authorize(
  { access = [] }: RuntimeOperation,
  authenticator: Authenticator,
): Step<ReceivedEvent, WithCaller> {
  return {
    before: async ({ event, context }) => {
      if (authenticator.isOpen) return { owner: namedOwner(event) ?? publicOwner };
      const given = access.filter(({ header }) => event.headers[header] !== undefined);
      const [first] = given;
      if (!first) throw unauthorized({ refused: 'no_credential' }, access);
      const second = given.find(({ header }) => header !== first.header);
      if (second) throw twoCredentials(first, second);
      const caller = await authenticate(authenticator, first, { event, context });
      if ('refused' in caller) throw unauthorized(caller, access, first);
      const lacking = lackingScopes(given, caller);
      if (lacking.length > 0) throw forbidden({ refused: 'scope', ...logged(caller) }, lacking, first);
      const known = logged(caller, namedOwner(event));
      if (known.caller !== undefined && !caller.scopes.includes(adminScope))
        throw forbidden({ refused: 'owner', ...known }, [adminScope], first);
      const hasScope = (scope: string) => caller.scopes.includes(scope);
      const requireScope = (scope: string) => {
        if (!hasScope(scope)) throw forbidden({ refused: 'scope', ...known }, [scope], first);
      };
      return { ...known, requireScope, hasScope };
    },
  };
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
): Step<ReceivedEvent, WithCaller> {
  const { before } = authorize(operation, lazyAuthenticator(module));
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
    (scheme: Scheme): CredentialCheck =>
    async (...given) => {
      loaded ??= import(module.href).then(({ authenticator }) => authenticator());
      const check = (await loaded).checks[scheme];
      return check ? check(...given) : { refused: 'scheme' };
    };
  const isOpen = process.env['ACCESS'] === openAccess;
  return { isOpen, checks: { bearer: checkOf('bearer'), apiKey: checkOf('apiKey') } };
}

async function authenticate(
  { checks }: Authenticator,
  { scheme, header }: AccessScheme,
  { event, context }: { readonly event: ReceivedEvent; readonly context: Context },
): Promise<Caller | RefusedCredential> {
  const text = event.headers[header] ?? '';
  const credential = scheme === 'bearer' ? bearerPattern.exec(text)?.[1] : text;
  const check = checks[scheme];
  if (credential === undefined || !check) return { refused: 'scheme' };
  return check(credential, invocationOf(context));
}

/** @param named In the request. */
function logged({ owner: caller, credential }: Caller, named = caller) {
  return { credential, owner: named, ...(named === caller ? {} : { caller }) };
}

/** Returns the scopes that the nearest alternative lacks; none if an alternative is met. */
function lackingScopes(given: readonly AccessAlternative[], { scopes }: Caller): readonly string[] {
  const lacking = given.map((each) => each.scopes.filter((scope) => !scopes.includes(scope)));
  return lacking.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

function namedOwner({ headers }: ReceivedEvent): string | undefined {
  const owner = headers[ownerHeader];
  if (owner === undefined || isOwner(owner)) return owner;
  const accepted = 'must be 1 to 64 letters, digits, - or _';
  throw invalidRequest([issueOf({ place: 'header', name: 'X-Owner' }, 'pattern', accepted)]);
}

function twoCredentials(first: AccessScheme, second: AccessScheme): ServiceError {
  const parameter = { place: 'header', name: second.header } as const;
  return invalidRequest([issueOf(parameter, 'not_allowed', `must be absent beside ${first.header}`)]);
}

/** @param cause The reason, for the log. */
function unauthorized(
  cause: RefusedCredential,
  access: readonly AccessAlternative[],
  given?: AccessScheme,
): ServiceError {
  const headers = { 'www-authenticate': access.map((each) => challenge(each, given)).join(', ') };
  const ways = [...new Set(access.map(wayOf))].join(', or ');
  const detail = given
    ? `The credential is not valid here. The request needs ${ways}.`
    : `The request needs ${ways}.`;
  return new ServiceError('unauthorized', detail, { headers, cause });
}

function wayOf({ scheme, header }: AccessScheme): string {
  return scheme === 'bearer' ? 'a token: Authorization: Bearer …' : `a key in the header ${header}`;
}

function forbidden(cause: RefusedCredential, scopes: readonly string[], given: AccessScheme): ServiceError {
  const names = scopes.map((scope) => `"${scope}"`).join(', ');
  const detail = `The credential lacks the ${scopes.length === 1 ? 'scope' : 'scopes'} ${names}.`;
  const options: ServiceErrorOptions = {
    cause,
    members: { scopes },
    headers:
      given.scheme === 'bearer'
        ? { 'www-authenticate': bearerChallenge({ error: 'insufficient_scope', scope: scopes.join(' ') }) }
        : {},
  };
  return new ServiceError('forbidden', detail, options);
}

/** RFC 9110 section 11.6.1: a 401 has a challenge for each scheme. There is no registered one for keys. */
function challenge({ scheme, header, scopes }: AccessAlternative, given: AccessScheme | undefined): string {
  if (scheme === 'apiKey') return `ApiKey realm="service", header="${header}"`;
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
