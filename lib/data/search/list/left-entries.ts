/** Deletes entries that crashed writes have left (documents/document-writes.ts). */

import { ignoreTransient } from '../../store/aws-errors.ts';
import type { TableAccess } from '../../store/table-access.ts';
import { deleteItem } from '../../store/table-writes.ts';
import type { StoredState } from '../documents/document-items.ts';
import { maxEntryMs } from '../documents/document-writes.ts';
import { termsOf } from '../index/document-terms.ts';
import { deleteSeenEntry, type IndexEntry, timeOfStamp } from '../index/entries.ts';
import type { OpenIndex } from '../index/open-index.ts';

export interface RepairContext<Document> {
  readonly index: OpenIndex<Document>;
  readonly table: TableAccess;
}

/** The documents that entries lead to, as they were read. */
export interface ReadDocuments<Document> {
  /** The documents by id. No malformed one is among them. */
  readonly found: ReadonlyMap<string, StoredState<Document>>;
  /** The ids of unreadable documents, whose entries may all be needed. */
  readonly malformed: ReadonlySet<string>;
  /** A time before the reads, in milliseconds since 1970, so that a delayed reader never treats a new entry as old. */
  readonly since: number;
  /** The approximate number of bytes that were read. */
  readonly bytes: number;
}

/** The entries that no finished write needs and no running write can need. */
export function leftAmong<Document>(
  { index }: Pick<RepairContext<Document>, 'index'>,
  entries: readonly IndexEntry[],
  { found, malformed, since }: ReadDocuments<Document>,
): IndexEntry[] {
  return entries.filter((entry) => {
    const { document, revision = 0, version = 0 } = found.get(entry.id) ?? {};
    // Newer code knows which entries its documents need; this code may run again after a rollback.
    if (malformed.has(entry.id) || version > index.version) return false;
    if (document && termsOf(index, document).has(entry.term)) return false;
    // Either the entry's write has lost, and another write that needs the entry puts it again, or the write is too old
    // to run.
    return entry.revision <= revision || since - timeOfStamp(entry.stamp) > maxEntryMs;
  });
}

/** @param entries They must have been read before the documents. */
export async function deleteLeftEntries<Document>(
  context: RepairContext<Document>,
  entries: readonly IndexEntry[],
  read: ReadDocuments<Document>,
): Promise<void> {
  const { index, table } = context;
  const left = leftAmong(context, entries, read);
  await Promise.all(
    left.map((entry) => deleteItem(table, deleteSeenEntry(index, entry)).catch(ignoreTransient)),
  );
}
