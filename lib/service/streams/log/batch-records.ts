/** The records of a batch, and its failures: packed rows in its item or in parts, read and unpacked. */

import { membersOf } from 'headwater/json';
import { getItem, type Item } from 'headwater/table';
import { endOf, parseBatch, partKey, readUnitsOf, type StoredBatch } from './batch-items.ts';
import { type FailurePointer, parseFailures } from './failure-items.ts';
import type { ItemRecords, LogFailure, LogName, LogRecord, LogTable } from './log-types.ts';
import { type Row, type RowRange, unpackRows } from './pack-rows.ts';
import { storedParts } from './stored-value.ts';

export function recordsOf(log: LogTable, batch: StoredBatch): Promise<LogRecord[]> {
  return readParts(log, partsOfBatch(log, batch));
}

/** The failures of a pointer that have not succeeded since. */
export function failuresOf(log: LogTable, pointer: FailurePointer): Promise<LogFailure[]> {
  return readParts(log, partsOfFailures(log, pointer));
}

/** A part has up to 88 read units. An owner who has none left is refused after the first of them. */
const partsAtOnce = 4;

async function readParts<One>(log: LogTable, parts: readonly Part<One>[]): Promise<One[]> {
  const records: One[] = [];
  for (let next = 0; next < parts.length; next += partsAtOnce) {
    const some = parts.slice(next, next + partsAtOnce).map((part) => readPart(log, part));
    for (const part of await Promise.all(some)) records.push(...part.records);
  }
  return records;
}

/** Packed rows: in an item of their own, or already read. */
export interface Part<One> {
  /** A range of positions. */
  readonly range: RowRange;
  readonly key?: Item;
  readonly data?: Uint8Array;
  /** Undefined if the row's failure has succeeded since. */
  readonly toRecord: (row: Row) => One | undefined;
}

interface ReadPart<One> extends Pick<Part<One>, 'range'>, Pick<ItemRecords<One>, 'records' | 'units'> {}

export async function readPart<One>(
  { table }: LogTable,
  { range, key, data, toRecord }: Part<One>,
): Promise<ReadPart<One>> {
  const item = key ? await getItem(table, { Key: key, ConsistentRead: true }) : { data };
  const bytes = item?.['data'];
  // DynamoDB may have removed an expired part before the item that names it.
  if (!(bytes instanceof Uint8Array)) return { range, records: [], units: 1 };
  const rows = unpackRows(bytes).flatMap((row) => toRecord(row) ?? []);
  return { range, records: rows, units: readUnitsOf(bytes) };
}

export function recordParts(log: LogName, item: Item): readonly Part<LogRecord>[] {
  const batch = parseBatch(item);
  return batch ? partsOfBatch(log, batch) : [];
}

function partsOfBatch(log: LogName, batch: StoredBatch): readonly Part<LogRecord>[] {
  const { revision = 0 } = batch;
  return partsWith(log, batch, ({ raw, ...row }) => ({
    ...row,
    revision,
    // This code has written the JSON.
    raw: raw as LogRecord['raw'],
  }));
}

type RecordDocuments = Pick<LogRecord, 'position' | 'at' | 'documents' | 'claim'>;

/** As `recordParts`, without the raw records, which it leaves packed as JSON. */
export function documentParts(log: LogName, batch: StoredBatch): readonly Part<RecordDocuments>[] {
  return partsWith(log, batch, ({ position, at, documents }) => ({ position, at, documents }));
}

function partsWith<One>(
  log: LogName,
  { first, at, write, rewrite = write, data, parts, ...batch }: StoredBatch,
  toOne: (record: RecordDocuments & Pick<Row, 'raw'>) => One,
): readonly Part<One>[] {
  const toRecord = (row: Row) =>
    toOne({
      position: first + row.offset,
      at,
      get raw() {
        return row.raw;
      },
      ...storedParts(row.value),
    });
  const whole = { first, last: endOf({ first, ...batch }) - 1 };
  if (data) return [{ range: whole, data, toRecord }];
  return parts.map((range, index) => ({
    range: { first: first + range.first, last: first + range.last },
    key: partKey(log, rewrite, ['record', index]),
    toRecord,
  }));
}

export function failureParts(log: LogName, item: Item): readonly Part<LogFailure>[] {
  const pointer = parseFailures(item);
  return pointer ? partsOfFailures(log, pointer) : [];
}

function partsOfFailures(log: LogName, pointer: FailurePointer): readonly Part<LogFailure>[] {
  const { first, at, write, parts, done } = pointer;
  const toRecord = ({ offset, value, raw }: Row) =>
    done.has(first + offset)
      ? undefined
      : ({ position: first + offset, at, raw, ...membersOf(value) } as LogFailure);
  return parts.map((range, index) => ({
    range: { first: first + range.first, last: first + range.last },
    key: partKey(log, write, ['failure', index]),
    toRecord,
  }));
}
