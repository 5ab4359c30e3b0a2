/** API keys of this service: random texts of 256 bits. The table stores only their hashes. */

import { createHash, randomBytes } from 'node:crypto';
import { numberOf } from '../../data/store/attributes.ts';
import { addToCounter, raiseCounter } from '../../data/store/counters.ts';
import { inPartition, isNew, isPresent, layoutVersion } from '../../data/store/layout.ts';
import { sendUpdate } from '../../data/store/send-update.ts';
import type { Item, TableAccess } from '../../data/store/table-access.ts';
import { getItem, queryAll } from '../../data/store/table-reads.ts';
import { transact } from '../../data/store/transactions.ts';
import { isObject } from '../../shared/json/is-object.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import { callerOwnerRule, isCallerOwner } from '../../shared/owner.ts';
import { keyPartition } from '../../shared/rights/key-rights.ts';

/** A key without its text, which is stored nowhere. */
export interface KeyRecord {
  /** The beginning of the hash. */
  readonly id: string;
  readonly hash: string;
  readonly owner: string;
  readonly scopes: readonly string[];
  /** Claims as a token has them; undefined in keys of earlier code. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** Milliseconds since 1970; undefined if it does not expire. */
  readonly expires?: number;
  /** Milliseconds since 1970, up to an hour late; undefined if never used. */
  readonly lastUsed?: number;
}

/** Enough of the hash to identify a key among thousands. */
export function keyId(hash: string): string {
  return hash.slice(0, 12);
}

/** The prefix lets secret scanners recognize a key in code. */
const keyPattern = /^hw_[A-Za-z0-9_-]{43}$/;

/** @returns undefined if the text cannot be a key. */
export function hashKey(key: string): string | undefined {
  return keyPattern.test(key) ? createHash('sha256').update(key).digest('hex') : undefined;
}

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

export async function findKey(table: TableAccess, hash: string): Promise<KeyRecord | undefined> {
  const item = await getItem(table, { Key: keyOf(hash) });
  return item && parseKey(item);
}

export async function listKeys(table: TableAccess): Promise<KeyRecord[]> {
  const items = await queryAll(table, { ...inPartition(keyPartition), ConsistentRead: true });
  return items.flatMap((item) => parseKey(item) ?? []);
}

/** @returns whether there was such a key. */
export async function revokeKey(table: TableAccess, { hash }: KeyRecord): Promise<boolean> {
  const deletion = { Delete: { Key: keyOf(hash), ...isPresent } };
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

/** Notes a use. A key that is revoked meanwhile stays revoked. */
export function noteUse(table: TableAccess, { hash }: KeyRecord, now: number): Promise<boolean> {
  return sendUpdate(table, {
    Key: keyOf(hash),
    UpdateExpression: 'SET #lastUsed = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#lastUsed': 'lastUsed' },
    ExpressionAttributeValues: { ':now': now },
  });
}

function keyOf(hash: string): Item {
  return { pk: keyPartition, sk: hash };
}

function toItem({ id: _, hash, ...content }: KeyRecord): Item {
  return { ...keyOf(hash), layout: layoutVersion, ...content };
}

/** Undefined if the item is not a key: other software may have written it. */
export function parseKey({
  sk,
  owner,
  scopes,
  claims,
  created,
  expires,
  lastUsed,
}: Item): KeyRecord | undefined {
  if (typeof sk !== 'string' || typeof owner !== 'string' || typeof created !== 'number') return undefined;
  if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string')) return undefined;
  if (claims !== undefined && !isObject(claims)) return undefined;
  if (!isOptionalNumber(expires) || !isOptionalNumber(lastUsed)) return undefined;
  return { id: keyId(sk), hash: sk, owner, scopes, created, ...omitUndefined({ claims, expires, lastUsed }) };
}

function isOptionalNumber(value: unknown): value is number | undefined {
  return value === undefined || typeof value === 'number';
}
