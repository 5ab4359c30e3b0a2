/** Reads the same in each line, and tells whether enough lines agree. */

import { agreement, type LineCursor, type LineStep } from './layout.ts';

export type StepReader = (cursor: LineCursor) => LineStep | undefined;

export function agrees(count: number, { active }: LineCursor, share = agreement): boolean {
  return count > 0 && count >= active.length * share;
}

/** Reads the same expression in each line; none if too few lines have it. */
export function readAll(
  cursor: LineCursor,
  read: (text: string, at: number) => string | undefined,
  share = agreement,
): Map<number, string> | undefined {
  const found = new Map<number, string>();
  let misses = 0;
  const allowed = cursor.active.length * (1 - share);
  for (const index of cursor.active) {
    const value = read(cursor.texts[index] ?? '', cursor.at[index] ?? 0);
    if (value !== undefined) found.set(index, value);
    else if (++misses > allowed) return undefined;
  }
  return agrees(found.size, cursor, share) ? found : undefined;
}

export function nextOf(
  cursor: LineCursor,
  found: ReadonlyMap<number, string>,
  extra = 0,
): Map<number, number> {
  return new Map(
    Array.from(found, ([index, value]) => [index, (cursor.at[index] ?? 0) + value.length + extra]),
  );
}
