/**
 * Reads a log from any position, in either order, at the cost of the returned records:
 * the segment follows from the position, and within a segment the key finds the batch.
 * A batch of many parts is read only as far as needed.
 */

import { ignoreTransient } from '../../../data/store/aws-errors.ts';
import { isExpired } from '../../../data/store/layout.ts';
import type { Item } from '../../../data/store/table-access.ts';
import { getItem } from '../../../data/store/table-reads.ts';
import { type LogPartition, parseBatch, partKey, type StoredBatch, segmentPositions } from './batch-items.ts';
import { type FailurePointer, parseFailures } from './failure-items.ts';
import { type LogHead, settledOf } from './log-head.ts';
import type { ItemRecords, LogContext, LogEnd, LogFailure, LogRead, LogRecord } from './log-types.ts';
import { type Row, type RowRange, unpackRows } from './pack-rows.ts';
import { findContaining, SegmentWalk } from './segment-walk.ts';
import { readHead, settleOld } from './settle-batch.ts';

const unitBytes = 4_096;

export function readLog(log: LogContext, read: LogRead): Promise<LogEnd> {
  return readPartition(log, read, { kind: 'log', partsOf: (item) => recordParts(log, item) });
}

export function readFailures(log: LogContext, read: LogRead<LogFailure>): Promise<LogEnd> {
  return readPartition(log, read, { kind: 'failure', partsOf: (item) => failureParts(log, item) });
}

export async function readRecordAt(log: LogContext, position: number): Promise<LogRecord | undefined> {
  const item = await findContaining(log, 'log', position);
  for (const part of item && !isExpired(item, log.now()) ? recordParts(log, item) : []) {
    if (position < part.range.first || position > part.range.last) continue;
    const { records } = await readPart(log, part);
    return records.find((record) => record.position === position);
  }
  return undefined;
}

export function recordsOf(log: LogContext, batch: StoredBatch): Promise<LogRecord[]> {
  return readParts(log, partsOfBatch(log, batch));
}

/** The failures of a pointer that have not succeeded since. */
export function failuresOf(log: LogContext, pointer: FailurePointer): Promise<LogFailure[]> {
  return readParts(log, partsOfFailures(log, pointer));
}

async function readParts<One>(log: LogContext, parts: readonly Part<One>[]): Promise<One[]> {
  return (await Promise.all(parts.map((part) => readPart(log, part)))).flatMap(({ records }) => records);
}

/** Packed rows: in an item of their own, or already read. */
interface Part<One> {
  /** A range of positions. */
  readonly range: RowRange;
  readonly key?: Item;
  readonly data?: Uint8Array;
  /** Undefined if the row's failure has succeeded since. */
  readonly toRecord: (row: Row) => One | undefined;
}

interface Partition<One> {
  readonly kind: LogPartition;
  /** Returns no parts for an item that is a void or malformed. */
  readonly partsOf: (item: Item) => readonly Part<One>[];
}

async function readPartition<One extends { readonly position: number }>(
  log: LogContext,
  { from, isNewestFirst, take }: LogRead<One>,
  { kind, partsOf }: Partition<One>,
): Promise<LogEnd> {
  const head = await readHead(log);
  await settleOld(log, head.open).catch(ignoreTransient);
  const { next, start } = head;
  const begin = isNewestFirst ? Math.min(from ?? next, next) : Math.max(from ?? 0, start);
  const walk = new SegmentWalk(log, { kind, begin, last: isNewestFirst ? start : next, isNewestFirst });
  const isWanted = ({ first, last }: RowRange) => (isNewestFirst ? first <= begin : last >= begin);
  const end = { next, settled: settledOf(head) };
  let expired: number | undefined;
  for await (const item of walk.items()) {
    if (isExpired(item, log.now())) continue;
    // A batch without records may still have failures.
    if (begin <= start && !isNewestFirst) expired ??= walk.segment * segmentPositions;
    const parts = partsOf(item).filter(({ range }) => isWanted(range));
    walk.note(parts.length);
    const isMore = await takeParts(log, inOrder(parts, isNewestFirst), ({ range, records, units }) => {
      const wanted = records.filter(({ position }) => isWanted({ first: position, last: position }));
      const through = isNewestFirst ? range.first : range.last;
      return take({ records: inOrder(wanted, isNewestFirst), through, units });
    });
    if (!isMore) return { ...end, at: 'taken', expired: laterStart(head, expired) };
  }
  const at = walk.stoppedAt === undefined ? 'end' : { position: walk.stoppedAt };
  return { ...end, at, expired: laterStart(head, expired) };
}

/** Returns whether all were taken. */
async function takeParts<One>(
  log: LogContext,
  parts: readonly Part<One>[],
  take: (read: ReadPart<One>) => boolean,
): Promise<boolean> {
  for (const part of parts) if (!take(await readPart(log, part))) return false;
  return true;
}

function inOrder<One>(list: readonly One[], isNewestFirst: boolean): readonly One[] {
  return isNewestFirst ? list.toReversed() : list;
}

/** Empty segments are skipped for good, unless a push has reserved positions there. */
function laterStart({ start, open }: LogHead, expired: number | undefined): number | undefined {
  return expired !== undefined && expired > start && [...open.values()].every((first) => first >= expired)
    ? expired
    : undefined;
}

interface ReadPart<One> extends Pick<Part<One>, 'range'>, Pick<ItemRecords<One>, 'records' | 'units'> {}

async function readPart<One>(
  { table }: LogContext,
  { range, key, data, toRecord }: Part<One>,
): Promise<ReadPart<One>> {
  const item = key ? await getItem(table, { Key: key, ConsistentRead: true }) : { data };
  const bytes = item?.['data'];
  // DynamoDB may have removed an expired part before the item that names it.
  if (!(bytes instanceof Uint8Array)) return { range, records: [], units: 1 };
  const rows = unpackRows(bytes).flatMap((row) => toRecord(row) ?? []);
  return { range, records: rows, units: Math.ceil(bytes.length / unitBytes) };
}

function recordParts(log: LogContext, item: Item): readonly Part<LogRecord>[] {
  const batch = parseBatch(item);
  return batch ? partsOfBatch(log, batch) : [];
}

function partsOfBatch(log: LogContext, batch: StoredBatch): readonly Part<LogRecord>[] {
  const { first, at, write, rewrite = write, data, parts, counts } = batch;
  // This code has written the JSON: records.
  const toRecord = ({ offset, value, raw }: Row) =>
    ({ position: first + offset, at, raw, document: value }) as LogRecord;
  const whole = { first, last: first + counts.records + counts.failures - 1 };
  if (data) return [{ range: whole, data, toRecord }];
  return parts.map((range, index) => ({
    range: { first: first + range.first, last: first + range.last },
    key: partKey(log, rewrite, ['record', index]),
    toRecord,
  }));
}

function failureParts(log: LogContext, item: Item): readonly Part<LogFailure>[] {
  const pointer = parseFailures(item);
  return pointer ? partsOfFailures(log, pointer) : [];
}

function partsOfFailures(log: LogContext, pointer: FailurePointer): readonly Part<LogFailure>[] {
  const { first, at, write, parts, done } = pointer;
  const toRecord = ({ offset, value, raw }: Row) =>
    done.has(first + offset)
      ? undefined
      : ({ position: first + offset, at, raw, ...Object(value) } as LogFailure);
  return parts.map((range, index) => ({
    range: { first: first + range.first, last: first + range.last },
    key: partKey(log, write, ['failure', index]),
    toRecord,
  }));
}
