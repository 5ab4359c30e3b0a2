/** aws-jwt-verify for the tokens of one issuer. It refuses `scope` as a list, which some issuers write, and has no option for it. */

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
 * Reads a token without verifying it. A list in `scope` becomes a text (RFC 8693 section 4.2). `payloadB64` stays as it
 * was sent: the signature is verified against that.
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
  // Buffer ignores other characters; aws-jwt-verify must see and refuse them.
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
