/** Items that this code has not written, or cannot read. */

import { writeLog } from '../../shared/log.ts';
import type { Item, TableAccess } from './table-access.ts';

/** The table with which an item has been read. */
type ReadFrom = Pick<TableAccess, 'time'>;

/** One line of JSON with the names of the request, and the key of the item, so that it can be found. Lists skip such an item. */
export function logMalformed({ time }: ReadFrom, { pk, sk }: Item): void {
  const { requestId, traceparent } = time ?? {};
  const message = 'A malformed item is skipped.';
  writeLog('ERROR', { message, requestId, traceparent, pk, sk });
}

/** What `parse` makes of the items. Those of which it makes nothing are logged. */
export function parseItems<Parsed>(
  table: ReadFrom,
  items: readonly Item[],
  parse: (item: Item) => Parsed | undefined,
): Parsed[] {
  return items.flatMap((item) => {
    const parsed = parse(item);
    if (parsed === undefined) logMalformed(table, item);
    return parsed === undefined ? [] : [parsed];
  });
}
