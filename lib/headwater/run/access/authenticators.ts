/**
 * The authenticators of protected operations, configured by the environment of the container. Each set of schemes has its
 * own, so a function contains only the checks of the schemes that it accepts.
 */

import { type AccessSettings, checkIssuers, readAccess } from '../../shared/access-settings.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import type { Authenticator, CredentialCheck } from '../http/steps/authorize.ts';
import { keyFinder } from './key-finder.ts';

/** @throws Error if the environment is invalid, so that a wrong deployment shows in the first log line. */
export function tokenAuthenticator(): Authenticator {
  return authenticatorOf({ bearer: tokenCheck });
}

export function keyAuthenticator(): Authenticator {
  return authenticatorOf({ apiKey: keyFinder });
}

export function tokenOrKeyAuthenticator(): Authenticator {
  return authenticatorOf({ bearer: tokenCheck, apiKey: keyFinder });
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

/** With issuers, the function loads the check and fetches their keys while it starts; otherwise with the first token. */
function tokenCheck(settings: AccessSettings): CredentialCheck {
  checkIssuers(settings);
  let loading: Promise<CredentialCheck> | undefined;
  const load = async () => {
    const { tokenVerifier } = await import('./token-verifier.ts');
    return tokenVerifier(settings);
  };
  const begin = () => {
    loading ??= load();
    return loading;
  };
  // The request of the first token reports a failure.
  if (settings.issuers.length > 0) begin().catch(() => undefined);
  return async (token, invocation) => (await begin())(token, invocation);
}
