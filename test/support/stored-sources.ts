/** Sources as their items in the table. */

import { parseDocument, putTombstone } from '../../lib/search/documents/document-items.ts';
import { sourceIndex } from '../../lib/sources/source-fields.ts';
import type { SourceRecord } from '../../lib/sources/source-record.ts';
import type { Item, PutRequest } from '../../lib/store/table-access.ts';

/** The sources among the items of a table. */
export function sourcesAmong(items: readonly Item[]): SourceRecord[] {
  return items.flatMap((item) => parseDocument(sourceIndex, item).document ?? []);
}

/** Deletes a source without its entries, as a crashed deletion does. */
export function deleteOnlySource({ _id: id, revision }: SourceRecord): PutRequest {
  return putTombstone(sourceIndex, { id, revision: revision + 1, writes: [], expiresAt: 1 });
}
