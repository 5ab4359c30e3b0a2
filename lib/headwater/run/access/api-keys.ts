/** What operators do with API keys of this service: random texts of 256 bits. The table stores only their hashes. */

import { createHash, randomBytes } from 'node:crypto';
import { numberOf } from '../../data/store/attributes.ts';
import { addToCounter, raiseCounter } from '../../data/store/counters.ts';
import { inPartition, isNew, isPresent, layoutVersion } from '../../data/store/layout.ts';
import type { Item, TableAccess } from '../../data/store/table-access.ts';
import { getItem, queryAll } from '../../data/store/table-reads.ts';
import { transact } from '../../data/store/transactions.ts';
import { callerOwnerRule, isCallerOwner } from '../../shared/owner.ts';
import { keyPartition } from '../../shared/rights/key-rights.ts';
import { itemKeyOf, type KeyRecord, keyId, parseKey } from './stored-keys.ts';

/**
 * @returns the text of a new key, which is stored nowhere.
 * @throws Error if the key cannot have the owner.
 */
export async function createKey(
  table: TableAccess,
  content: Pick<KeyRecord, 'owner' | 'scopes' | 'claims' | 'expires'>,
  now = Date.now(),
): Promise<{ readonly key: string; readonly record: KeyRecord }> {
  if (!isCallerOwner(content.owner))
    throw new Error(`The owner of a key ${callerOwnerRule}; it is ${JSON.stringify(content.owner)}.`);
  const key = `hw_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(key).digest('hex');
  const record = { ...content, hash, id: keyId(hash), created: now };
  await transact(table, [{ Put: { Item: toItem(record), ...isNew } }, addToCounter(countOfKeys, 1)]);
  return { key, record };
}

export async function listKeys(table: TableAccess): Promise<KeyRecord[]> {
  const items = await queryAll(table, { ...inPartition(keyPartition), ConsistentRead: true });
  return items.flatMap((item) => parseKey(item) ?? []);
}

/** @returns whether there was such a key. */
export async function revokeKey(table: TableAccess, { hash }: KeyRecord): Promise<boolean> {
  const deletion = { Delete: { Key: itemKeyOf(hash), ...isPresent } };
  const failed = await transact(table, [deletion, addToCounter(countOfKeys, -1)]);
  if (failed.length === 0 || failed.includes(0)) return failed.length === 0;
  // Earlier code has not counted the key.
  return (await transact(table, [deletion])).length === 0;
}

/** Counts the keys in the transaction that makes or revokes one: `verify` then finds that one is lost. */
const countOfKeys: Item = { pk: keyPartition, sk: 'count' };

export function isCountOfKeys({ pk, sk }: Item): boolean {
  return pk === countOfKeys['pk'] && sk === countOfKeys['sk'];
}

/** @returns the number of keys according to their count; undefined if none was ever counted. */
export async function readCountOfKeys(table: TableAccess): Promise<number | undefined> {
  const item = await getItem(table, { Key: countOfKeys, ConsistentRead: true });
  return item && numberOf(item['count']);
}

/** Raises a count that is too low: earlier code has counted no keys. @returns false if it has changed since. */
export async function raiseCountOfKeys(
  table: TableAccess,
  from: number | undefined,
  to: number,
): Promise<boolean> {
  return (await transact(table, [raiseCounter(countOfKeys, from, to)])).length === 0;
}

function toItem({ id: _, hash, ...content }: KeyRecord): Item {
  return { ...itemKeyOf(hash), layout: layoutVersion, ...content };
}
