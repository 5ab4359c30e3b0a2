/** How the table of documents looks. Fields that a later step makes come after those that a person has arranged. */

import type { ShownColumn } from './record-search.ts';
import { Store } from './store.ts';

interface Arrangement {
  /** In their order; a field may not be there at the moment. */
  readonly columns: readonly ShownColumn[];
  readonly hidden: readonly string[];
  readonly isWrapped: boolean;
}

export const arrangement = new Store<Arrangement>({ columns: [], hidden: [], isWrapped: false });

/** @param fields Their paths. */
export function arranged(
  { columns, hidden }: Arrangement,
  fields: readonly string[],
): readonly ShownColumn[] {
  const known = new Set(fields);
  const placed = new Set([...columns.map(({ path }) => path), ...hidden]);
  return [
    ...columns.filter(({ path }) => known.has(path)),
    ...fields.filter((path) => !placed.has(path)).map((path) => ({ path })),
  ];
}

/** @param before What was shown. */
export function arrange(before: readonly ShownColumn[], columns: readonly ShownColumn[]): void {
  const kept = new Set(columns.map(({ path }) => path));
  const removed = before.map(({ path }) => path).filter((path) => !kept.has(path));
  arrangement.update((now) => ({ ...now, columns, hidden: [...now.hidden, ...removed] }));
}

export function showAllColumns(): void {
  arrangement.update((now) => ({ ...now, hidden: [] }));
}
