/** The layout of the table: the keys of its items. docs/headwater/storage.md draws it. */

import { publicOwner } from '../../shared/owner.ts';

/** The condition that no item has the key. */
export const isNew = {
  ConditionExpression: 'attribute_not_exists(#pk)',
  ExpressionAttributeNames: { '#pk': 'pk' },
} as const;

/** The condition that an item has the key. */
export const isPresent = { ...isNew, ConditionExpression: 'attribute_exists(#pk)' } as const;

/** The condition of a query for all items of a partition. */
export function inPartition(partition: unknown) {
  return {
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': 'pk' },
    ExpressionAttributeValues: { ':pk': partition },
  };
}

/** The layout version, which each item states except postings, whose attribute name implies it. */
export const layoutVersion = 1;

/**
 * The partition key of an owner's data; keys of different owners never collide. `public` has no prefix, because
 * counting reads up to 1,000 keys and every byte costs.
 */
export function ownedKey(owner: string, key: string): string {
  return owner === publicOwner ? key : `${owner}:${key}`;
}

/** Splits a partition key, including one that `ownedKey` has not made. */
export function splitOwnedKey(partition: string): { readonly owner: string; readonly key: string } {
  const [, owner = publicOwner, key = partition] = /^([A-Za-z0-9_-]+):(.*)$/s.exec(partition) ?? [];
  return { owner, key };
}

/** Sets the time at which an item expires, in seconds since 1970. It makes a missing item, which then expires, too. */
export function expiring(expiresAt: number) {
  return {
    UpdateExpression: 'SET #expiresAt = :expiresAt, #layout = :layout',
    ExpressionAttributeNames: { '#expiresAt': 'expiresAt', '#layout': 'layout' },
    ExpressionAttributeValues: { ':expiresAt': expiresAt, ':layout': layoutVersion },
  };
}

/** Whether DynamoDB may remove the item, which it does within days. @param now Milliseconds since 1970. */
export function isExpired({ expiresAt }: Readonly<Record<string, unknown>>, now: number): boolean {
  return typeof expiresAt === 'number' && expiresAt * 1_000 <= now;
}
