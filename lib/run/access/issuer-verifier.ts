/**
 * Verifies tokens of one issuer with aws-jwt-verify, which refuses `scope` as a list and has no option for the issuers
 * that send one.
 */

import { type DecomposedJwt, decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import {
  JwtVerifierBase,
  type JwtVerifierProperties,
  type VerifyProperties,
} from 'aws-jwt-verify/jwt-verifier';

type Properties = JwtVerifierProperties<VerifyProperties>;

export class IssuerVerifier extends JwtVerifierBase<Partial<VerifyProperties>, Properties, false> {
  static create(properties: Properties): IssuerVerifier {
    return new IssuerVerifier(properties);
  }

  /** @throws an error of aws-jwt-verify unless signature, issuer and times are valid. */
  check(token: DecomposedJwt): JwtPayload {
    const { jwksUri, ...properties } = this.getIssuerConfig();
    return this.verifyDecomposedJwtSync(token, jwksUri, properties);
  }
}

/**
 * Reads a token without verifying it. A list in `scope` becomes a text (RFC 8693 section 4.2). `payloadB64` stays
 * unchanged, because the signature covers it.
 *
 * @throws an error of aws-jwt-verify unless header and claims have the right types.
 */
export function decompose(token: string): DecomposedJwt {
  const [header = '', payload = '', ...others] = token.split('.');
  const read = decomposeUnverifiedJwt([header, withScopeText(payload), ...others].join('.'));
  return { ...read, payloadB64: payload };
}

/** Returns the payload itself unless its `scope` is a list of texts. */
function withScopeText(payload: string): string {
  // Buffer would skip other characters; aws-jwt-verify must see and refuse them.
  if (!/^[\w-]+$/.test(payload)) return payload;
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { scope } = Object(claims);
    if (!Array.isArray(scope) || !scope.every((each) => typeof each === 'string')) return payload;
    return Buffer.from(JSON.stringify({ ...claims, scope: scope.join(' ') })).toString('base64url');
  } catch {
    return payload;
  }
}
