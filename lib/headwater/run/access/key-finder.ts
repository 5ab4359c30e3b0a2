import { containerDatabase } from '../../data/store/container-database.ts';
import { accessTable } from '../../data/store/table-access.ts';
import { isCallerOwner } from '../../shared/owner.ts';
import type { CredentialCheck, Principal, RefusedCredential } from '../http/steps/authorize.ts';
import { findKey, hashKey, type KeyRecord, keyId, noteUse } from './stored-keys.ts';

/** In milliseconds: how long a revoked key stays valid in this container. The documented limit is 60 s. */
const rememberedMs = 30_000;

/** The minimum between two notes of use, in milliseconds. */
const noteMs = 3_600_000;

/** The cache size: far more keys than one container meets in half a minute. */
const maxRemembered = 1_000;

export function keyFinder(): CredentialCheck {
  const remembered = new Map<string, { readonly record: KeyRecord; readonly readAt: number }>();
  return async (key, time) => {
    const hash = hashKey(key);
    if (hash === undefined) return { refused: 'key_form' };
    const now = Date.now();
    const known = remembered.get(hash);
    if (known && now - known.readAt < rememberedMs) return callerOf(known.record, now);
    const { client, tableName } = containerDatabase();
    const table = accessTable(client, tableName, { time });
    const record = await findKey(table, hash);
    remembered.delete(hash);
    // The key may have been revoked: the log then shows who still uses it.
    if (!record) return { refused: 'key_unknown', credential: `key:${keyId(hash)}` };
    const caller = callerOf(record, now);
    if ('refused' in caller) return caller;
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(hash, { record, readAt: now });
    // A failed note must not fail the request.
    if (now - (record.lastUsed ?? 0) >= noteMs) await noteUse(table, record, now).catch(() => false);
    return caller;
  };
}

function callerOf(
  { id, owner, scopes, claims = {}, expires }: KeyRecord,
  now: number,
): Principal | RefusedCredential {
  const credential = `key:${id}`;
  if (!isCallerOwner(owner)) return { refused: 'key_owner', credential };
  if (expires !== undefined && now >= expires) return { refused: 'key_expired', credential, owner };
  return { owner, subject: id, scopes, claims, credential };
}
