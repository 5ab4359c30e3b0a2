/** The context that the checks of a scanned page share. */

import { documentKey } from '../../data/search/documents/document-items.ts';
import type { Item, TableAccess } from '../../data/store/table-access.ts';
import { getItem, getItems } from '../../data/store/table-reads.ts';
import type { StoredTypes } from '../../data/stored-types.ts';
import type { KnownDocuments } from './known-documents.ts';
import type { TableReport } from './report.ts';
import { type DocumentSpace, type DocumentState, type ItemReader, isNewer, keyText } from './stored-item.ts';

export interface CheckItems {
  readonly table: TableAccess;
  readonly types: StoredTypes;
  readonly reader: ItemReader;
  readonly known: KnownDocuments;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly report: TableReport;
  /** Whether to repair what can be repaired safely. */
  readonly isRepairing: boolean;
  /** Whether to rewrite documents of older versions. */
  readonly isRaising: boolean;
  readonly newId: () => string;
}

/** `unknown` if the needs of the document cannot be determined: it is malformed, or newer code has stored it. */
export async function readDocument(
  { table, reader }: CheckItems,
  space: DocumentSpace,
  id: string,
): Promise<DocumentState | 'unknown' | undefined> {
  const item = await getItem(table, { Key: documentKey(space, id), ConsistentRead: true });
  const read = item && reader.read(item);
  if (!read) return undefined;
  return read.kind === 'document' && !isNewer(read.space, read.stored) ? read.stored : 'unknown';
}

/** The items by their keys. They may be out of date. */
export async function readKeys({ table }: CheckItems, keys: readonly Item[]): Promise<Map<string, Item>> {
  const items = await getItems(table, keys, { isConsistent: false });
  return new Map(items.map((item) => [keyText(item), item]));
}
