/** The credentials of the smoke test, and the places in a request that hold them. */

import type { AccessAlternative, RequiredCredential } from '../../../shared/plan/operation-plan.ts';
import { type SmokeKeys, smokeOwner } from './smoke-keys.ts';

export type Credential =
  /** The operation may need none, or refuses the request. */
  | { readonly kind: 'none' }
  /** Where everybody may call, the data of the smoke test still has an owner of its own. */
  | { readonly kind: 'owner' }
  | { readonly kind: 'unknown' | 'plain' | 'scoped'; readonly alternative: AccessAlternative };

/** By the kind of the credential: what completes "a request". */
export const credentialTexts: Readonly<Record<Credential['kind'], string>> = {
  none: 'without a credential',
  owner: `for the owner ${smokeOwner}`,
  unknown: 'with an unknown key',
  plain: 'with a key without scopes',
  scoped: 'with a key of all scopes',
};

/** Has the form of a key, and is none: the hash of no random text is known. */
const unknownKey = `hw_${'0'.repeat(43)}`;

export interface Carried {
  readonly headers: Readonly<Record<string, string>>;
  /** Parameters of the query. */
  readonly query: Readonly<Record<string, string>>;
}

/** @param keys undefined where no operation takes keys. */
export function carry(credential: Credential, keys: SmokeKeys | undefined): Carried {
  if (credential.kind === 'none') return { headers: {}, query: {} };
  if (credential.kind === 'owner') return { headers: { 'x-owner': smokeOwner }, query: {} };
  const key = credential.kind === 'unknown' ? unknownKey : (keys?.[credential.kind] ?? '');
  const places = credential.alternative.map((each) => placed(each, key));
  const cookies = places.flatMap(({ cookie = [] }) => cookie);
  return {
    headers: Object.assign(
      {},
      ...places.map(({ headers }) => headers),
      cookies.length > 0 ? { cookie: cookies.join('; ') } : {},
    ),
    query: Object.assign({}, ...places.map(({ query }) => query)),
  };
}

function placed({ scheme, place, name }: RequiredCredential, key: string) {
  if (place === 'query') return { query: { [name]: key } };
  if (place === 'cookie') return { cookie: `${name}=${key}` };
  // RFC 7617: the key is the password.
  const text = scheme === 'basic' ? `Basic ${Buffer.from(`:${key}`).toString('base64')}` : key;
  return { headers: { [name]: text } };
}
