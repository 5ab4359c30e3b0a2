/** What the items of a table are, by their keys (docs/storage.md). */

import type { DocumentType } from '../../data/search/document-type.ts';
import { documentKey, parseDocument, type Stored } from '../../data/search/documents/document-items.ts';
import { termsOf } from '../../data/search/index/document-terms.ts';
import {
  getEntry,
  type IndexEntry,
  laterStamp,
  parseEntry,
  stampAt,
} from '../../data/search/index/entries.ts';
import { type OpenIndex, openIndex } from '../../data/search/index/open-index.ts';
import { type OpenWrite, parseOpenWrite } from '../../data/search/index/open-writes.ts';
import type { ShardTable } from '../../data/search/index/shards.ts';
import { parseRecord } from '../../data/store/idempotency/idempotency-items.ts';
import { layoutVersion, splitOwnedKey } from '../../data/store/layout.ts';
import type { Item } from '../../data/store/table-access.ts';
import { keyPartition, parseKey } from '../../run/access/api-keys.ts';
import { parseSample, sampleKey, sampleKind } from '../../service/samples/sample-items.ts';
import { sourceType } from '../../service/sources/source-fields.ts';
import type { SourceRecord } from '../../service/sources/source-record.ts';
import { parseJob } from '../../service/streams/jobs/job-items.ts';
import {
  type ForwardedStream,
  parseRegistered,
  streamPartition,
} from '../../service/streams/leases/forwarded-streams.ts';
import { parseWork, workPartition } from '../../service/streams/leases/running-work.ts';
import { streamType } from '../../service/streams/stream-fields.ts';
import type { StreamRecord } from '../../service/streams/stream-record.ts';
import { checkOwner, isOwner } from '../../shared/owner.ts';

/** A document of any index. Only code of its index reads its members. */
type AnyDocument = SourceRecord & StreamRecord;

export type DocumentSpace = OpenIndex<AnyDocument>;
export type StoredOne = Stored<AnyDocument>;

const indexes: readonly DocumentType<AnyDocument>[] = [sourceType, streamType];

export type StoredItem =
  /** Of the name of its index, or the tombstone of one. */
  | { readonly kind: 'document'; readonly space: DocumentSpace; readonly stored: StoredOne }
  /** Of the source with this id. */
  | { readonly kind: 'sample'; readonly space: DocumentSpace; readonly id: string }
  | { readonly kind: 'entry'; readonly space: DocumentSpace; readonly entry: IndexEntry }
  /** Notes a write that has not ended. */
  | { readonly kind: 'note'; readonly space: DocumentSpace; readonly write: OpenWrite }
  /** Of the log of a stream, or of a replay of it. */
  | { readonly kind: 'log' }
  /** Says how far a stream is forwarded. */
  | { readonly kind: 'forwarding'; readonly space: DocumentSpace; readonly state: ForwardedStream }
  | { readonly kind: 'idempotency' }
  /** A key with which requests are sent, as its hash. */
  | { readonly kind: 'accessKey' }
  | { readonly kind: 'malformed'; readonly reason: string };

/** Never throws: anybody may have written the item. */
export function readItem(item: Item, shards: ShardTable): StoredItem {
  if (unowned.has(item['pk'])) return readUnowned(item);
  const { owner, key } = splitOwnedKey(String(item['pk']));
  const [part = '', ...others] = key.split('/');
  try {
    if (part === 'idempotency') return readIdempotency(item);
    if (logParts.has(part)) return readLogItem(part, item);
    const space = openIndex(indexOf(part), { owner: checkOwner(owner), shards });
    if (part === space.name)
      return isHead(item)
        ? { kind: 'log' }
        : item['sk'] === sampleKind
          ? readSample(space, item)
          : readStoredDocument(space, item);
    return others.length === 0 && part.endsWith('!') ? readNote(space, item) : readEntry(space, item);
  } catch (error) {
    return malformed((error as Error).message);
  }
}

const unowned = new Set<unknown>([keyPartition, workPartition, streamPartition]);

/** Of a partition that belongs to no owner. */
function readUnowned(item: Item): StoredItem {
  if (item['pk'] === streamPartition) return readForwarding(item);
  if (item['pk'] === workPartition)
    return parseWork(item) ? { kind: 'log' } : malformed('it is no work for a stream');
  return parseKey(item) ? { kind: 'accessKey' } : malformed('it is no key of access');
}

/** @param part The beginning of a key: a name, or a kind of term and perhaps a shard. Sources have what no index has. */
function indexOf(part: string): DocumentType<AnyDocument> {
  const [kind = ''] = part.replace('!', '').split('.');
  return indexes.find((index) => index.name === kind || kindsOfTerms(index).has(kind)) ?? sourceType;
}

function kindsOfTerms({ all, fields }: DocumentType<AnyDocument>): ReadonlySet<string> {
  const kinds = [...fields.values()].flatMap((field) => ('terms' in field && field.terms) || []);
  return new Set([all, ...kinds]);
}

function readStoredDocument(space: DocumentSpace, item: Item): StoredItem {
  const stored = parseDocument(space, item);
  if (!stored) return malformed(`it is neither a ${space.name} nor the tombstone of one`);
  const { id, document, revision } = stored;
  if (keyText(documentKey(space, id)) !== keyText(item)) return malformed('no kind of item has such a key');
  if (document && document.revision !== revision)
    return malformed(`its revision is not that of its ${space.name}`);
  return { kind: 'document', space, stored };
}

function readSample(space: DocumentSpace, item: Item): StoredItem {
  const id = splitOwnedKey(String(item['pk'])).key.split('/')[1] ?? '';
  if (keyText(sampleKey(space, id)) !== keyText(item)) return malformed('no kind of item has such a key');
  return parseSample(item)
    ? { kind: 'sample', space, id }
    : malformed('it is neither a sample nor the tombstone of one');
}

/** What the keys of a log begin with, but for its head. */
const logParts = new Set(['log', 'failure', 'part', 'push', 'replay']);

function isHead({ pk, sk }: Item): boolean {
  return sk === 'log' && splitOwnedKey(String(pk)).key.startsWith('stream/');
}

function readLogItem(part: string, item: Item): StoredItem {
  const { layout, expiresAt } = item;
  if (part === 'replay') return parseJob(item) ? { kind: 'log' } : malformed('it is no replay');
  if (layout !== layoutVersion) return malformed('it is of another layout');
  return typeof expiresAt === 'number' ? { kind: 'log' } : malformed('it never expires');
}

function readForwarding(item: Item): StoredItem {
  const state = parseRegistered(item);
  return state && isOwner(state.owner)
    ? { kind: 'forwarding', space: openIndex(indexOf(streamType.name), state), state }
    : malformed('it is no stream that is forwarded');
}

/** A record, or a part of its response. */
function readIdempotency(item: Item): StoredItem {
  if (typeof item['expiresAt'] !== 'number') return malformed('it never expires');
  const isRight = item['sk'] === 'record' ? parseRecord(item) : item['answer'] instanceof Uint8Array;
  return isRight
    ? { kind: 'idempotency' }
    : malformed('it is neither an idempotency record nor a part of one');
}

function readNote(space: DocumentSpace, item: Item): StoredItem {
  const write = parseOpenWrite(item);
  return write ? { kind: 'note', space, write } : malformed('it notes no write');
}

function readEntry(space: DocumentSpace, item: Item): StoredItem {
  const entry = parseEntry(item);
  if (!entry) return malformed('no kind of item has such a key, or an entry without its number');
  if (keyText(entryKey(space, entry)) !== keyText(item))
    return malformed('no kind of item has such a key, or its shard is not in INDEX_SHARDS');
  return { kind: 'entry', space, entry };
}

function malformed(reason: string): StoredItem {
  return { kind: 'malformed', reason };
}

/**
 * The entries that a document needs. None for a tombstone.
 *
 * @param now Milliseconds since 1970.
 */
export function neededEntries(space: DocumentSpace, stored: StoredOne, now: number): IndexEntry[] {
  const { id, revision } = stored;
  // No write takes it for its own.
  const stamp = laterStamp(stampAt(now));
  return [...neededTerms(space, stored)].map((term) => ({ term, id, revision, stamp }));
}

/** The terms of its entries. */
export function neededTerms(space: DocumentSpace, { document }: StoredOne): ReadonlySet<string> {
  return document ? termsOf(space, document) : new Set();
}

export function isNeeded(space: DocumentSpace, { term }: IndexEntry, stored: StoredOne | undefined): boolean {
  return stored !== undefined && neededTerms(space, stored).has(term);
}

export function entryKey(space: DocumentSpace, entry: IndexEntry): Item {
  return getEntry(space, entry).Key ?? {};
}

/** A key as a text, for messages and for comparison. */
export function keyText({ pk, sk }: Item): string {
  return JSON.stringify([pk, sk]);
}
