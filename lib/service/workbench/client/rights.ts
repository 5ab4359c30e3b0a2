/** What the credential in use may do, as far as the page knows: the service decides. */

import { isObject, readJson } from 'headwater/json';
import { Store } from './store.ts';

interface Rights {
  /** The scopes of a token. Undefined for a key: the service keeps its scopes. */
  readonly granted?: readonly string[];
  /** Scopes that an answer has missed. */
  readonly missed: readonly string[];
}

export const rights = new Store<Rights>({ missed: [] });

/** Another credential is in use. @param token A JWT; undefined for a key. */
export function useRightsOf(token?: string): void {
  const granted = token === undefined ? undefined : scopesOf(token);
  rights.set({ missed: [], ...(granted ? { granted } : {}) });
}

/** @param scopes As a problem names them. */
export function noteMissed(scopes: unknown): void {
  if (!Array.isArray(scopes)) return;
  const added = scopes.filter((scope) => typeof scope === 'string');
  rights.update(({ missed, ...known }) => ({ ...known, missed: [...new Set([...missed, ...added])] }));
}

export function lacks({ granted, missed }: Rights, scope: string): boolean {
  return missed.includes(scope) || granted?.includes(scope) === false;
}

/** @returns undefined when the token does not say it. */
function scopesOf(token: string): readonly string[] | undefined {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims = readJson(new TextDecoder().decode(bytes));
    if (!isObject(claims)) return undefined;
    const given = [claims['scope'], claims['scp']].filter((claim) => claim !== undefined).flat();
    return given.length === 0 ? undefined : given.flatMap((claim) => String(claim).split(' '));
  } catch {
    return undefined;
  }
}
