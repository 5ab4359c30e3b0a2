/**
 * The items of batches, and the requests that read and write them. Pure: each
 * function returns the request of one command. docs/service/log.md lists the items.
 */

import {
  type GetRequest,
  type Item,
  isNew,
  layoutVersion,
  numberOf,
  numbersOf,
  ownedKey,
  type PutRequest,
  type QueryRequest,
} from 'headwater/table';
import { type BatchCounts, countNames, type LogName, type ReplacedFailures } from './log-types.ts';
import type { RowRange } from './pack-rows.ts';

/** A batch, according to the item that makes it part of the log. */
export interface StoredBatch {
  readonly first: number;
  readonly write: string;
  /** The id of the last replay that has packed its records again. */
  readonly rewrite?: string;
  /** How often it was replaced; absent if it never was. */
  readonly revision?: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly counts: BatchCounts;
  /** The number of its positions; absent if `counts.records` and `counts.failures` add up to it. Parts of a record share one. */
  readonly span?: number;
  /** The packed rows, if all of them fit into this item. */
  readonly data?: Uint8Array;
  /** Otherwise the ranges of rows in the items of kind `part`. */
  readonly parts: readonly RowRange[];
  readonly failureParts: readonly RowRange[];
  /** The packed outcomes; absent if every pushed record was stored. */
  readonly outcomes?: Uint8Array;
  /** The failures that the batch replaces. */
  readonly replaces: readonly ReplacedFailures[];
  /** The position at which the next replay begins, if a replay of failures has written the batch. */
  readonly after?: number;
  /** The last notes of background replays about the batch's records. */
  readonly replays: readonly ReplayNote[];
  /** Whether a filter is beside it. */
  readonly filtered?: true;
}

/** The result of one part of a replay for the records of a batch. */
export interface ReplayNote {
  /** The id of the replay. */
  readonly replay: string;
  readonly part: number;
  readonly stored: number;
  readonly failed: number;
  readonly dropped: number;
  readonly late: number;
  /** The first position of the next part, if this one has taken only some of the records. */
  readonly next?: number;
}

/** The size of a read unit, of a consistent read. */
const unitBytes = 4_096;

/** The read units of packed rows; one for an item that names parts. */
export function readUnitsOf(data: Pick<Uint8Array, 'length'> = { length: 1 }): number {
  return Math.ceil(data.length / unitBytes);
}

/** The limit of replays that may run at the same time. Older notes serve nobody. */
const maxReplayNotes = 8;

export function withNote(notes: readonly ReplayNote[], note: ReplayNote): ReplayNote[] {
  return [...notes.filter(({ replay }) => replay !== note.replay), note].slice(-maxReplayNotes);
}

/** The number of positions in one partition. A stream may outgrow any number of partitions. */
export const segmentPositions = 65_536;

const digits = 14;

export function segmentOf(position: number): number {
  return Math.floor(position / segmentPositions);
}

function batchKey(log: LogName, first: number): Item {
  return { pk: segmentPartition(log, 'log', segmentOf(first)), sk: sortKey(first) };
}

export function getBatch(log: LogName, first: number): GetRequest {
  return { Key: batchKey(log, first), ConsistentRead: true };
}

/** Makes the batch part of the log. Fails if it already is, or never will be. */
export function putBatch(log: LogName, batch: StoredBatch): PutRequest {
  return { Item: batchItem(log, batch), ...isNew };
}

/** Replaces the records of a batch. Fails if the batch has changed since it was read. @param before Its `rewrite` then. */
export function replaceBatch(log: LogName, batch: StoredBatch, before: string | undefined): PutRequest {
  return {
    Item: batchItem(log, batch),
    ConditionExpression: `#write = :write AND ${before === undefined ? 'attribute_not_exists(#rewrite)' : '#rewrite = :before'}`,
    ExpressionAttributeNames: { '#write': 'write', '#rewrite': 'rewrite' },
    ExpressionAttributeValues: {
      ':write': batch.write,
      ...(before === undefined ? {} : { ':before': before }),
    },
  };
}

/** The first position after the batch. */
export function endOf({ first, counts, span }: Pick<StoredBatch, 'first' | 'counts' | 'span'>): number {
  return first + (span ?? Math.max(1, counts.records + counts.failures));
}

function batchItem(log: LogName, batch: StoredBatch): Item {
  const { first, counts, parts, failureParts, replaces, replays, ...others } = batch;
  return {
    ...batchKey(log, first),
    layout: layoutVersion,
    ...others,
    ...counts,
    ...partsItem('parts', parts),
    ...partsItem('failureParts', failureParts),
    ...(replaces.length === 0
      ? {}
      : { replaces: replaces.map(({ position, origins }) => [position, ...origins]) }),
    ...(replays.length === 0 ? {} : { replays }),
  };
}

export function putVoid(log: LogName, first: number, expiresAt: number): PutRequest {
  return { Item: { ...batchKey(log, first), layout: layoutVersion, void: true, expiresAt }, ...isNew };
}

/** Undefined if the item is a void, or other software has written it. */
export function parseBatch(item: Item): StoredBatch | undefined {
  const { layout, write, rewrite, data, outcomes, after, replays, span, filtered, revision } = item;
  const first = positionOf(item);
  const isOurs = layout === layoutVersion && typeof write === 'string' && Number.isSafeInteger(first);
  if (!isOurs || item['void'] !== undefined) return undefined;
  return {
    first,
    write,
    ...numbersOf(item, ['at', 'expiresAt']),
    counts: numbersOf(item, countNames),
    parts: rangesOf(item['parts']),
    failureParts: rangesOf(item['failureParts']),
    replaces: listsOf(item['replaces']).map(([position = 0, ...origins]) => ({ position, origins })),
    // Only this code writes the attributes of a batch of this layout.
    replays: Array.isArray(replays) ? (replays as readonly ReplayNote[]) : [],
    // Earlier code did not count.
    ...(typeof rewrite === 'string' ? { rewrite, revision: numberOf(revision) || 1 } : {}),
    ...(typeof after === 'number' ? { after } : {}),
    ...(typeof span === 'number' ? { span } : {}),
    ...(data instanceof Uint8Array ? { data } : {}),
    ...(outcomes instanceof Uint8Array ? { outcomes } : {}),
    ...(filtered === true ? { filtered } : {}),
  };
}

/** NaN if other software has written the item. */
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

export type LogPartition = 'log' | 'failure' | 'filter';

/** Items of a segment from a position on, or up to it, in one order. */
export interface SegmentQuery {
  readonly kind: LogPartition;
  readonly segment: number;
  readonly from: number;
  /** The last position in the order of the query; none by default. It is not before `from`. */
  readonly to?: number | undefined;
  readonly isNewestFirst: boolean;
  /** The most items; no limit by default. */
  readonly limit?: number | undefined;
}

export function querySegment(
  log: LogName,
  { kind, segment, from, to, isNewestFirst, limit }: SegmentQuery,
): QueryRequest {
  const [lower, upper] = isNewestFirst ? [to ?? 0, from] : [from, to];
  return {
    KeyConditionExpression: `#pk = :pk AND #sk ${upper === undefined ? '>= :lower' : 'BETWEEN :lower AND :upper'}`,
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: {
      ':pk': segmentPartition(log, kind, segment),
      ':lower': sortKey(lower),
      // What follows the position in a sort key begins with a slash, which sorts before the digits.
      ...(upper === undefined ? {} : { ':upper': `${sortKey(upper)}0` }),
    },
    ScanIndexForward: !isNewestFirst,
    ConsistentRead: true,
    ...(limit === undefined ? {} : { Limit: limit }),
  };
}

export function segmentPartition({ owner, stream }: LogName, kind: LogPartition, segment: number): string {
  return ownedKey(owner, `${kind}/${stream}/${segment.toString(16)}`);
}

export function sortKey(position: number): string {
  return position.toString(16).padStart(digits, '0');
}

export function partsItem(name: string, ranges: readonly RowRange[]): Item {
  return ranges.length === 0 ? {} : { [name]: ranges.map(({ first, last }) => [first, last]) };
}

export function rangesOf(value: unknown): readonly RowRange[] {
  return listsOf(value).map(([first = 0, last = 0]) => ({ first, last }));
}

function listsOf(value: unknown): readonly (readonly number[])[] {
  const lists: readonly unknown[] = Array.isArray(value) ? value : [];
  return lists.map((list) => (Array.isArray(list) ? list.map(numberOf) : []));
}
