/** The types of items that a service stores. `verify` uses them to check a table item by item. */

import type { DocumentType } from './search/document-type.ts';
import type { Item, TableAccess } from './store/table-access.ts';

export interface StoredTypes {
  /** `never`, because only the type itself reads the members of its documents. */
  readonly documents: readonly DocumentType<never>[];
  readonly items: readonly ItemType[];
}

/** Items of a service that are neither documents nor their postings. */
export interface ItemType {
  /** The name for counts in the report. Several types may share it. */
  readonly name: string;
  readonly hasKey: (key: ItemKey) => boolean;
  /** @returns the reason if the item is malformed, such as `it never expires`. */
  readonly read: (item: Item, key: ItemKey) => ReadItem | string;
  /** The documents that need an item of this type. */
  readonly requiredBy?: RequiredItem;
}

interface ItemKey {
  /** The owner of the item: the part of the partition key before its colon. */
  readonly owner: string;
  /** The rest of the partition key. */
  readonly partition: string;
  readonly sort: string;
}

export interface ReadItem {
  /** The document to which the item belongs; without it, the item is superfluous. */
  readonly document?: DocumentName;
}

interface DocumentName {
  /** The name of its type. */
  readonly type: string;
  readonly owner: string;
  readonly id: string;
}

export interface RequiredItem {
  /** The name of the document type. */
  readonly type: string;
  readonly keyOf: (document: DocumentName) => Item;
  /** Puts the item unless it exists. @param now Milliseconds since 1970. */
  readonly put: (table: TableAccess, document: DocumentName, now: number) => Promise<void>;
}
