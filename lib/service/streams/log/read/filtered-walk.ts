/**
 * Walks through a log past the batches whose filters say that no record matches. It reads batches as a plain walk does
 * until one has a filter, so a page that is soon full reads no filters, and neither does a log of earlier code.
 */

import { type KnownTerms, mayMatch, type Needs } from '@headwater/ingest/conditions';
import { type Item, isExpired, queryItems } from 'headwater/table';
import { type BatchFilter, parseFilter, sizeOfFilter } from '../batch-filter.ts';
import {
  endOf,
  parseBatch,
  positionOf,
  querySegment,
  readUnitsOf,
  segmentOf,
  segmentPositions,
} from '../batch-items.ts';
import type { LogContext, PushedRange } from '../log-types.ts';
import { SegmentWalk, type SegmentWalkOptions } from '../segment-walk.ts';

export interface WalkOptions {
  readonly begin: number;
  /** The position at which the log ends in this direction. */
  readonly last: number;
  readonly isNewestFirst: boolean;
  /** Whether the walk begins and ends as an exact one of segments. */
  readonly isExact?: boolean;
  /** What a batch must have so that a record of it may match. */
  readonly needs: Needs;
  readonly pushed?: PushedRange | undefined;
  /** Whether records of this time are wanted, in milliseconds since 1970. */
  readonly isWantedTime: (at: number) => boolean;
  /** The read units that the walk and its caller may use. Filters of several segments are read at once within them. */
  readonly maxUnits: number;
}

/** Batches that were passed. */
export interface Passed {
  /** The last position in the order of the walk. */
  readonly through: number;
  /** The read units of filters since the last step. */
  readonly units: number;
  readonly terms: readonly KnownTerms[];
  /** When the batch was pushed, in milliseconds since 1970. */
  readonly at?: number;
}

export interface ItemStep {
  readonly item: Item;
  /** For the segment of the item. */
  readonly walk: SegmentWalk;
}

export type WalkStep = ItemStep | { readonly passed: Passed };

/** A walk that passes what it knows to have no match. */
export interface LogWalk {
  steps(): AsyncGenerator<WalkStep>;
  /** The position at which the walk has given up; undefined at the end. */
  readonly stoppedAt: number | undefined;
}

/** The walks by the table alone. */
export interface TableWalks {
  readonly segments: (options: SegmentWalkOptions) => SegmentWalk;
  readonly filters: (options: WalkOptions) => LogWalk;
}

export type OpenWalk = (log: LogContext, options: WalkOptions, table: TableWalks) => LogWalk;

/** All filters of one batch. */
type BatchFilters = readonly [BatchFilter, ...BatchFilter[]];

/** The filters of a segment, grouped by batch. */
interface Filters {
  readonly groups: readonly BatchFilters[];
  /** Whether the segment has more of them. */
  readonly isMore: boolean;
  readonly units: number;
}

/** The numbers of filters of the first queries: the first ones show whether more are wanted. */
const limits = [4, 16, 64] as const;
const maxLimit = 64;
const maxAtOnce = 4;

export class FilteredWalk implements LogWalk {
  readonly #log: LogContext;
  readonly #options: WalkOptions;
  /** The next position. */
  #at: number;
  #unitsLeft: number;
  #queries = 0;
  readonly #ahead = new Map<number, Promise<Filters>>();
  /** The position at which the walk has given up; undefined at the end. */
  stoppedAt: number | undefined;

  constructor(log: LogContext, options: WalkOptions) {
    this.#log = log;
    this.#options = options;
    this.#at = options.begin;
    this.#unitsLeft = options.maxUnits;
  }

  async *steps(): AsyncGenerator<WalkStep> {
    const { last, isNewestFirst } = this.#options;
    for (let { isExact = false } = this.#options; ; isExact = true) {
      const walk = new SegmentWalk(this.#log, { kind: 'log', begin: this.#at, last, isNewestFirst, isExact });
      let hasFilter = false;
      for await (const item of walk.items()) {
        yield { item, walk };
        hasFilter = this.#passBatch(item);
        if (hasFilter) break;
      }
      this.stoppedAt = walk.stoppedAt;
      if (!hasFilter) return;
      yield* this.#filteredSteps();
      if (this.stoppedAt !== undefined || !this.#isWithin(this.#at)) return;
    }
  }

  /** @returns whether the batch has a filter. */
  #passBatch(item: Item): boolean {
    const first = positionOf(item);
    const batch = parseBatch(item);
    this.#at = this.#options.isNewestFirst ? first - 1 : batch ? endOf(batch) : first + 1;
    return batch?.filtered === true && !isExpired(item, this.#log.now());
  }

  #isWithin(position: number): boolean {
    const { last, isNewestFirst } = this.#options;
    return isNewestFirst ? position >= last : position <= last;
  }

  /** Walks until a segment has no filters. */
  async *#filteredSteps(): AsyncGenerator<WalkStep> {
    const step = this.#options.isNewestFirst ? -1 : 1;
    let segment = segmentOf(this.#at);
    while (this.#isWithin(this.#at) && this.#isSegmentWithin(segment)) {
      const { groups, isMore, units } = await this.#filtersOf(segment);
      this.#unitsLeft -= units;
      yield { passed: { through: this.#at - step, units, terms: [] } };
      if (groups.length === 0) return;
      yield* this.#stepsOf(groups);
      if (this.stoppedAt !== undefined) return;
      if (!isMore) segment += step;
    }
  }

  #isSegmentWithin(segment: number): boolean {
    const { last, isNewestFirst } = this.#options;
    return isNewestFirst ? segment >= segmentOf(last) : segment <= segmentOf(last);
  }

  /** Reads runs of batches that may match, together with the batches and voids between them that have no filters. */
  async *#stepsOf(groups: readonly BatchFilters[]): AsyncGenerator<WalkStep> {
    // The last batch of the run in hand.
    let run: BatchFilters | undefined;
    for (const group of groups) {
      if (this.#isBehind(group)) continue;
      const passed = this.#passedBy(group);
      if (!passed) {
        run = group;
        continue;
      }
      yield* this.#read(run);
      run = undefined;
      yield* this.#gapBefore(group);
      if (this.stoppedAt !== undefined) return;
      this.#passTo(group);
      yield { passed };
    }
    yield* this.#read(run);
  }

  /** Whether it is a part of a batch that was passed, or of one that is not wanted as a whole. */
  #isBehind([{ first, end }]: BatchFilters): boolean {
    return this.#options.isNewestFirst ? first > this.#at : end <= this.#at;
  }

  async *#gapBefore([{ first, end }]: BatchFilters): AsyncGenerator<WalkStep> {
    const { isNewestFirst } = this.#options;
    if (isNewestFirst ? end <= this.#at : first > this.#at)
      yield* this.#itemsTo(isNewestFirst ? end : first - 1);
  }

  /** Reads up to the last batch of a run. */
  async *#read(run: BatchFilters | undefined): AsyncGenerator<WalkStep> {
    if (!run) return;
    yield* this.#itemsTo(run[0].first);
    if (this.stoppedAt === undefined) this.#passTo(run);
  }

  #passTo([{ first, end }]: BatchFilters): void {
    this.#at = this.#options.isNewestFirst ? first - 1 : end;
  }

  /** Undefined if the batch may have a match. */
  #passedBy(group: BatchFilters): Passed | undefined {
    const { isNewestFirst, needs, isWantedTime } = this.#options;
    const [{ first, end, at, expiresAt }] = group;
    const isWanted = isWantedTime(at) && !isExpired({ expiresAt }, this.#log.now());
    if (isWanted && group.some((filter) => mayMatch(needs, filter))) return undefined;
    return { through: isNewestFirst ? first : end - 1, units: 0, terms: isWanted ? group : [], at };
  }

  async *#itemsTo(last: number): AsyncGenerator<WalkStep> {
    if (this.stoppedAt !== undefined) return;
    const { isNewestFirst } = this.#options;
    const options = { kind: 'log', begin: this.#at, last, isNewestFirst, isExact: true } as const;
    const walk = new SegmentWalk(this.#log, options);
    for await (const item of walk.items()) {
      this.#unitsLeft -= readUnitsOf(parseBatch(item)?.data);
      yield { item, walk };
    }
    this.stoppedAt = walk.stoppedAt;
  }

  /** Reads the filters of the next batches of a segment. */
  async #filtersOf(segment: number): Promise<Filters> {
    const limit = limits[this.#queries++];
    const ahead = this.#ahead.get(segment);
    if (ahead) {
      this.#ahead.delete(segment);
      return ahead;
    }
    const filters = await this.#query(segment, limit);
    if (limit === undefined && !filters.isMore) this.#readAhead(segment, filters.units);
    return filters;
  }

  /** Reads the filters of segments at once, as many as the budget is expected to reach. */
  #readAhead(segment: number, units: number): void {
    const step = this.#options.isNewestFirst ? -1 : 1;
    const most = Math.min(maxAtOnce, Math.floor(this.#unitsLeft / Math.max(1, units)) - 1);
    for (let one = 1; one <= most; one++) {
      const next = segment + one * step;
      if (this.#ahead.has(next) || !this.#isSegmentWithin(next)) continue;
      const filters = this.#query(next, undefined);
      // Whoever takes it gets the error.
      filters.catch(() => undefined);
      this.#ahead.set(next, filters);
    }
  }

  async #query(segment: number, limit: number | undefined): Promise<Filters> {
    const { last: to, isNewestFirst } = this.#options;
    const from = this.#edgeOf(segment);
    const request = querySegment(this.#log, { kind: 'filter', segment, from, to, isNewestFirst, limit });
    const { items, last } = await queryItems(this.#log.table, request);
    const bytes = items.reduce((sum, item) => sum + sizeOfFilter(item), 0);
    const units = Math.max(1, readUnitsOf({ length: bytes }));
    const groups = groupsOf(items.flatMap((item) => parseFilter(item) ?? []));
    if (!last) return { groups, isMore: false, units };
    // The last batch may have more filters.
    if (groups.length > 1) return { groups: groups.slice(0, -1), isMore: true, units };
    if (limit === undefined) return { groups: [], isMore: true, units };
    const all = await this.#query(segment, limit < maxLimit ? maxLimit : undefined);
    return { ...all, units: all.units + units };
  }

  /** The next position in a segment. */
  #edgeOf(segment: number): number {
    const { isNewestFirst } = this.#options;
    if (segment === segmentOf(this.#at)) return this.#at;
    return isNewestFirst ? (segment + 1) * segmentPositions - 1 : segment * segmentPositions;
  }
}

function groupsOf(filters: readonly BatchFilter[]): readonly BatchFilters[] {
  const groups: [BatchFilter, ...BatchFilter[]][] = [];
  for (const filter of filters) {
    const group = groups.at(-1);
    if (group?.[0].first === filter.first) group.push(filter);
    else groups.push([filter]);
  }
  return groups;
}
