/**
 * The items of batches, and the requests that read and write them. Pure: each
 * function returns the request of one command. docs/streams.md lists the items.
 */

import { layoutVersion, ownedKey } from '../../store/layout.ts';
import type { Item } from '../../store/table-access.ts';
import type { GetRequest, QueryRequest } from '../../store/table-reads.ts';
import type { PutRequest } from '../../store/table-writes.ts';
import { type BatchCounts, countNames, type LogName, numberOf } from './log-head.ts';
import type { RowRange } from './pack-rows.ts';

/** A batch, as the item that makes it part of the log says. */
export interface StoredBatch {
  /** Its first position. */
  readonly first: number;
  /** The id of the write. */
  readonly write: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly counts: BatchCounts;
  /** Packed rows, when all are in this item. */
  readonly data?: Uint8Array;
  /** Else in which parts they are. */
  readonly parts: readonly RowRange[];
  readonly failureParts: readonly RowRange[];
  /** Packed outcomes; absent when all are stored. */
  readonly outcomes?: Uint8Array;
}

/** A partition has so many positions: a stream outgrows any number of partitions. */
export const segmentPositions = 65_536;

const digits = 14;

export function segmentOf(position: number): number {
  return Math.floor(position / segmentPositions);
}

export function batchKey(log: LogName, first: number): Item {
  return { pk: segmentPartition(log, 'log', segmentOf(first)), sk: sortKey(first) };
}

export function getBatch(log: LogName, first: number): GetRequest {
  return { Key: batchKey(log, first), ConsistentRead: true };
}

const isNew = {
  ConditionExpression: 'attribute_not_exists(#pk)',
  ExpressionAttributeNames: { '#pk': 'pk' },
} as const;

/** Makes the batch part of the log. Fails when it is part of it, or never will be. */
export function putBatch(log: LogName, batch: StoredBatch): PutRequest {
  const { first, counts, parts, failureParts, ...others } = batch;
  const item = {
    ...others,
    ...counts,
    ...partsItem('parts', parts),
    ...partsItem('failureParts', failureParts),
  };
  return { Item: { ...batchKey(log, first), layout: layoutVersion, ...item }, ...isNew };
}

/** In place of a batch: it will never be part of the log. */
export function putVoid(log: LogName, first: number, expiresAt: number): PutRequest {
  return { Item: { ...batchKey(log, first), layout: layoutVersion, void: true, expiresAt }, ...isNew };
}

/** Undefined when the item stands for no batch, or somebody else has written it. */
export function parseBatch(item: Item): StoredBatch | undefined {
  const { layout, write, at, expiresAt, data, outcomes } = item;
  const first = positionOf(item);
  const isOurs = layout === layoutVersion && typeof write === 'string' && Number.isSafeInteger(first);
  if (!isOurs || item['void'] !== undefined) return undefined;
  const counts = countNames.map((name) => [name, numberOf(item[name])] as const);
  return {
    ...{ first, write, at: numberOf(at), expiresAt: numberOf(expiresAt) },
    counts: Object.fromEntries(counts) as unknown as BatchCounts,
    parts: rangesOf(item['parts']),
    failureParts: rangesOf(item['failureParts']),
    ...(data instanceof Uint8Array ? { data } : {}),
    ...(outcomes instanceof Uint8Array ? { outcomes } : {}),
  };
}

/** NaN if somebody else has written the item. */
export function positionOf({ sk }: Item): number {
  return Number.parseInt(String(sk), 16);
}

export type PartKind = 'record' | 'failure';

export function partKey({ owner, stream }: LogName, write: string, part: readonly [PartKind, number]): Item {
  return { pk: ownedKey(owner, `part/${stream}/${write}`), sk: part.join('/') };
}

export function putLogPart(key: Item, data: Uint8Array, expiresAt: number): PutRequest {
  return { Item: { ...key, layout: layoutVersion, data, expiresAt } };
}

/** Leads from the first failure of a batch to its parts with failures. */
export interface FailurePointer extends Pick<StoredBatch, 'write' | 'first' | 'at' | 'expiresAt'> {
  readonly parts: readonly RowRange[];
}

export function putFailures(
  log: LogName,
  { first, write, at, expiresAt, failureParts }: StoredBatch,
): PutRequest {
  const position = first + (failureParts[0]?.first ?? 0);
  const key = { pk: segmentPartition(log, 'failure', segmentOf(position)), sk: sortKey(position) };
  const item = { first, write, at, expiresAt, ...partsItem('parts', failureParts) };
  return { Item: { ...key, layout: layoutVersion, ...item } };
}

export function parseFailures(item: Item): FailurePointer | undefined {
  const { write, first, at, expiresAt } = item;
  if (typeof write !== 'string' || typeof first !== 'number') return undefined;
  return { write, first, at: numberOf(at), expiresAt: numberOf(expiresAt), parts: rangesOf(item['parts']) };
}

export type LogPartition = 'log' | 'failure';

/** Items of a segment from a position on, or up to it, in one order. */
export interface SegmentQuery {
  readonly kind: LogPartition;
  readonly segment: number;
  readonly from: number;
  readonly isNewestFirst: boolean;
  readonly limit: number;
}

export function querySegment(
  log: LogName,
  { kind, segment, from, isNewestFirst, limit }: SegmentQuery,
): QueryRequest {
  return {
    KeyConditionExpression: `#pk = :pk AND #sk ${isNewestFirst ? '<=' : '>='} :sk`,
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': segmentPartition(log, kind, segment), ':sk': sortKey(from) },
    ScanIndexForward: !isNewestFirst,
    ConsistentRead: true,
    Limit: limit,
  };
}

function segmentPartition({ owner, stream }: LogName, kind: LogPartition, segment: number): string {
  return ownedKey(owner, `${kind}/${stream}/${segment.toString(16)}`);
}

function sortKey(position: number): string {
  return position.toString(16).padStart(digits, '0');
}

function partsItem(name: string, ranges: readonly RowRange[]): Item {
  return ranges.length === 0 ? {} : { [name]: ranges.map(({ first, last }) => [first, last]) };
}

function rangesOf(value: unknown): readonly RowRange[] {
  const ranges: readonly unknown[] = Array.isArray(value) ? value : [];
  return ranges.map((range) => {
    const [first, last] = Array.isArray(range) ? range : [];
    return { first: numberOf(first), last: numberOf(last) };
  });
}
