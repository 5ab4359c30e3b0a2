/** The layout of the table: the keys of its items. docs/storage.md draws it. */

import { publicOwner } from '../../shared/owner.ts';

/** The condition that no item has the key. */
export const isNew = {
  ConditionExpression: 'attribute_not_exists(#pk)',
  ExpressionAttributeNames: { '#pk': 'pk' },
} as const;

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
