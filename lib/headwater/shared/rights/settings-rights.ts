/** What functions may do with the settings that the table remembers. A module that imports this one has these rights in the functions that contain it. */

/** The partition of the settings. Never an owner's: owners contain no `~`. */
export const settingsPartition = '~settings';

/** Functions read them when they start. */
export const settingsActions: readonly string[] = ['GetItem'];

export function settingsRightsFile(): string {
  return import.meta.filename;
}
