/** The layout of the table: how keys are made. docs/storage.md draws it. */

import { publicOwner } from '../../shared/owner.ts';

/** Each item but the entries, whose attribute names it, says by which layout it was stored. */
export const layoutVersion = 1;

/**
 * The partition key of what belongs to an owner, and of nothing that belongs to another. It does not name the owner
 * `public`: a total of 1,000 reads 1,000 keys.
 */
export function ownedKey(owner: string, key: string): string {
  return owner === publicOwner ? key : `${owner}:${key}`;
}

/** Also splits keys that `ownedKey` has not made. */
export function splitOwnedKey(partition: string): { readonly owner: string; readonly key: string } {
  const [, owner = publicOwner, key = partition] = /^([A-Za-z0-9_-]+):(.*)$/s.exec(partition) ?? [];
  return { owner, key };
}
