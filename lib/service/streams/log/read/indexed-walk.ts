/**
 * Walks through a log past the batches that have no match, by the index of batches in the search engine: loaded only where the
 * stage has one. Where the index does not have every batch, the walk is the one by the filters in the table; so a record is
 * found from the moment at which it is pushed, and after failures of the engine.
 */

import { type KnownTerms, pathHash } from '@headwater/ingest/conditions';
import type { FieldPath } from '@headwater/ingest/values';
import { askEngine } from 'headwater/search-engine';
import { type InvocationTime, isExpired } from 'headwater/table';
import { endOf, parseBatch, positionOf } from '../batch-items.ts';
import type { LogWalk, OpenWalk, TableWalks, WalkOptions, WalkStep } from './filtered-walk.ts';
import { type BatchRange, findBatches, type KnownBatches, type KnownRun } from './find-batches.ts';

/** Every batch that has documents has this path. */
const anyPath = pathHash({ segments: [] });

/** @param fields Of the query. @param time The context of the handler. */
export function indexedWalk(fields: readonly FieldPath[], time: InvocationTime): OpenWalk {
  const paths = [...fields.map(pathHash), anyPath];
  return (log, options, table) => {
    const name = { ...log, tableName: log.table.tableName };
    const find = (at: number) =>
      askEngine(time, 'queries of records', (engine) =>
        findBatches(engine, name, { ...options, at, now: log.now(), paths }),
      );
    return new IndexedWalk(options, table, { find, now: log.now });
  };
}

interface Knowing {
  /** @param at The next position of the walk. */
  readonly find: (at: number) => Promise<KnownBatches | undefined>;
  readonly now: () => number;
}

class IndexedWalk implements LogWalk {
  readonly #options: WalkOptions;
  readonly #table: TableWalks;
  readonly #knowing: Knowing;
  /** The next position. */
  #at: number;
  stoppedAt: number | undefined;

  constructor(options: WalkOptions, table: TableWalks, knowing: Knowing) {
    this.#options = options;
    this.#table = table;
    this.#knowing = knowing;
    this.#at = options.begin;
  }

  async *steps(): AsyncGenerator<WalkStep> {
    const { last } = this.#options;
    const hasBatch = yield* this.#firstBatch();
    while (hasBatch && this.stoppedAt === undefined && !this.#isPast(last)) {
      const known = await this.#knowing.find(this.#at);
      if (known) yield* this.#passKnown(known);
      else yield* this.#walkTable(last);
    }
  }

  /** Reads up to the first batch that has not expired: it may fill the page, and shows where the log begins. */
  async *#firstBatch(): AsyncGenerator<WalkStep, boolean> {
    const walk = this.#table.segments({ ...this.#options, kind: 'log', isExact: false });
    for await (const item of walk.items()) {
      yield { item, walk };
      const batch = parseBatch(item);
      const first = positionOf(item);
      this.#passTo({ first, end: batch ? endOf(batch) : first + 1 });
      if (!isExpired(item, this.#knowing.now())) return true;
    }
    this.stoppedAt = walk.stoppedAt;
    return false;
  }

  async *#passKnown(known: KnownBatches): AsyncGenerator<WalkStep> {
    const { through, runs } = known;
    for (const run of runs) {
      const { near, far } = this.#edgesOf(run);
      if (this.#isPast(far)) continue;
      yield* this.#walkTable(this.#isBeyond(near, through) ? through : near);
      if (this.stoppedAt !== undefined || this.#isPast(through)) return;
      yield* this.#passRun(run, known);
      if (this.stoppedAt !== undefined) return;
    }
    yield* this.#walkTable(through);
  }

  async *#passRun(run: KnownRun, known: KnownBatches): AsyncGenerator<WalkStep> {
    for (const batches of neighbours(known.candidates.filter((one) => isWithin(one, run)))) {
      yield* this.#pass(this.#edgesOf(batches[0]).near, known);
      yield* this.#read(batches);
      if (this.stoppedAt !== undefined) return;
    }
    const { far } = this.#edgesOf(run);
    const isWhole = !this.#isBeyond(far, known.through);
    yield* this.#pass(isWhole ? far : known.through, known);
    // The time says what follows the whole run, and not that the run is not wanted.
    if (isWhole && run.at !== undefined) yield { passed: { through: far, units: 0, terms: [], at: run.at } };
  }

  /** The last positions before a range and in it, in the order of the walk. */
  #edgesOf({ first, end }: BatchRange): { readonly near: number; readonly far: number } {
    return this.#options.isNewestFirst ? { near: end, far: first } : { near: first - 1, far: end - 1 };
  }

  /** Whether a position is behind another one in the order of the walk. */
  #isBeyond(position: number, other: number): boolean {
    return this.#options.isNewestFirst ? position < other : position > other;
  }

  #isPast(position: number): boolean {
    return this.#isBeyond(this.#at, position);
  }

  #passTo({ first, end }: BatchRange): void {
    this.#at = this.#options.isNewestFirst ? first - 1 : end;
  }

  *#pass(through: number, { pathsAt }: KnownBatches): Generator<WalkStep> {
    if (this.#isPast(through)) return;
    this.#passTo({ first: through, end: through + 1 });
    const hasPath = (hash: number) => {
      const position = pathsAt.get(hash);
      return position !== undefined && !this.#isBeyond(position, through);
    };
    const terms: readonly KnownTerms[] = hasPath(anyPath) ? [{ hasTerm: () => true, hasPath }] : [];
    yield { passed: { through, units: 0, terms } };
  }

  async *#read(batches: Neighbours): AsyncGenerator<WalkStep> {
    const last = batches.at(-1) ?? batches[0];
    yield* this.#walk(
      this.#table.segments({
        kind: 'log',
        begin: batches[0].first,
        last: last.first,
        isExact: true,
        isNewestFirst: this.#options.isNewestFirst,
      }),
    );
    this.#passTo(last);
  }

  /** @param last The last position in the order of the walk. */
  async *#walkTable(last: number): AsyncGenerator<WalkStep> {
    if (this.#isPast(last)) return;
    yield* this.#walk(this.#table.filters({ ...this.#options, begin: this.#at, last, isExact: true }));
    this.#passTo({ first: last, end: last + 1 });
  }

  async *#walk(walk: LogWalk): AsyncGenerator<WalkStep> {
    yield* walk.steps();
    this.stoppedAt = walk.stoppedAt;
  }
}

/** Batches that follow each other. */
type Neighbours = readonly [BatchRange, ...BatchRange[]];

function neighbours(batches: readonly BatchRange[]): readonly Neighbours[] {
  const groups: [BatchRange, ...BatchRange[]][] = [];
  for (const batch of batches) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && (before?.end === batch.first || before?.first === batch.end)) group.push(batch);
    else groups.push([batch]);
  }
  return groups;
}

function isWithin({ first, end }: BatchRange, range: BatchRange): boolean {
  return first >= range.first && end <= range.end;
}
