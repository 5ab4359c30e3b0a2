/** Tokens of an issuer that the test has, right and wrong in every way. */

import { createHmac, createPrivateKey, createPublicKey, type JsonWebKey, sign } from 'node:crypto';

/** The key of an issuer, and the claims of its tokens. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly kid: string;
  /** P-256, with the private part. */
  readonly jwk: JsonWebKey;
}

export interface TokenChanges {
  readonly header?: Readonly<Record<string, unknown>>;
  /** An undefined value removes the claim. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

const seconds = () => Math.floor(Date.now() / 1_000);

/** A token that is valid except for the changes. It lives five minutes. */
export function makeToken(by: TokenIssuer, { header = {}, claims = {} }: TokenChanges = {}): string {
  const now = seconds();
  const own = { iss: by.issuer, aud: by.audience, sub: 'ada', iat: now, nbf: now, exp: now + 300 };
  const signed = joined({ alg: 'ES256', kid: by.kid, ...header }, { ...own, ...claims });
  const key = { key: createPrivateKey({ key: by.jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

/** Signed with HS256, whose secret is the text of the public key: verifiers that trust the header fall for it. */
export function makeConfusedToken(by: TokenIssuer): string {
  const secret = createPublicKey({ key: by.jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const claims = { iss: by.issuer, aud: by.audience, sub: 'ada', exp: seconds() + 300, scope: 'source:read' };
  const signed = joined({ alg: 'HS256', kid: by.kid }, claims);
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** Other claims behind the same signature. */
export function tamperedWith(token: string, claims: Readonly<Record<string, unknown>>): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const own = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [header, encode({ ...own, ...claims }), signature].join('.');
}

function joined(header: object, claims: object): string {
  return `${encode(header)}.${encode(claims)}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
