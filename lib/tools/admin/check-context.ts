/** What the checks of a page of a scan share. */

import { documentKey } from '../../data/search/documents/document-items.ts';
import type { ShardTable } from '../../data/search/index/shards.ts';
import type { Item, TableAccess } from '../../data/store/table-access.ts';
import { getItem, getItems } from '../../data/store/table-reads.ts';
import type { KnownDocuments } from './known-documents.ts';
import type { TableReport } from './report.ts';
import { type DocumentSpace, keyText, readItem, type StoredOne } from './stored-item.ts';

export interface CheckItems {
  readonly table: TableAccess;
  readonly shards: ShardTable;
  readonly known: KnownDocuments;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly report: TableReport;
  /** Repairs what is safe to repair. */
  readonly isRepairing: boolean;
  /** Stores documents of older versions anew. */
  readonly isRaising: boolean;
  readonly newId: () => string;
}

export async function readDocument(
  { table, shards }: CheckItems,
  space: DocumentSpace,
  id: string,
): Promise<StoredOne | 'malformed' | undefined> {
  const item = await getItem(table, { Key: documentKey(space, id), ConsistentRead: true });
  const read = item && readItem(item, shards);
  if (!read) return undefined;
  return read.kind === 'document' ? read.stored : 'malformed';
}

/** The items by their keys. They may be out of date. */
export async function readKeys({ table }: CheckItems, keys: readonly Item[]): Promise<Map<string, Item>> {
  const items = await getItems(table, keys, { isConsistent: false });
  return new Map(items.map((item) => [keyText(item), item]));
}
