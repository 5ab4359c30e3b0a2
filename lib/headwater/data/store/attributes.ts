import type { Item } from './table-access.ts';

/** The numbers of attributes, 0 for each that is absent. */
export function numbersOf<Name extends string>(item: Item, names: readonly Name[]): Record<Name, number> {
  // Each name has a number.
  return Object.fromEntries(names.map((name) => [name, numberOf(item[name])])) as Record<Name, number>;
}

/** The number, or 0 if the attribute is absent. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Whether an attribute is a checksum: earlier code has put them, and nothing reads them. The next put of the item has none. */
export function isChecksum(name: string): boolean {
  return name.startsWith('~');
}
