/** Takes the records of one replay, within limits of records, bytes and items. */

import type { SentRecord } from '@headwater/ingest/records';
import { writeJson } from 'headwater/json';
import { type Item, ignoreTransient, isExpired } from 'headwater/table';
import type { LogPartition } from '../batch-items.ts';
import { readHead } from '../log-head.ts';
import type { LogContext } from '../log-types.ts';
import { SegmentWalk } from '../segment-walk.ts';
import { settleOld } from './settle-reservations.ts';

export interface ReplayRange {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

interface PositionedRecord {
  readonly position: number;
  readonly raw: SentRecord['raw'];
}

/** An item with all of its records, and the records that were taken. */
interface TakenItem<Head, One> {
  readonly head: Head;
  readonly records: readonly One[];
  readonly taken: readonly One[];
}

interface TakenRecords<Head, One> {
  readonly items: readonly TakenItem<Head, One>[];
  /** The position of the next replay; undefined at the end of the range. */
  readonly after: number | undefined;
}

interface TakeOptions<Head, One> extends ReplayRange {
  readonly kind: LogPartition;
  /** The most items of one replay: each costs a write. */
  readonly maxItems: number;
  /** Undefined for a void or malformed item. */
  readonly parse: (item: Item) => Head | undefined;
  readonly read: (head: Head) => Promise<readonly One[]>;
  /** The records that an earlier try of the replay has taken of an item; undefined if none. */
  readonly earlierOf?: (head: Head) => EarlierTake | undefined;
}

interface EarlierTake {
  readonly size: number;
  /** The first record left; undefined if all were taken. */
  readonly next: number | undefined;
}

/** The same limit as for a push. */
const maxBytes = 4_194_304;

/**
 * Takes the records of an item together, unless they are too many for one replay. Settles reservations left by crashes
 * first.
 */
export async function takeRecords<Head, One extends PositionedRecord>(
  log: LogContext,
  taking: TakeOptions<Head, One>,
): Promise<TakenRecords<Head, One>> {
  const { kind, from, to, parse } = taking;
  const { open, next, start } = await readHead(log);
  await settleOld(log, open).catch(ignoreTransient);
  const walk = new SegmentWalk(log, { kind, begin: Math.max(from, start), last: next, isNewestFirst: false });
  const taker = new Taker(taking);
  for await (const item of walk.items()) {
    const head = isExpired(item, log.now()) ? undefined : parse(item);
    if (head !== undefined && !(await taker.take(head))) return { items: taker.items, after: taker.after };
  }
  const { stoppedAt } = walk;
  const { items, after = stoppedAt !== undefined && stoppedAt <= to ? stoppedAt : undefined } = taker;
  return { items, after };
}

class Taker<Head, One extends PositionedRecord> {
  readonly #taking: TakeOptions<Head, One>;
  readonly items: TakenItem<Head, One>[] = [];
  after: number | undefined;
  #left: number;
  #leftBytes = maxBytes;

  constructor(taking: TakeOptions<Head, One>) {
    this.#taking = taking;
    this.#left = taking.limit;
  }

  /** Returns whether more may be taken. */
  async take(head: Head): Promise<boolean> {
    const { from, to, maxItems, read, earlierOf } = this.#taking;
    const earlier = earlierOf?.(head);
    if (earlier) return this.#pass(earlier);
    const records = await read(head);
    const wanted = records.filter(({ position }) => position >= from && position <= to);
    const fitting = fittingOf(wanted, this.#left, this.#leftBytes);
    const isWhole = fitting.length === wanted.length;
    const taken = isWhole || this.items.length === 0 ? fitting : [];
    if (taken.length > 0) this.items.push({ head, records, taken });
    this.#left -= taken.length;
    this.#leftBytes -= sizeOf(taken);
    this.after = wanted[taken.length]?.position;
    if (this.after !== undefined) return false;
    const last = records.at(-1)?.position ?? 0;
    if (last >= to) return false;
    if (this.#left > 0 && this.#leftBytes > 0 && this.items.length < maxItems) return true;
    this.after = last + 1;
    return false;
  }

  #pass({ size, next }: EarlierTake): boolean {
    this.#left -= size;
    this.after = next;
    return next === undefined;
  }
}

/** The number of records that fit: at least one, unless `most` is 0. */
function fittingOf<One extends PositionedRecord>(records: readonly One[], most: number, mostBytes: number) {
  let bytes = 0;
  const isOver = (record: One, index: number) => {
    bytes += sizeOf([record]);
    return index > 0 && bytes > mostBytes;
  };
  const end = records.findIndex(isOver);
  return records.slice(0, Math.max(0, Math.min(most, end < 0 ? records.length : end)));
}

function sizeOf(records: readonly PositionedRecord[]): number {
  return records.reduce((sum, { raw }) => sum + Buffer.byteLength(writeJson(raw)), 0);
}
