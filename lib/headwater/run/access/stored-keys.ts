/** API keys as the table has them, and what functions do with them: they find one, and note its use. */

import { createHash } from 'node:crypto';
import { sendOptions } from '../../data/store/invocation-time.ts';
import { sendGet } from '../../data/store/send-get.ts';
import { sendUpdate } from '../../data/store/send-update.ts';
import { type Item, type TableAccess, translated } from '../../data/store/table-access.ts';
import { isObject } from '../../shared/json/is-object.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
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

export async function findKey(table: TableAccess, hash: string): Promise<KeyRecord | undefined> {
  const { client, tableName, time, turns } = table;
  const read = () => sendGet(client, { TableName: tableName, Key: itemKeyOf(hash) }, sendOptions(time));
  const item = await translated(turns.take(read));
  return item && parseKey(item);
}

/** Notes a use. A key that is revoked meanwhile stays revoked. */
export function noteUse(table: TableAccess, { hash }: KeyRecord, now: number): Promise<boolean> {
  return sendUpdate(table, {
    Key: itemKeyOf(hash),
    UpdateExpression: 'SET #lastUsed = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#lastUsed': 'lastUsed' },
    ExpressionAttributeValues: { ':now': now },
  });
}

/** The key of its item. */
export function itemKeyOf(hash: string): Item {
  return { pk: keyPartition, sk: hash };
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
