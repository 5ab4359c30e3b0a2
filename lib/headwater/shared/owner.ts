/** The owner of the data that a request reads and writes: the first part of every key of the table. */

/** The owner of data that requests without a credential read and write. */
export const publicOwner = 'public';

/** The scope with which a credential may name another owner. */
export const adminScope = 'admin';

/** Owners are parts of keys. */
export const ownerPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Completes "The value". */
export const ownerRule = 'must be 1 to 64 letters, digits, - or _';

export function isOwner(text: string): boolean {
  return ownerPattern.test(text);
}

/** The owner of a credential, or a tenant: never the one whose documents requests without a credential reach. */
export const callerOwnerPattern = /^(?!public$)[A-Za-z0-9_-]{1,64}$/;

/** Completes "The value". */
export const callerOwnerRule = `${ownerRule}, and not ${publicOwner}`;

export function isCallerOwner(text: string): boolean {
  return callerOwnerPattern.test(text);
}

/** @throws Error if the text cannot be an owner. */
export function checkOwner(owner: string): string {
  if (isOwner(owner)) return owner;
  throw new Error(
    `The owner ${JSON.stringify(owner)} needs 1 to 64 letters, digits, - or _: it is a part of keys.`,
  );
}
