/** What functions may do with the units of owners. A module that imports this one has these rights in the functions that contain it. */

/** The partition of the units. Never an owner's: owners contain no `~`. */
export const unitsPartition = '~units';

/** Whoever reads counts the units, and changes nothing else. */
export const unitActions: readonly string[] = ['UpdateItem'];

export function unitRightsFile(): string {
  return import.meta.filename;
}
