/** What stands before the protected operations of a function, by the environment of its container. */

import type { Authenticate, Gate } from '../http/steps/authorize.ts';
import type { AccessScheme } from '../plan/operation-plan.ts';
import { type AccessSettings, readAccess } from './access-settings.ts';

/** Makes what checks the credentials of one scheme. */
type Authenticator = (settings: AccessSettings) => Authenticate;

/**
 * @param authenticators those of the schemes that the operation accepts, and no others: a function contains only what
 *   it uses.
 * @throws Error when the environment is not valid, so that a wrong deployment shows in the first log line.
 */
export function openGate(
  authenticators: Readonly<Partial<Record<AccessScheme['scheme'], Authenticator>>>,
): Gate {
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
