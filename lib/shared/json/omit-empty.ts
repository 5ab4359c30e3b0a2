import { omitUndefined } from './omit-undefined.ts';

/** Drops members that say nothing: undefined, false, and texts, lists and objects that are empty. */
export function omitEmpty<T extends object>(members: T): ReturnType<typeof omitUndefined<T>> {
  const entries = Object.entries(members).map(([name, value]) => [name, isEmpty(value) ? undefined : value]);
  return omitUndefined<T>(Object.fromEntries(entries));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === '' || value === false;
}
