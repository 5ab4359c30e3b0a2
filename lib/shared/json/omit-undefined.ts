type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops undefined members: with exactOptionalPropertyTypes, an absent member and an undefined one differ. */
export function omitUndefined<T extends object>(members: T): WithoutUndefined<T> {
  // The cast is safe because the filter drops each undefined value.
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>;
}
