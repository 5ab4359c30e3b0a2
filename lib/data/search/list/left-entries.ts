/** Deletes entries that crashed writes have left (documents/document-writes.ts). */

import type { TableAccess } from '../../store/table-access.ts';
import { deleteItem } from '../../store/table-writes.ts';
import type { Stored } from '../documents/document-items.ts';
import { maxEntryMs } from '../documents/document-writes.ts';
import { leaveToReaders } from '../documents/entry-changes.ts';
import { termsOf } from '../index/document-terms.ts';
import { deleteSeenEntry, type IndexEntry, timeOfStamp } from '../index/entries.ts';
import type { OpenIndex } from '../index/open-index.ts';

export interface RepairContext<Document> {
  readonly index: OpenIndex<Document>;
  readonly table: TableAccess;
}

/** The documents that entries lead to, as they were read. */
export interface ReadDocuments<Document> {
  /** By id. None is malformed. */
  readonly found: ReadonlyMap<string, Stored<Document>>;
  /** Of documents that cannot be read: nothing is known about their entries. */
  readonly malformed: ReadonlySet<string>;
  /** A time before they were read, in milliseconds since 1970. A reader that was held up in between must not take a new entry for an old one. */
  readonly since: number;
  /** About so many bytes have been read. */
  readonly bytes: number;
}

/** Those that no write needs, and that no running write can need. */
export function leftAmong<Document>(
  { index }: Pick<RepairContext<Document>, 'index'>,
  entries: readonly IndexEntry[],
  { found, malformed, since }: ReadDocuments<Document>,
): IndexEntry[] {
  return entries.filter((entry) => {
    const { document, revision = 0, version = 0 } = found.get(entry.id) ?? {};
    // Newer code knows which entries its documents need: this code may run again after a rollback.
    if (malformed.has(entry.id) || version > index.version) return false;
    if (document && termsOf(index, document).has(entry.term)) return false;
    // Its write has lost, and any write that needs the entry puts it again; otherwise its write may still be running.
    return entry.revision <= revision || since - timeOfStamp(entry.stamp) > maxEntryMs;
  });
}

/** @param entries Read before the documents. */
export async function deleteLeftEntries<Document>(
  context: RepairContext<Document>,
  entries: readonly IndexEntry[],
  read: ReadDocuments<Document>,
): Promise<void> {
  const { index, table } = context;
  const left = leftAmong(context, entries, read);
  await Promise.all(
    left.map((entry) => deleteItem(table, deleteSeenEntry(index, entry)).catch(leaveToReaders)),
  );
}
