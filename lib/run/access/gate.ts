/**
 * What stands before the protected operations of a function, by the environment of its container. One gate per set of
 * schemes: a function contains what checks those that it accepts, and nothing else.
 */

import { type AccessSettings, readAccess } from '../../shared/access-settings.ts';
import type { AccessScheme } from '../../shared/plan/operation-plan.ts';
import type { Authenticate, Gate } from '../http/steps/authorize.ts';
import { keyFinder } from './key-finder.ts';
import { tokenVerifier } from './token-verifier.ts';

/** @throws Error when the environment is not valid, so that a wrong deployment shows in the first log line. */
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

/** Makes what checks the credentials of one scheme. */
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
