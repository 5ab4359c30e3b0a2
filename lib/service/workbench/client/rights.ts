/** Who uses the page, and what the credential may do, as far as the page knows: the service decides. */

import { isObject, omitUndefined, readJson } from 'headwater/json';
import { Store } from './store.ts';

interface Rights {
  /** Undefined without a credential. */
  readonly kind?: 'token' | 'key';
  /** The claim `sub` of a token. */
  readonly subject?: string;
  /** Of a token, in milliseconds since 1970. */
  readonly expires?: number;
  /** The scopes of a token. Undefined for a key: the service keeps its scopes. */
  readonly granted?: readonly string[];
  /** Scopes that an answer has missed. */
  readonly missed: readonly string[];
}

export const rights = new Store<Rights>({ missed: [] });

/** Another credential is in use: a JWT, or a key. */
export function useRightsOf(kind: 'token' | 'key', text: string): void {
  rights.set({ kind, missed: [], ...(kind === 'token' ? readToken(text) : {}) });
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

/** @returns what the token says of itself; nothing when it cannot be read. */
function readToken(token: string): Pick<Rights, 'subject' | 'expires' | 'granted'> {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims = readJson(new TextDecoder().decode(bytes));
    if (!isObject(claims)) return {};
    const { sub, exp, scope, scp } = claims;
    const given = [scope, scp].filter((claim) => claim !== undefined).flat();
    return omitUndefined({
      subject: typeof sub === 'string' ? sub : undefined,
      expires: typeof exp === 'number' ? exp * 1_000 : undefined,
      granted: given.length === 0 ? undefined : given.flatMap((claim) => String(claim).split(' ')),
    });
  } catch {
    return {};
  }
}
