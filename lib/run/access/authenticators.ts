/**
 * The authenticators of protected operations, configured by the environment of the container. Each set of schemes has its
 * own, so a function contains only the checks of the schemes that it accepts.
 */

import { type AccessSettings, readAccess } from '../../shared/access-settings.ts';
import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type { Authenticator, CredentialCheck } from '../http/steps/authorize.ts';
import { keyFinder } from './key-finder.ts';
import { tokenVerifier } from './token-verifier.ts';

/** @throws Error if the environment is invalid, so that a wrong deployment shows in the first log line. */
export function tokenAuthenticator(): Authenticator {
  return authenticatorOf({ bearer: tokenVerifier });
}

export function keyAuthenticator(): Authenticator {
  return authenticatorOf({ apiKey: keyFinder });
}

export function tokenOrKeyAuthenticator(): Authenticator {
  return authenticatorOf({ bearer: tokenVerifier, apiKey: keyFinder });
}

type CheckMakers = Partial<
  Record<keyof Authenticator['checks'], (settings: AccessSettings) => CredentialCheck>
>;

function authenticatorOf({ bearer, apiKey }: CheckMakers): Authenticator {
  const settings = readAccess(process.env['ACCESS']);
  const { isOpen } = settings;
  if (isOpen) return { isOpen, checks: {} };
  return { isOpen, checks: omitUndefined({ bearer: bearer?.(settings), apiKey: apiKey?.(settings) }) };
}
