type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops undefined members: with exactOptionalPropertyTypes, an absent member and an undefined one differ. */
export function omitUndefined<T extends object>(members: T): WithoutUndefined<T> {
  // The cast is safe because the filter drops each undefined value.
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>;
}

/** Drops members that say nothing: undefined, false, and texts, lists and objects that are empty. */
export function omitEmpty<T extends object>(members: T): ReturnType<typeof omitUndefined<T>> {
  const entries = Object.entries(members).map(([name, value]) => [name, isEmpty(value) ? undefined : value]);
  return omitUndefined<T>(Object.fromEntries(entries));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === '' || value === false;
}
