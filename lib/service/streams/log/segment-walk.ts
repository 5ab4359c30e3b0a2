import { type Item, queryItems } from 'headwater/table';
import { type LogPartition, positionOf, querySegment, segmentOf, segmentPositions } from './batch-items.ts';
import type { LogTable } from './log-types.ts';

/** The most empty segments that one walk reads. */
const maxEmptySegments = 64;
/** The most items without records that one walk passes in a row: expired items, and failures that have succeeded since. */
const maxIdleItems = 1_000;
/** The most items of one query: the first ones show whether more are wanted. */
const maxQueried = 16;

export interface SegmentWalkOptions {
  readonly kind: LogPartition;
  readonly begin: number;
  /** The position at which the log ends in this direction. */
  readonly last: number;
  readonly isNewestFirst: boolean;
  /** Whether the walk begins with items at `begin`, not with the one that contains it, and ends at `last`. */
  readonly isExact?: boolean;
  /** The most items of its first query; one by default. */
  readonly firstLimit?: number;
}

/** Walks from the item that contains a position to the end of the log. */
export class SegmentWalk {
  readonly #log: LogTable;
  readonly #options: SegmentWalkOptions;
  #idleItems = 0;
  segment: number;
  /** The position at which the walk has given up; undefined at the end. */
  stoppedAt: number | undefined;

  constructor(log: LogTable, options: SegmentWalkOptions) {
    this.#log = log;
    this.#options = options;
    this.segment = segmentOf(options.begin);
  }

  async *items(): AsyncGenerator<Item> {
    const { kind, begin, isNewestFirst, isExact = false } = this.#options;
    if (isNewestFirst || isExact) return yield* this.#itemsFrom(begin);
    const containing = await findContaining(this.#log, kind, begin);
    if (containing) yield containing;
    yield* this.#itemsFrom(begin + 1);
  }

  async *steps(): AsyncGenerator<{ readonly item: Item; readonly walk: SegmentWalk }> {
    for await (const item of this.items()) yield { item, walk: this };
  }

  /** To be called if the last item has records: otherwise the walk counts it as one without. */
  noteRecords(): void {
    this.#idleItems = 0;
  }

  async *#itemsFrom(begin: number): AsyncGenerator<Item> {
    const { last, isNewestFirst } = this.#options;
    const step = isNewestFirst ? -1 : 1;
    const isEnd = () => (segmentOf(last) - this.segment) * step < 0;
    let from = begin;
    for (let empty = 1; !isEnd(); empty++) {
      for await (const item of this.#itemsOfSegment(from)) {
        empty = 0;
        if (this.#idleItems++ >= maxIdleItems) {
          this.stoppedAt = positionOf(item);
          return;
        }
        yield item;
      }
      this.segment += step;
      from = this.#edgeOf(this.segment);
      if (empty < maxEmptySegments || isEnd()) continue;
      this.stoppedAt = from;
      return;
    }
  }

  /** The first position of a segment in this order. */
  #edgeOf(segment: number): number {
    return this.#options.isNewestFirst ? (segment + 1) * segmentPositions - 1 : segment * segmentPositions;
  }

  async *#itemsOfSegment(from: number): AsyncGenerator<Item> {
    const { kind, last: end, isNewestFirst, isExact = false, firstLimit = 1 } = this.#options;
    const isWithin = () => at >= 0 && (!isExact || (isNewestFirst ? at >= end : at <= end));
    const to = isExact ? end : undefined;
    let at = from;
    const most = Math.max(firstLimit, maxQueried);
    for (let limit = firstLimit; isWithin(); limit = Math.min(2 * limit, most)) {
      const query = { kind, segment: this.segment, from: at, to, isNewestFirst, limit };
      const { items, last } = await queryItems(this.#log.table, querySegment(this.#log, query));
      yield* items;
      const latest = items.at(-1);
      if (!last || !latest) return;
      at = positionOf(latest) + (isNewestFirst ? -1 : 1);
    }
  }
}

/** The item that contains a position, or the one before it: a batch may extend into the next segment. */
export async function findContaining(
  log: LogTable,
  kind: LogPartition,
  position: number,
): Promise<Item | undefined> {
  const segment = segmentOf(position);
  for (const candidate of [segment, segment - 1].filter((one) => one >= 0)) {
    const query = { kind, segment: candidate, from: position, isNewestFirst: true, limit: 1 };
    const { items } = await queryItems(log.table, querySegment(log, query));
    if (items[0]) return items[0];
  }
  return undefined;
}
