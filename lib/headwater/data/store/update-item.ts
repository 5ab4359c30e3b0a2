/** UpdateItem for code beside the store. A bundle has a byte of this file only if such code changes items: hence the functions. */

import { type ChangeOptions, sendChange, sendUpdate, type UpdateRequest } from './send-update.ts';
import type { Item, TableAccess } from './table-access.ts';

/** Returns the changed item; undefined if the condition of the request fails. Throws as the other writes do. */
export function changeItem(
  table: TableAccess,
  request: UpdateRequest,
  options?: ChangeOptions,
): Promise<Item | undefined> {
  return sendChange(table, request, options);
}

/** Returns false if the condition of the request fails. Throws as the other writes do. */
export function updateItem(table: TableAccess, request: UpdateRequest): Promise<boolean> {
  return sendUpdate(table, request);
}
