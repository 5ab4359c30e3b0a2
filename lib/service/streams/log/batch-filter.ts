/**
 * The filters of batches: an item beside a batch that tells which terms its documents do not have, so that a query need
 * not read it. A filter is put before the documents that it is about: whoever reads a document could have read its
 * filter. A batch may have several, since a replay puts one of its own; it has no match if each of them says so.
 */

import type { DataRecord } from '@headwater/ingest';
import { type KnownTerms, RecordTerms } from '@headwater/ingest/conditions';
import { deleteItem, type Item, layoutVersion, numbersOf, type PutRequest, putItem } from 'headwater/table';
import { endOf, positionOf, type StoredBatch, segmentOf, segmentPartition, sortKey } from './batch-items.ts';
import type { LogContext, LogName } from './log-types.ts';

/** The bits of a term: with 9 and 6 probes (Bloom 1970), 1.3 % of the terms that a batch does not have pass. */
const termBits = 9;
const probes = 6;
/** Smaller batches have no filter: reading one costs at most one unit, and its filter would cost a unit to write. */
const minPackedBytes = 4_096;
/** The part of the packed rows that a filter may take. One that is too small for its terms lets more pass. */
const maxShare = 1 / 4;
const maxBytes = 32_768;
/** The most paths of fields that a filter names. */
const maxPaths = 256;
const bytesOfHash = 4;
/** The size of the other attributes of an item. */
const itemBytes = 200;

/** What a filter is made of. */
interface FilteredRows {
  readonly documents: Iterable<DataRecord>;
  /** The size of the packed rows. */
  readonly packedBytes: number;
}

export interface FilterBytes {
  readonly bits: Uint8Array;
  /** The hashes of paths; absent if they are too many. */
  readonly paths?: Uint8Array;
}

/** Undefined if the batch is too small for one. */
export function filterOfPush({ documents, packedBytes }: FilteredRows): FilterBytes | undefined {
  return packedBytes < minPackedBytes ? undefined : makeFilter({ documents, packedBytes });
}

export function makeFilter({ documents, packedBytes }: FilteredRows): FilterBytes {
  const known = new RecordTerms();
  for (const document of documents) known.add(document);
  const { terms, paths } = known;
  const most = Math.min(maxBytes, Math.max(minPackedBytes, packedBytes) * maxShare);
  const bits = new Uint8Array(
    Math.max(1, Math.min(Math.ceil((terms.size * termBits) / 8), Math.floor(most))),
  );
  for (const hash of terms)
    for (let probe = 0; probe < probes; probe++) {
      const at = placeOf(hash, probe, bits.length);
      bits[at >>> 3] = (bits[at >>> 3] ?? 0) | (1 << (at & 7));
    }
  return paths.size > maxPaths ? { bits } : { bits, paths: packHashes(paths) };
}

/** A bit of a term, by double hashing (Kirsch and Mitzenmacher 2006). */
function placeOf(hash: number, probe: number, bytes: number): number {
  return ((hash >>> 0) + probe * ((Math.imul(hash, 0x9e3779b1) | 1) >>> 0)) % (bytes * 8);
}

function hasPlaces(bits: Uint8Array, hash: number): boolean {
  for (let probe = 0; probe < probes; probe++) {
    const at = placeOf(hash, probe, bits.length);
    if (((bits[at >>> 3] ?? 0) & (1 << (at & 7))) === 0) return false;
  }
  return true;
}

function packHashes(hashes: ReadonlySet<number>): Uint8Array {
  const packed = new DataView(new ArrayBuffer(hashes.size * bytesOfHash));
  for (const [index, hash] of [...hashes].entries()) packed.setInt32(index * bytesOfHash, hash);
  return new Uint8Array(packed.buffer);
}

/** A filter that was read. */
export interface BatchFilter extends KnownTerms {
  readonly first: number;
  /** The position after the batch. */
  readonly end: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly expiresAt: number;
}

/** Undefined if other software has written the item. */
export function parseFilter(item: Item): BatchFilter | undefined {
  const { layout, bits, paths } = item;
  const first = positionOf(item);
  if (layout !== layoutVersion || !(bits instanceof Uint8Array) || bits.length === 0) return undefined;
  const { span, ...times } = numbersOf(item, ['span', 'at', 'expiresAt']);
  if (!Number.isSafeInteger(first) || span < 1) return undefined;
  const known = paths instanceof Uint8Array ? unpackHashes(paths) : undefined;
  return {
    first,
    end: first + span,
    ...times,
    hasTerm: (hash) => hasPlaces(bits, hash),
    hasPath: (hash) => known?.has(hash) ?? true,
  };
}

function unpackHashes(packed: Uint8Array): ReadonlySet<number> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const count = Math.floor(packed.byteLength / bytesOfHash);
  return new Set(Array.from({ length: count }, (_, index) => view.getInt32(index * bytesOfHash)));
}

/** The size of an item in bytes, as DynamoDB counts it, nearly. */
export function sizeOfFilter({ bits, paths }: Item): number {
  const sizeOf = (bytes: unknown) => (bytes instanceof Uint8Array ? bytes.length : 0);
  return sizeOf(bits) + sizeOf(paths) + itemBytes;
}

type FilteredBatch = Pick<StoredBatch, 'first' | 'at' | 'expiresAt' | 'counts' | 'span' | 'rewrite'>;

/** The filters of one batch follow each other. A replay's filter has its id. */
function filterKey(log: LogName, { first, rewrite }: Pick<FilteredBatch, 'first' | 'rewrite'>): Item {
  const sk = rewrite === undefined ? sortKey(first) : `${sortKey(first)}/${rewrite}`;
  return { pk: segmentPartition(log, 'filter', segmentOf(first)), sk };
}

/** Before the batch, or the replay with this `rewrite`, becomes part of the log. */
export async function putFilter(log: LogContext, batch: FilteredBatch, filter: FilterBytes): Promise<void> {
  await putItem(log.table, filterItem(log, batch, filter));
}

function filterItem(log: LogName, batch: FilteredBatch, filter: FilterBytes): PutRequest {
  const { first, at, expiresAt } = batch;
  const span = endOf(batch) - first;
  return { Item: { ...filterKey(log, batch), layout: layoutVersion, at, expiresAt, span, ...filter } };
}

/** Deletes the filter of documents that a replay has replaced: the batch never has them again. */
export async function deleteFilter(log: LogContext, batch: FilteredBatch): Promise<void> {
  await deleteItem(log.table, { Key: filterKey(log, batch) });
}
