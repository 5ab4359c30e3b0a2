/**
 * For the default route: most of its requests have no credential, and are answered
 * without what checks one. It is bundled, and evaluated with the first credential.
 */

import type { Authenticate } from '../http/steps/authorize.ts';
import type { AccessSettings } from './access-settings.ts';

export function lazyTokenVerifier(settings: AccessSettings): Authenticate {
  return once(async () => (await import('./token-verifier.ts')).tokenVerifier(settings));
}

export function lazyKeyFinder(): Authenticate {
  return once(async () => (await import('./key-finder.ts')).keyFinder());
}

function once(make: () => Promise<Authenticate>): Authenticate {
  let made: Promise<Authenticate> | undefined;
  return async (credential, time) => {
    made ??= make();
    return (await made)(credential, time);
  };
}
