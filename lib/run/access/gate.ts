/**
 * The gates of protected operations, configured by the environment of the container. Each set of schemes has its own gate,
 * so a function contains only the checks of the schemes that it accepts.
 */

import { type AccessSettings, readAccess } from '../../shared/access-settings.ts';
import type { AccessScheme } from '../../shared/plan/operation-plan.ts';
import type { Authenticate, Gate } from '../http/steps/authorize.ts';
import { keyFinder } from './key-finder.ts';
import { tokenVerifier } from './token-verifier.ts';

/** @throws Error if the environment is invalid, so that a wrong deployment shows in the first log line. */
export function tokenGate(): Gate {
  return openGate({ bearer: tokenVerifier });
}

/** @throws Error as `tokenGate`. */
export function keyGate(): Gate {
  return openGate({ apiKey: keyFinder });
}

/** @throws Error as `tokenGate`. */
export function tokenOrKeyGate(): Gate {
  return openGate({ bearer: tokenVerifier, apiKey: keyFinder });
}

/** Makes the check of credentials of one scheme. */
type Authenticator = (settings: AccessSettings) => Authenticate;

function openGate(authenticators: Readonly<Partial<Record<AccessScheme['scheme'], Authenticator>>>): Gate {
  const settings = readAccess(process.env['ACCESS']);
  const { isOpen } = settings;
  if (isOpen) return { isOpen, authenticate: {} };
  const { bearer, apiKey } = authenticators;
  return {
    isOpen,
    authenticate: {
      ...(bearer ? { bearer: bearer(settings) } : {}),
      ...(apiKey ? { apiKey: apiKey(settings) } : {}),
    },
  };
}
