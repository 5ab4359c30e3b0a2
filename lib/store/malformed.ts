/** Items that this code has not written, or cannot read. */

import type { Item } from './table-access.ts';

/** One line of JSON with the key of the item, so that it can be found. Lists skip such an item. */
export function logMalformed({ pk, sk }: Item): void {
  const message = 'A malformed item is skipped.';
  console.error(JSON.stringify({ level: 'ERROR', message, pk, sk }));
}

/** What `parse` makes of the items. Those of which it makes nothing are logged. */
export function parseItems<Parsed>(
  items: readonly Item[],
  parse: (item: Item) => Parsed | undefined,
): Parsed[] {
  return items.flatMap((item) => {
    const parsed = parse(item);
    if (parsed === undefined) logMalformed(item);
    return parsed === undefined ? [] : [parsed];
  });
}
