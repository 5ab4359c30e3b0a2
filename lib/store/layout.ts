/** The layout of the table: how keys are made. docs/storage.md draws it. */

/** Each item but the entries, whose attribute names it, says by which layout it was stored. */
export const layoutVersion = 1;

/** The owner of everything, as long as nobody has to say who they are. */
export const publicOwner = 'public';

/** An owner is the first part of every key. @throws Error when it cannot be one. */
export function checkOwner(owner: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(owner)) return owner;
  throw new Error(
    `The owner ${JSON.stringify(owner)} needs 1 to 64 letters, digits, - or _: it is a part of keys.`,
  );
}
