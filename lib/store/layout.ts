/** The layout of the table: how keys are made. docs/storage.md draws it. */

/** Each item but the entries, whose attribute names it, says by which layout it was stored. */
export const layoutVersion = 1;

/**
 * The owner of everything, as long as nobody has to say who they are. Keys do not
 * name it: a total of 1,000 reads 1,000 keys.
 */
export const publicOwner = 'public';

/** The partition key of what belongs to an owner, and of nothing that belongs to another. */
export function ownedKey(owner: string, key: string): string {
  return owner === publicOwner ? key : `${owner}:${key}`;
}

/** Also splits keys that `ownedKey` has not made. */
export function splitOwnedKey(partition: string): { readonly owner: string; readonly key: string } {
  const [, owner = publicOwner, key = partition] = /^([A-Za-z0-9_-]+):(.*)$/s.exec(partition) ?? [];
  return { owner, key };
}

/** An owner is the first part of its keys. @throws Error when it cannot be one. */
export function checkOwner(owner: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(owner)) return owner;
  throw new Error(
    `The owner ${JSON.stringify(owner)} needs 1 to 64 letters, digits, - or _: it is a part of keys.`,
  );
}
