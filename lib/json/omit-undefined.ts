type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the members that are undefined: an absent member and an undefined one are not the same type. */
export function given<T extends object>(members: T): Given<T> {
  // Leaving them out is what makes the rest a Given.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>;
}
