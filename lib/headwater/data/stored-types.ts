/** The types of items that a service stores. `verify` uses them to check a table item by item. */

import type { DocumentName, DocumentType } from './search/document-type.ts';
import { parseUnindexed, unindexedPartition } from './search/engine-index/unindexed-documents.ts';
import type { IndexedType } from './search/engine-index/write-documents.ts';
import type { Item, TableAccess } from './store/table-access.ts';

export interface StoredTypes {
  /** `never`, because only the type itself reads the members of its documents. */
  readonly documents: readonly DocumentType<never>[];
  readonly items: readonly ItemType[];
  /** What has an index in the search engine, if the stage has one for lists. */
  readonly indexed?: readonly IndexedType[];
}

/** What is wrong with the items that an item needs, or that need it. */
export interface WrongItem {
  readonly kind: 'missing' | 'superfluous' | 'malformed';
  /** The key of the item that is wrong. */
  readonly key: Item;
  readonly reason: string;
  /** Mends it. Returns false if it has changed since. Without it, it is only shown: it may be data. */
  readonly repair?: () => Promise<boolean>;
}

export interface CheckAccess {
  readonly table: TableAccess;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Reads a document consistently. Undefined if there is none, `unknown` if it cannot be read. */
  readonly readDocument: (name: DocumentName) => Promise<object | 'unknown' | undefined>;
}

/** Items of a service that are neither documents nor their postings. */
export interface ItemType {
  /** The name for counts in the report. Several types may share it. */
  readonly name: string;
  readonly hasKey: (key: ItemKey) => boolean;
  /** @returns the reason if the item is malformed, such as `it never expires`. */
  readonly read: (item: Item, key: ItemKey) => ReadItem | string;
  /**
   * Compares the item with those that it needs, and with those that need it. It may be out of date, and writers continue: what
   * is suspicious is read again, consistently.
   */
  readonly check?: (access: CheckAccess, item: Item) => Promise<readonly WrongItem[]>;
  /** Each item is noted in the count beside its document (`noteBeside`), so that one that is lost is missed. */
  readonly isNoted?: true;
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

export interface RequiredItem {
  /** The name of the document type. */
  readonly type: string;
  /** Whether a document of the type needs it; by default each one does. */
  readonly isNeeded?: (document: never) => boolean;
  readonly keyOf: (document: DocumentName) => Item;
  /** Puts the item unless it exists. @returns false if it must not be put, because it may have been lost. */
  readonly put: (access: CheckAccess, document: DocumentName) => Promise<boolean>;
}

/** The items of those types that wait for their index. */
export function unindexedItems(types: readonly IndexedType[]): ItemType {
  return {
    name: 'unindexed',
    hasKey: ({ partition }) => partition === unindexedPartition,
    read: (item) => (parseUnindexed(types, item) ? {} : 'it is no document that waits for its index'),
  };
}
