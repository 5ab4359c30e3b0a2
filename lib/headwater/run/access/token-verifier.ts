/** Tokens: JWTs (RFC 7519) signed by an issuer that the settings name. A stage whose callers have only keys never loads this. */

import {
  FailedAssertionError,
  JwtExpiredError,
  JwtInvalidSignatureAlgorithmError,
  JwtInvalidSignatureError,
  JwtNotBeforeError,
  KidNotFoundInJwksError,
} from 'aws-jwt-verify/error';
import { type DecomposedJwt, decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import {
  JwtVerifierBase,
  type JwtVerifierProperties,
  type VerifyProperties,
} from 'aws-jwt-verify/jwt-verifier';
import type { AccessSettings, Issuer } from '../../shared/access-settings.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import type { CredentialCheck, Principal, RefusedCredential } from '../http/steps/authorize.ts';
import { IssuerKeys } from './issuer-keys.ts';
import { ownerOf } from './token-owner.ts';

/** The limit in characters. */
const maxTokenLength = 8_192;

/** The tolerated difference between clocks, in seconds. */
const leeway = 60;

/**
 * Headers that supply keys, which are not trusted (RFC 7515 section 4.1). The key id alone selects one of the issuer's
 * keys.
 */
const keyHeaders = ['jwk', 'jku', 'x5c', 'x5u', 'crit'];

/** The claims of a token whose signature is verified. */
type Claims = Readonly<Record<string, unknown>>;

type Properties = JwtVerifierProperties<VerifyProperties>;

class IssuerVerifier extends JwtVerifierBase<Partial<VerifyProperties>, Properties, false> {
  static create(properties: Properties): IssuerVerifier {
    return new IssuerVerifier(properties);
  }

  /** @throws an error of aws-jwt-verify unless signature, issuer and times are valid. */
  check(token: DecomposedJwt): JwtPayload {
    const { jwksUri, ...properties } = this.getIssuerConfig();
    return this.verifyDecomposedJwtSync(token, jwksUri, properties);
  }
}

interface TrustedIssuer {
  readonly issuer: Issuer;
  readonly keys: IssuerKeys;
  readonly verifier: IssuerVerifier;
}

/** Begins to fetch the keys of all issuers, whose names differ. */
export function tokenVerifier({ issuers }: Pick<AccessSettings, 'issuers'>): CredentialCheck {
  const trusted = new Map(issuers.map((issuer) => [issuer.issuer, trust(issuer)]));
  for (const { keys } of trusted.values()) keys.begin();
  return async (token, { signal }) => {
    if (token.length > maxTokenLength) return { refused: 'token_length' };
    const read = readUnverified(token);
    if ('refused' in read) return read;
    const { header, payload } = read;
    const known = trusted.get(payload.iss ?? '');
    if (!known) return { refused: 'token_issuer' };
    if (!known.issuer.algorithms.some((each) => each === header.alg)) return { refused: 'token_algorithm' };
    if (keyHeaders.some((name) => Object.hasOwn(header, name))) return { refused: 'token_key_header' };
    if (header.kid === undefined) return { refused: 'token_key' };
    await known.keys.ready(signal);
    return verify(read, known, signal);
  };
}

function trust(issuer: Issuer): TrustedIssuer {
  const verifier = IssuerVerifier.create({
    issuer: issuer.issuer,
    jwksUri: issuer.jwksUri,
    // Checked below, since some issuers have `client_id` instead.
    audience: null,
    graceSeconds: leeway,
  });
  // Also forgets keys that were cached before: an issuer may replace a key under the same id.
  const keys = new IssuerKeys(issuer.jwksUri, (jwks) => verifier.cacheJwks(jwks));
  return { issuer, keys, verifier };
}

/**
 * A list in `scope` becomes a text (RFC 8693 section 4.2), because aws-jwt-verify refuses a list and has no option for the
 * issuers that send one. `payloadB64` stays unchanged, because the signature covers it.
 */
function readUnverified(token: string): DecomposedJwt | RefusedCredential {
  const [header = '', payload = '', ...others] = token.split('.');
  try {
    const read = decomposeUnverifiedJwt([header, withScopeText(payload), ...others].join('.'));
    return { ...read, payloadB64: payload };
  } catch {
    return { refused: 'token_form' };
  }
}

/** Returns the payload itself unless its `scope` is a list of texts. */
function withScopeText(payload: string): string {
  // Buffer would skip other characters; aws-jwt-verify must see and refuse them.
  if (!/^[\w-]+$/.test(payload)) return payload;
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { scope } = membersOf(claims);
    if (!Array.isArray(scope) || !scope.every((each) => typeof each === 'string')) return payload;
    return Buffer.from(JSON.stringify({ ...claims, scope: scope.join(' ') })).toString('base64url');
  } catch {
    return payload;
  }
}

async function verify(
  token: DecomposedJwt,
  known: TrustedIssuer,
  signal: AbortSignal,
): Promise<Principal | RefusedCredential> {
  const checked = verifyNow(token, known);
  const isKeyUnknown = 'refused' in checked && checked.refused === 'token_key';
  return isKeyUnknown && (await known.keys.renew(signal)) ? verifyNow(token, known) : checked;
}

function verifyNow(token: DecomposedJwt, known: TrustedIssuer): Principal | RefusedCredential {
  try {
    return callerOf(known.verifier.check(token), known.issuer);
  } catch (error) {
    return refusalOf(error, token, known.issuer);
  }
}

/** Signature and algorithm are verified before the times, and only then does the log name a subject. */
function refusalOf(error: unknown, { payload }: DecomposedJwt, issuer: Issuer): RefusedCredential {
  const refused = reasonOf(error);
  const isSigned = error instanceof JwtExpiredError || error instanceof JwtNotBeforeError;
  return { refused, ...(isSigned ? subjectOf(payload, issuer) : {}) };
}

function subjectOf({ sub }: Claims, { issuer }: Issuer): Pick<Principal, 'owner' | 'credential'> | undefined {
  if (typeof sub !== 'string' || sub === '') return undefined;
  const owner = ownerOf(issuer, sub);
  return { owner, credential: `token:${owner}` };
}

function reasonOf(error: unknown): string {
  if (error instanceof JwtExpiredError) return 'token_expired';
  if (error instanceof JwtNotBeforeError) return 'token_not_yet_valid';
  if (error instanceof JwtInvalidSignatureError) return 'token_signature';
  if (error instanceof JwtInvalidSignatureAlgorithmError) return 'token_algorithm';
  if (error instanceof KidNotFoundInJwksError) return 'token_key';
  return error instanceof FailedAssertionError ? 'token_claims' : 'token_signature';
}

function callerOf(claims: Claims, issuer: Issuer): Principal | RefusedCredential {
  const { exp, aud, client_id: client } = claims;
  const subject = subjectOf(claims, issuer);
  if (typeof exp !== 'number') return { refused: 'token_expiry', ...subject };
  if (!subject) return { refused: 'token_subject' };
  const named = aud === undefined ? [client] : [aud].flat();
  if (!issuer.audiences.some((audience) => named.includes(audience)))
    return { refused: 'token_audience', ...subject };
  return {
    ...subject,
    subject: String(claims['sub']),
    issuer: issuer.issuer,
    scopes: scopesOf(claims, issuer),
    // An issuer does not speak for the tenants of others, if the settings say which is its own.
    claims: { ...claims, ...issuer.claims },
  };
}

/** RFC 8693 section 4.2; some issuers call it `scp`. */
const usualScopeClaims = ['scope', 'scp'];

/** A text has several with spaces between them; an item of a list is one: the name of a group may contain spaces. */
function scopesOf(claims: Claims, { scopeClaim, scopes: granted }: Issuer): string[] {
  const names = scopeClaim === undefined ? usualScopeClaims : [scopeClaim];
  const values = names.map((name) => ownMember(claims, name));
  const named = values.flatMap((value): string[] => {
    if (typeof value === 'string') return value.split(' ').filter(Boolean);
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  });
  return granted ? named.filter((scope) => granted.includes(scope)) : named;
}
