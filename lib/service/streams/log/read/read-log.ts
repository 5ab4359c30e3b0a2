/**
 * Reads a log from any position, in either order, at the cost of the returned records:
 * the segment follows from the position, and within a segment the key finds the batch.
 * A batch of many parts is read only as far as needed.
 */

import { type Item, ignoreTransient, isExpired, numberOf } from 'headwater/table';
import { readUnitsOf, segmentPositions } from '../batch-items.ts';
import { failureParts, type Part, readPart, recordParts } from '../batch-records.ts';
import { type LogHead, readHead, settledOf } from '../log-head.ts';
import type { LogContext, LogEnd, LogFailure, LogRead, LogRecord } from '../log-types.ts';
import type { RowRange } from '../pack-rows.ts';
import { findContaining, SegmentWalk } from '../segment-walk.ts';
import { settleOld } from '../write/settle-reservations.ts';
import { FilteredWalk, type ItemStep, type OpenWalk, type Passed, type TableWalks } from './filtered-walk.ts';
import { beginOfTime, type TimeRange, timeRange } from './time-search.ts';

/** @param openWalk How batches without a match are passed; by default by the filters beside them. */
export function readLog(log: LogContext, read: LogRead, openWalk?: OpenWalk): Promise<LogEnd> {
  return readPartition(log, read, { kind: 'log', partsOf: (item) => recordParts(log, item), openWalk });
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

interface Partition<One> {
  readonly kind: 'log' | 'failure';
  /** Returns no parts for an item that is a void or malformed. */
  readonly partsOf: (item: Item) => readonly Part<One>[];
  readonly openWalk?: OpenWalk | undefined;
}

const byFilters: OpenWalk = (_log, options, { filters }) => filters(options);

async function readPartition<One extends { readonly position: number }>(
  log: LogContext,
  read: LogRead<One>,
  partition: Partition<One>,
): Promise<LogEnd> {
  const head = await readHead(log);
  await settleOld(log, head.open).catch(ignoreTransient);
  const { from, isNewestFirst, pushed = {} } = read;
  const { next, start } = head;
  const edge = isNewestFirst ? Math.min(from ?? next, next) : Math.max(from ?? 0, start);
  const options = { kind: partition.kind, last: isNewestFirst ? start : next, isNewestFirst };
  const time = timeRange(pushed, isNewestFirst);
  const begin = await beginOfTime(log, { ...options, begin: edge }, time);
  const reader = new PartitionReader(log, { ...read, ...partition, ...options, begin, time });
  const reason = await reader.run();
  const isFromStart = begin <= start && !isNewestFirst;
  const expired = isFromStart ? laterStart(head, reader.firstSegment) : undefined;
  return { next, settled: settledOf(head), reason, expired };
}

interface Reading<One> extends LogRead<One>, Partition<One> {
  readonly begin: number;
  readonly last: number;
  readonly time: TimeRange;
}

class PartitionReader<One extends { readonly position: number }> {
  readonly #log: LogContext;
  readonly #reading: Reading<One>;
  /** The first segment with an item that has not expired. */
  firstSegment: number | undefined;

  constructor(log: LogContext, reading: Reading<One>) {
    this.#log = log;
    this.#reading = reading;
  }

  async run(): Promise<LogEnd['reason']> {
    const { batchQuery, time, openWalk = byFilters } = this.#reading;
    const walk = batchQuery
      ? openWalk(
          this.#log,
          { ...this.#reading, ...batchQuery, isWantedTime: time.isWanted },
          tableWalks(this.#log),
        )
      : new SegmentWalk(this.#log, this.#reading);
    for await (const step of walk.steps()) {
      const reason = 'passed' in step ? this.#pass(step.passed) : await this.#read(step);
      if (reason !== undefined) return reason;
    }
    return walk.stoppedAt === undefined ? 'end' : { position: walk.stoppedAt };
  }

  /** @returns why the read ends; undefined if it goes on. */
  #pass({ terms: passed, at, ...passing }: Passed): LogEnd['reason'] | undefined {
    const { take, time } = this.#reading;
    if (at !== undefined && time.isPast(at)) return 'outside';
    return take({ records: [], passed, ...passing }) ? undefined : 'taken';
  }

  async #read({ item, walk }: ItemStep): Promise<LogEnd['reason'] | undefined> {
    const { take, time, partsOf, isNewestFirst } = this.#reading;
    if (isExpired(item, this.#log.now())) return undefined;
    // A batch without records may still have failures.
    this.firstSegment ??= walk.segment;
    const at = numberOf(item['at']);
    if (at > 0 && time.isPast(at)) return 'outside';
    const wanted = partsOf(item).filter(({ range }) => this.#isWanted(range));
    const parts = inOrder(wanted, isNewestFirst);
    const last = parts.at(-1);
    if (!last) return undefined;
    if (!time.isWanted(at)) {
      const isMore = take({
        records: [],
        through: this.#throughOf(last.range),
        units: readUnitsOf(last.data),
      });
      return isMore ? undefined : 'taken';
    }
    walk.noteRecords();
    return (await this.#takeParts(parts)) ? undefined : 'taken';
  }

  /** Returns whether all were taken. */
  async #takeParts(parts: readonly Part<One>[]): Promise<boolean> {
    const { take, isNewestFirst } = this.#reading;
    for (const part of parts) {
      const { range, records, units } = await readPart(this.#log, part);
      const wanted = records.filter(({ position }) => this.#isWanted({ first: position, last: position }));
      if (!take({ records: inOrder(wanted, isNewestFirst), through: this.#throughOf(range), units }))
        return false;
    }
    return true;
  }

  #isWanted({ first, last }: RowRange): boolean {
    const { begin, isNewestFirst } = this.#reading;
    return isNewestFirst ? first <= begin : last >= begin;
  }

  #throughOf({ first, last }: RowRange): number {
    return this.#reading.isNewestFirst ? first : last;
  }
}

function tableWalks(log: LogContext): TableWalks {
  return {
    segments: (options) => new SegmentWalk(log, options),
    filters: (options) => new FilteredWalk(log, options),
  };
}

function inOrder<One>(list: readonly One[], isNewestFirst: boolean): readonly One[] {
  return isNewestFirst ? list.toReversed() : list;
}

/** Empty segments are skipped for good, unless a push has reserved positions there. */
function laterStart({ start, open }: LogHead, firstSegment = 0): number | undefined {
  const expired = firstSegment * segmentPositions;
  return expired > start && [...open.values()].every((first) => first >= expired) ? expired : undefined;
}
