/** Finds the owner of a key, for the functions of a container. */

import { containerDatabase } from '../../data/store/client.ts';
import { accessTable } from '../../data/store/table-access.ts';
import { isOwner } from '../../shared/owner.ts';
import type { Authenticate, Caller, RefusedCredential } from '../http/steps/authorize.ts';
import { findKey, hashKey, type KeyRecord, keyId, noteUse } from './api-keys.ts';

/** Milliseconds. A revoked key is refused after this time: at most 60 s are promised. */
const rememberedMs = 30_000;

/** Milliseconds between two notes of use. */
const noteMs = 3_600_000;

/** Far more than one container meets in half a minute. */
const maxRemembered = 1_000;

export function keyFinder(): Authenticate {
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
    // It may have been revoked: the log then shows who goes on using it.
    if (!record) return { refused: 'key_unknown', credential: `key:${keyId(hash)}` };
    const caller = callerOf(record, now);
    if ('refused' in caller) return caller;
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(hash, { record, readAt: now });
    // The request does not fail with what is only a note.
    if (now - (record.lastUsed ?? 0) >= noteMs) await noteUse(table, record, now).catch(() => false);
    return caller;
  };
}

function callerOf({ id, owner, scopes, expires }: KeyRecord, now: number): Caller | RefusedCredential {
  const credential = `key:${id}`;
  if (!isOwner(owner)) return { refused: 'key_owner', credential };
  if (expires !== undefined && now >= expires) return { refused: 'key_expired', credential, owner };
  return { owner, scopes, credential };
}
