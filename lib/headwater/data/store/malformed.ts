/** Items that this code cannot read, for example because other software wrote them. */

import { writeLog } from '../../shared/log.ts';
import type { Item, TableAccess } from './table-access.ts';

/** The table from which an item was read. */
type ReadFrom = Pick<TableAccess, 'time'>;

/** Logs a malformed item: one line of JSON with the names of the request and the key of the item. Lists skip the item. */
export function logMalformed({ time }: ReadFrom, { pk, sk }: Item): void {
  const { requestId, traceparent } = time ?? {};
  const message = 'A malformed item is skipped.';
  writeLog('ERROR', { message, requestId, traceparent, pk, sk });
}

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
