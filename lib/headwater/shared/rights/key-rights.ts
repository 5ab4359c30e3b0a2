/** What functions may do with API keys. A module that imports this one has these rights in the functions that contain it (compile/aws/roles). */

/** The partition of the keys. Never an owner's: owners contain no `~`. */
export const keyPartition = '~keys';

/** Functions look a key up and note its use. Only operators make and revoke keys. */
export const keyActions: readonly string[] = ['GetItem', 'UpdateItem'];

/** All attributes that the note of a use may name. */
export const attributesOfKeyUse: readonly string[] = ['pk', 'sk', 'lastUsed'];

/** A function, so that no bundle contains it. */
export function keyRightsFile(): string {
  return import.meta.filename;
}
