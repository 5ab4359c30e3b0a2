/** The values, and all to which `next` leads from them, directly or not: each once, in the order in which they are found. */
export function reachable<T>(start: Iterable<T>, next: (value: T) => Iterable<T>): Set<T> {
  const reached = new Set(start);
  // The loop also visits values that it adds to the set.
  for (const each of reached) for (const value of next(each)) reached.add(value);
  return reached;
}
