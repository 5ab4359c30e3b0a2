/** The issuers of tokens that a service accepts: the environment variable ACCESS (docs/headwater/access.md). */

import { isObject } from './json/is-object.ts';

/** The value that makes a service public. `npm start` sets it; a deployment needs `public` in headwater.config.ts for it. */
export const openAccess = 'open';

export interface Issuer {
  /** The claim `iss`, a URL. */
  readonly issuer: string;
  /** The claim `aud` must contain one of them; in a token without `aud`, `client_id` must be one. */
  readonly audiences: readonly string[];
  readonly algorithms: readonly Algorithm[];
  /** The URL of its public keys (RFC 7517 section 5). */
  readonly jwksUri: string;
  /** The claim with the scopes; by default `scope` and `scp`. */
  readonly scopeClaim?: string;
  /** The scopes that its tokens can have, whatever others they name; all by default. Required beside `claims`. */
  readonly scopes?: readonly string[];
  /** Claims that all its tokens have, whatever they say themselves. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

export interface AccessSettings {
  /** Whether every operation is public. */
  readonly isOpen: boolean;
  readonly issuers: readonly Issuer[];
}

/** The algorithms with public keys of RFC 7518 section 3.1; EdDSA: RFC 8037. */
export const algorithms = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;
export type Algorithm = (typeof algorithms)[number];

const usualAlgorithms: readonly Algorithm[] = ['RS256', 'ES256'];

/**
 * @param text If undefined, the service has no issuers and accepts keys only.
 * @throws Error that states the expected form.
 */
export function readAccess(text: string | undefined): AccessSettings {
  if (text === openAccess) return { isOpen: true, issuers: [] };
  if (!text) return { isOpen: false, issuers: [] };
  try {
    const { issuers = [], ...others } = requireObject(JSON.parse(text), 'The value');
    if (!Array.isArray(issuers)) throw new Error('"issuers" is not a list.');
    refuseOthers(others);
    return { isOpen: false, issuers: issuers.map(readIssuer) };
  } catch (cause) {
    const expected = '{"issuers":[{"issuer":"https://id.example.com","audiences":["headwater"]}]}';
    const { message } = cause as Error;
    throw new Error(`The environment variable ACCESS is not valid: ${message} Expected ${expected}.`, {
      cause,
    });
  }
}

/**
 * Separate from `readAccess`, because a function that checks no tokens does not need it.
 *
 * @throws Error if two issuers have the same name: chance would decide whose keys count.
 */
export function checkIssuers({ issuers }: Pick<AccessSettings, 'issuers'>): void {
  const names = issuers.map(({ issuer }) => issuer);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return;
  const found = `the issuer ${JSON.stringify(repeated)} is named twice`;
  throw new Error(`The environment variable ACCESS is not valid: ${found}.`);
}

function readIssuer(declared: unknown): Issuer {
  const {
    issuer,
    audiences,
    algorithms: own = usualAlgorithms,
    jwksUri,
    scopeClaim,
    scopes,
    claims,
    ...others
  } = requireObject(declared, 'An issuer');
  refuseOthers(others);
  const url = readUrl(issuer, 'issuer');
  if (!isTexts(audiences)) throw new Error('"audiences" is not a list of texts.');
  if (!isTexts(own) || !own.every(isAlgorithm))
    throw new Error(`"algorithms" is not a list of ${algorithms.join(', ')}.`);
  const keys = jwksUri ?? `${url.replace(/\/$/, '')}/.well-known/jwks.json`;
  return {
    issuer: url,
    audiences,
    algorithms: own,
    jwksUri: readUrl(keys, 'jwksUri'),
    ...(scopeClaim === undefined ? {} : { scopeClaim: readName(scopeClaim) }),
    ...(scopes === undefined ? {} : { scopes: readScopes(scopes) }),
    ...(claims === undefined ? {} : { claims: readClaims(claims, scopes) }),
  };
}

function readName(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Error('"scopeClaim" is not the name of a claim.');
}

/** Without the list, a customer who runs an issuer could become an admin of all. */
function readClaims(value: unknown, scopes: unknown): NonNullable<Issuer['claims']> {
  const claims = requireObject(value, '"claims"');
  if (scopes !== undefined) return claims;
  throw new Error('An issuer with "claims" has no "scopes": the list of those that its tokens can have.');
}

function readScopes(value: unknown): readonly string[] {
  if (isTexts(value) || (Array.isArray(value) && value.length === 0)) return value;
  throw new Error('"scopes" is not a list of texts.');
}

/** Refuses URLs without TLS, because anybody on the network could replace the keys. */
function readUrl(value: unknown, name: string): string {
  const url = URL.parse(String(value));
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || isLocal) return String(value);
  throw new Error(`"${name}" is not an URL that begins with https:.`);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

function isAlgorithm(name: string): name is Algorithm {
  return algorithms.some((each) => each === name);
}

function requireObject(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (isObject(value)) return { ...value };
  throw new Error(`${name} is not an object.`);
}

function refuseOthers(others: object): void {
  const [name] = Object.keys(others);
  if (name !== undefined) throw new Error(`"${name}" is unknown.`);
}
