/** Puts packed rows that do not fit into the item of their batch. */

import { putItem } from '../../../data/store/table-writes.ts';
import { type PartKind, partKey, putLogPart } from './batch-items.ts';
import type { PackedRows } from './pack-rows.ts';
import type { LogContext } from './settle-batch.ts';

export interface PartsToPut {
  readonly kind: PartKind;
  /** The id of the write to which the rows belong. */
  readonly write: string;
  readonly parts: readonly PackedRows[];
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** @throws ServiceError unavailable, timeout. */
export async function putParts(
  log: LogContext,
  { kind, write, parts, expiresAt }: PartsToPut,
): Promise<void> {
  const put = ({ bytes }: PackedRows, index: number) =>
    putItem(log.table, putLogPart(partKey(log, write, [kind, index]), bytes, expiresAt));
  await Promise.all(parts.map(put));
}
