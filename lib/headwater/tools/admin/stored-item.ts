/** The kinds of items in a table, by their keys (docs/headwater/storage.md). */

import type { DocumentType } from '../../data/search/document-type.ts';
import { holdsKind, parseHolds } from '../../data/search/documents/document-holds.ts';
import {
  documentKey,
  isNewer,
  parseDocument,
  type StoredDocument,
} from '../../data/search/documents/document-items.ts';
import {
  isUnique,
  parseClaim,
  type UniqueRule,
  uniquePartition,
  type ValueHolder,
} from '../../data/search/documents/unique-values.ts';
import { termsOf } from '../../data/search/index/document-terms.ts';
import { type OpenIndex, openIndex } from '../../data/search/index/open-index.ts';
import { type Posting, parsePosting, postingKey } from '../../data/search/index/postings.ts';
import type { ShardTable } from '../../data/search/index/shards.ts';
import { allOwnersTerm, isOfAllOwners, kindOfSort } from '../../data/search/index/terms.ts';
import { parseRecord } from '../../data/store/idempotency/idempotency-items.ts';
import { layoutVersion, splitOwnedKey } from '../../data/store/layout.ts';
import type { Item } from '../../data/store/table-access.ts';
import type { ItemType, ReadItem, StoredTypes } from '../../data/stored-types.ts';
import { isCountOfKeys } from '../../run/access/api-keys.ts';
import { parseKey } from '../../run/access/stored-keys.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { checkOwner } from '../../shared/owner.ts';
import { sortedFields } from '../../shared/query/sort-keys.ts';
import { keyPartition } from '../../shared/rights/key-rights.ts';
import { settingsPartition } from '../../shared/rights/settings-rights.ts';
import { unitsPartition } from '../../shared/rights/unit-rights.ts';
import { versionItems } from './check-versions.ts';

/** `never`, because only the type's own code reads the members of a document. */
export type DocumentSpace = OpenIndex<never>;
export type DocumentState = StoredDocument<never>;

export type StoredItem =
  | { readonly kind: 'document'; readonly space: DocumentSpace; readonly stored: DocumentState }
  /** A document that later code has stored, so that its needs are unknown. It and its postings stay unchanged. */
  | { readonly kind: 'newer'; readonly space: DocumentSpace }
  | { readonly kind: 'posting'; readonly space: DocumentSpace; readonly posting: Posting }
  /** The number of items that need the document. */
  | { readonly kind: 'holds'; readonly space: DocumentSpace; readonly id: string; readonly count: number }
  /** The claim of a unique value. */
  | {
      readonly kind: 'unique';
      readonly space: DocumentSpace;
      readonly rule: UniqueRule<never>;
      readonly holder: ValueHolder;
    }
  | { readonly kind: 'idempotency' }
  /** What all functions must agree on. */
  | { readonly kind: 'setting' }
  /** An API key, as its hash. */
  | { readonly kind: 'accessKey' }
  /** The number of API keys. */
  | { readonly kind: 'keyCount' }
  /** Until when the read units of an owner are paid for. */
  | { readonly kind: 'units' }
  /** An item of a type that the service declares. */
  | { readonly kind: 'own'; readonly type: ItemType; readonly read: ReadItem }
  /** An item that neither the framework nor the service declares. `name` is the beginning of its key, or its layout. */
  | { readonly kind: 'unknown'; readonly name: string }
  | {
      readonly kind: 'malformed';
      readonly reason: string;
      /** The name of its type, if its key is that of a document. */
      readonly type?: string;
    };

/** Reads the items of a table. */
export class ItemReader {
  readonly #types: StoredTypes;
  /** Those of the service, and the versions of documents. */
  readonly #items: readonly ItemType[];
  readonly #shards: ShardTable;
  /** The types by the beginning of a key: the type's name, or a kind of its terms. */
  readonly #documentTypes: ReadonlyMap<string, DocumentType<never>>;

  constructor(types: StoredTypes, shards: ShardTable) {
    this.#types = types;
    this.#items = [...types.items, versionItems((type, owner) => this.spaceOf(type, owner))];
    this.#shards = shards;
    this.#documentTypes = new Map(
      types.documents.flatMap((type) => [type.name, ...kindsOfTerms(type)].map((kind) => [kind, type])),
    );
  }

  /** Never throws: other software may have written the item. */
  read(item: Item): StoredItem {
    try {
      return this.#kindOf(item);
    } catch (error) {
      return malformed((error as Error).message);
    }
  }

  #kindOf(item: Item): StoredItem {
    const { pk, sk } = item;
    const { owner, key: partition } = splitOwnedKey(String(pk));
    const layout = membersOf(item['stored']).layout ?? item['layout'];
    if (typeof layout === 'number' && layout !== layoutVersion)
      return { kind: 'unknown', name: `layout ${layout}` };
    if (isCountOfKeys(item)) return { kind: 'keyCount' };
    if (pk === keyPartition)
      return parseKey(item) ? { kind: 'accessKey' } : malformed('it is not an API key');
    if (pk === unitsPartition) return readUnits(item);
    if (pk === settingsPartition) return { kind: 'setting' };
    if (partition.startsWith(`${uniquePartition}/`)) return this.#readClaim(item, partition);
    if (partition.startsWith('idempotency/')) return readIdempotency(item);
    const key = { owner, partition, sort: String(sk) };
    const type = this.#items.find((one) => one.hasKey(key));
    if (!type) return this.#readOfDocument(item, owner, partition);
    const read = type.read(item, key);
    return typeof read === 'string' ? malformed(read) : { kind: 'own', type, read };
  }

  /** @throws Error if the service has no such document type, or the owner cannot be a part of a key. */
  spaceOf(type: string, owner: string): DocumentSpace {
    const found = this.#documentTypes.get(type);
    if (!found) throw new Error(`There is no document type ${type}.`);
    return openIndex(found, { owner: checkOwner(owner), shards: this.#shards });
  }

  #readClaim(item: Item, partition: string): StoredItem {
    const [name = '', type = '', member] = /^~unique\/([^.=#]+)\.([^=#]+)/.exec(partition) ?? [];
    const found = this.#types.documents.find((one) => one.name === type);
    const rule = found?.rules.filter(isUnique).find((one) => one.member === member);
    if (!rule) return { kind: 'unknown', name };
    const holder = parseClaim(item);
    return holder
      ? { kind: 'unique', space: this.spaceOf(type, holder.owner), rule, holder }
      : malformed('it is no claim of a unique value');
  }

  #readOfDocument(item: Item, owner: string, partition: string): StoredItem {
    const [part = ''] = partition.split('/');
    const kind = part.replace(/\..*$/s, '');
    if (!this.#documentTypes.has(kind)) return { kind: 'unknown', name: kind };
    // Earlier code put intents of writes into such a partition, and left an item of a deleted document for a day.
    if (part.endsWith('!') || item['expiresAt'] !== undefined) return { kind: 'unknown', name: part };
    const space = this.spaceOf(kind, isOfAllOwners(kind) ? String(item['o']) : owner);
    return part === space.name ? readDocumentItem(space, item) : readPosting(space, item);
  }
}

function kindsOfTerms({ all, fields, formerTerms }: DocumentType<never>): ReadonlySet<string> {
  const kinds = [...fields.values()].flatMap((field) => ('terms' in field && field.terms) || []);
  const sorts = sortedFields(fields).flatMap(({ name, within }) =>
    [undefined, ...within].map((other) => kindOfSort(all, name, other)),
  );
  return new Set([all, allOwnersTerm(all), ...kinds, ...sorts, ...formerTerms]);
}

function readDocumentItem(space: DocumentSpace, item: Item): StoredItem {
  if (item['sk'] === holdsKind) return readHolds(space, item);
  if (item['sk'] !== 'document') return malformed('no kind of item has such a key');
  if (isNewer(space, item)) return { kind: 'newer', space };
  try {
    return { kind: 'document', space, stored: readState(space, item) };
  } catch (error) {
    return { ...malformed((error as Error).message), type: space.name };
  }
}

/** @throws Error when the item is malformed, or the type's `upgrade` fails. */
function readState(space: DocumentSpace, item: Item): DocumentState {
  const stored = parseDocument(space, item);
  if (!stored) throw new Error(`it is no ${space.name}`);
  const { id, document, revision } = stored;
  if (keyText(documentKey(space, id)) !== keyText(item)) throw new Error('no kind of item has such a key');
  if (membersOf(document).revision !== revision)
    throw new Error(`its revision differs from its ${space.name}`);
  return stored;
}

/** Reads an idempotency record, or a part of its response. @throws Error when it is neither. */
function readIdempotency(item: Item): StoredItem {
  if (typeof item['expiresAt'] !== 'number') return malformed('it never expires');
  if (item['sk'] === 'record') parseRecord(item);
  else if (!(item['answer'] instanceof Uint8Array))
    return malformed('it is neither an idempotency record nor a part of one');
  return { kind: 'idempotency' };
}

/** Items of earlier code count the units of one second, and expire within an hour. */
function readUnits({ until, units = until, expiresAt }: Item): StoredItem {
  if (typeof expiresAt !== 'number') return malformed('it never expires');
  return typeof units === 'number' ? { kind: 'units' } : malformed('it has no units');
}

function readHolds(space: DocumentSpace, item: Item): StoredItem {
  const count = parseHolds(item);
  const [, id = ''] = splitOwnedKey(String(item['pk'])).key.split('/');
  return count === undefined ? malformed('it is no count') : { kind: 'holds', space, id, count };
}

function readPosting(space: DocumentSpace, item: Item): StoredItem {
  const posting = parsePosting(item);
  if (!posting) return malformed('no kind of item has such a key');
  if (keyText(postingKey(space, posting)) !== keyText(item))
    return malformed('no kind of item has such a key, or its shard is not in INDEX_SHARDS');
  return { kind: 'posting', space, posting };
}

function malformed(reason: string) {
  return { kind: 'malformed', reason } as const;
}

/** The terms of its postings. */
export function neededTerms(space: DocumentSpace, { document }: DocumentState): ReadonlySet<string> {
  return termsOf(space, document);
}

/** A key as a text, for messages and for comparison. */
export function keyText({ pk, sk }: Item): string {
  return JSON.stringify([pk, sk]);
}
