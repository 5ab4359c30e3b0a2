/** Takes what one replay processes: a number of records, bytes and items at most. */

import type { DataRecord } from '../../preprocessors/base/record.ts';
import type { Item } from '../../store/table-access.ts';
import type { LogPartition } from '../log/batch-items.ts';
import type { LogContext } from '../log/settle-batch.ts';
import { walkItems } from '../log/walk-items.ts';

export interface ReplayRange {
  /** The first position. */
  readonly from: number;
  /** The last one. */
  readonly to: number;
  /** How many records, at most. */
  readonly limit: number;
}

interface Positioned {
  readonly position: number;
  readonly raw: DataRecord;
}

/** An item with all of its records, and those of them that were taken. */
export interface TakenItem<Head, One> {
  readonly head: Head;
  readonly records: readonly One[];
  readonly taken: readonly One[];
}

export interface TakenRecords<Head, One> {
  readonly items: readonly TakenItem<Head, One>[];
  /** The position of the next replay; undefined at the end of the range. */
  readonly after: number | undefined;
}

interface Taking<Head, One> extends ReplayRange {
  readonly kind: LogPartition;
  /** Undefined when the item stands for nothing. */
  readonly parse: (item: Item) => Head | undefined;
  readonly read: (head: Head) => Promise<readonly One[]>;
}

/** As a push may have. */
const maxBytes = 4_194_304;
/** Each is written. */
const maxItems = 200;

/**
 * The records of an item are taken together, unless they are too many for one replay.
 *
 * @throws ServiceError unavailable, timeout.
 */
export async function takeRecords<Head, One extends Positioned>(
  log: LogContext,
  { kind, from, to, limit, parse, read }: Taking<Head, One>,
): Promise<TakenRecords<Head, One>> {
  const items: TakenItem<Head, One>[] = [];
  let [left, leftBytes] = [limit, maxBytes];
  let after: number | undefined;
  const stoppedAt = await walkItems(log, {
    ...{ kind, from },
    take: async (item) => {
      const head = parse(item);
      if (head === undefined) return true;
      const records = await read(head);
      const wanted = records.filter(({ position }) => position >= from && position <= to);
      const fitting = fittingOf(wanted, left, leftBytes);
      const isWhole = fitting.length === wanted.length;
      const taken = isWhole || items.length === 0 ? fitting : [];
      if (taken.length > 0) items.push({ head, records, taken });
      left -= taken.length;
      leftBytes -= sizeOf(taken);
      after = wanted[taken.length]?.position;
      if (after !== undefined) return false;
      const last = records.at(-1)?.position ?? 0;
      if (last >= to) return false;
      if (left > 0 && leftBytes > 0 && items.length < maxItems) return true;
      after = last + 1;
      return false;
    },
  });
  return { items, after: after ?? (stoppedAt === undefined || stoppedAt > to ? undefined : stoppedAt) };
}

/** At least one. */
function fittingOf<One extends Positioned>(records: readonly One[], most: number, mostBytes: number) {
  let bytes = 0;
  const isOver = (record: One, index: number) => {
    bytes += sizeOf([record]);
    return index > 0 && bytes > mostBytes;
  };
  const end = records.findIndex(isOver);
  return records.slice(0, Math.min(most, end < 0 ? records.length : end));
}

function sizeOf(records: readonly Positioned[]): number {
  return records.reduce((sum, { raw }) => sum + Buffer.byteLength(JSON.stringify(raw)), 0);
}
