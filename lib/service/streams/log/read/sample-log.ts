/**
 * Reads batches that are spread over a part of a log, until nothing is left or the budget is spent. What is unread is a
 * gap between batches that were read. The next batch is read in the middle of the gap that may hide most: the one with
 * the most positions, or across which the time of records changes most. So a night without records is found to a few batches.
 */

import type { Needs } from '@headwater/ingest/conditions';
import { type Item, ignoreTransient, isExpired } from 'headwater/table';
import { endOf, parseBatch, positionOf } from '../batch-items.ts';
import { documentParts, readPart } from '../batch-records.ts';
import { readHead } from '../log-head.ts';
import type { LogContext, PushedRange, RecordDocument } from '../log-types.ts';
import { findContaining, SegmentWalk } from '../segment-walk.ts';
import { settleOld } from '../write/settle-reservations.ts';
import { FilteredWalk, type LogWalk, type WalkStep } from './filtered-walk.ts';
import {
  between,
  cutGap,
  GapReading,
  lengthOfStretches,
  type Run,
  type Stretch,
  type UnreadStretch,
  type Visited,
} from './gap-reading.ts';
import { beginOfTime, timeRange } from './time-search.ts';

export interface SampledRecord {
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly documents: readonly RecordDocument[];
}

export interface LogSampling<Read extends TimedBatch> {
  /** The first position and the last one; by default those of the log. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly pushed: PushedRange;
  /** What a batch must have so that a record of it may match. */
  readonly needs: Needs | undefined;
  readonly maxUnits: number;
  /** Called once for the records of each batch that is read, in any order of the batches. */
  readonly take: (records: readonly SampledRecord[]) => Read;
  /** Whether nothing more is to be read. */
  readonly isSpent: () => boolean;
}

export interface TimedBatch {
  /** About when its records were made; undefined if none says that. */
  readonly moment: number | undefined;
}

/** The units after which a read in a gap takes no more batches. */
const runUnits = 4;
/** The same with filters: the first batch is read without, and filters cost a tenth. */
const filteredRunUnits = 40;
const readsAtOnce = 8;
const maxUnitsAtOnce = 128;
/** Each walk with filters reads its first batch without one. */
const fewBatches = 4;
/** The most batches of one query. */
const maxLimit = 128;
/** The positions of a gap that one query after the other reads. */
const minPiece = 4_096;
/** A query reads many small batches for one unit: the size of their other attributes. */
const itemBytes = 400;
const unitBytes = 4_096;
/** How much a change of time counts: a gap across all of it is as large as so many without a change. */
const timeWeight = 64;

/** @returns stretches that follow each other from the first position to the last one. */
export async function sampleLog<Read extends TimedBatch>(
  log: LogContext,
  sampling: LogSampling<Read>,
): Promise<readonly Stretch<Read>[]> {
  const head = await readHead(log);
  await settleOld(log, head.open).catch(ignoreTransient);
  const { from = 0, to = head.next, pushed } = sampling;
  const first = await firstAround(log, Math.max(from, head.start));
  const end = Math.min(to + 1, head.next);
  const kind = 'log';
  const ascending = { kind, begin: first, last: end, isNewestFirst: false } as const;
  const descending = { kind, begin: end, last: first, isNewestFirst: true } as const;
  const [begin, last] = await Promise.all([
    beginOfTime(log, ascending, timeRange(pushed, false)),
    beginOfTime(log, descending, timeRange(pushed, true)),
  ]);
  return begin < last ? new Sampler(log, sampling).run({ begin, end: last }) : [];
}

/** The first position of the batch that has a position. */
async function firstAround(log: LogContext, position: number): Promise<number> {
  const item = position === 0 ? undefined : await findContaining(log, 'log', position);
  const batch = item && parseBatch(item);
  return batch && endOf(batch) > position ? batch.first : position;
}

class Sampler<Read extends TimedBatch> {
  readonly #log: LogContext;
  readonly #sampling: LogSampling<Read>;
  #stretches: readonly Stretch<Read>[] = [];
  #units = 0;
  #batches = 0;
  /** Of the walks with filters: how many batches they have passed, and how many they had to read. */
  #passed = 0;
  #notPassed = 0;

  constructor(log: LogContext, sampling: LogSampling<Read>) {
    this.#log = log;
    this.#sampling = sampling;
  }

  async run(range: { readonly begin: number; readonly end: number }): Promise<readonly Stretch<Read>[]> {
    const whole = { ...range, reads: undefined };
    // Both ends, so that every gap is between batches.
    const { begin, end } = range;
    const low = await this.#read({ gap: whole, at: begin, isNewestFirst: false, maxUnits: 0 });
    const high = await this.#read({ gap: whole, at: end - 1, isNewestFirst: true, maxUnits: 0 });
    this.#stretches = between(low, high);
    for (let runs = this.#next(); runs.length > 0; runs = this.#next()) {
      const read = await Promise.all(runs.map((run) => this.#read(run)));
      const byGap = new Map(runs.map(({ gap }, index) => [gap, read[index]]));
      this.#stretches = this.#stretches.flatMap(
        (stretch) => byGap.get(stretch as UnreadStretch) ?? [stretch],
      );
    }
    return this.#stretches;
  }

  /** What is read next: all of what is left if the budget allows it. */
  #next(): readonly Run[] {
    const left = this.#sampling.maxUnits - this.#units;
    const gaps = this.#stretches.filter((stretch): stretch is UnreadStretch => !stretch.reads);
    if (gaps.length === 0 || left <= 0 || this.#sampling.isSpent()) return [];
    const read = lengthOfStretches(this.#stretches) - lengthOfStretches(gaps);
    const isAffordable = (lengthOfStretches(gaps) * this.#units) / Math.max(1, read) <= left;
    const isNewestFirst = true;
    if (isAffordable) {
      const pieces: readonly UnreadStretch[] = gaps
        .slice(0, readsAtOnce)
        .flatMap((gap) => this.#cut(gap, readsAtOnce / gaps.length));
      return pieces.map((gap) => ({ gap, at: gap.end - 1, isNewestFirst, maxUnits: left / readsAtOnce }));
    }
    const maxUnits = this.#needs ? filteredRunUnits : runUnits;
    const maxBatches = this.#needs ? Number.POSITIVE_INFINITY : this.#batchesFor(maxUnits);
    const run = { isNewestFirst, maxUnits, maxBatches };
    return this.#byPriority(gaps)
      .slice(0, this.#atOnce(Math.min(left, maxUnitsAtOnce), maxUnits))
      .map((gap) => ({ gap, at: Math.floor((gap.begin + gap.end) / 2), ...run }));
  }

  /** Undefined as well if filters pass few batches: then batches that follow each other would be read, in place of others. */
  get #needs(): Needs | undefined {
    return this.#notPassed > this.#passed + fewBatches ? undefined : this.#sampling.needs;
  }

  /** How many gaps are read at once: an owner pays afterwards. */
  #atOnce(units: number, unitsOfRun: number): number {
    const unitsOfBatch = this.#units / Math.max(1, this.#batches);
    return Math.min(readsAtOnce, Math.max(1, Math.floor(units / Math.max(unitsOfRun, unitsOfBatch))));
  }

  /** How many batches one query reads for so many units. */
  #batchesFor(units: number): number {
    const batches = this.#units === 0 ? 1 : Math.round((units * this.#batches) / this.#units);
    return Math.min(maxLimit, Math.max(1, batches));
  }

  #cut(gap: UnreadStretch, most: number): readonly UnreadStretch[] {
    const pieces = Math.min(Math.floor(most), Math.floor((gap.end - gap.begin) / minPiece));
    if (pieces < 2) return [gap];
    const cut = cutGap(gap, pieces);
    this.#stretches = this.#stretches.flatMap((stretch): readonly Stretch<Read>[] =>
      stretch === gap ? cut : [stretch],
    );
    return cut;
  }

  #byPriority(gaps: readonly UnreadStretch[]): readonly UnreadStretch[] {
    const moments = this.#stretches.map(({ reads = [] }) => reads.map(({ moment }) => moment));
    const known = moments.flat().filter((moment) => moment !== undefined);
    const span = known.reduce((most, moment) => Math.max(most, moment), Number.NEGATIVE_INFINITY);
    const all = Math.max(1, span - known.reduce((least, moment) => Math.min(least, moment), span));
    const sizes = new Map<UnreadStretch, number>();
    for (const [index, stretch] of this.#stretches.entries()) {
      if (stretch.reads) continue;
      const [before, after] = [moments[index - 1]?.at(-1), moments[index + 1]?.[0]];
      const change = before === undefined || after === undefined ? 0 : Math.abs(after - before) / all;
      sizes.set(stretch as UnreadStretch, (stretch.end - stretch.begin) * (1 + timeWeight * change));
    }
    return gaps.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0));
  }

  /** @returns the stretches that take the place of the gap. */
  async #read(run: Run): Promise<readonly Stretch<Read>[]> {
    const { maxUnits: mostInAll, isSpent } = this.#sampling;
    const { maxUnits, maxBatches = Number.POSITIVE_INFINITY } = run;
    const reading = new GapReading<Read>(run);
    const needs = this.#needs;
    const walk = this.#walk(run, needs);
    for await (const step of walk.steps()) {
      const { units, ...visited } = await this.#visit(step);
      this.#units += units;
      if (visited.first !== undefined) this.#batches++;
      if (needs && visited.read) this.#notPassed++;
      else if (needs && visited.first !== undefined) this.#passed++;
      reading.add(units, visited);
      const isEnough = reading.units >= maxUnits || reading.batches >= maxBatches;
      if (isEnough || this.#units >= mostInAll || isSpent()) return reading.stretches();
    }
    return walk.stoppedAt === undefined ? reading.stretchesAtEnd() : reading.stretchesTo(walk.stoppedAt);
  }

  #walk({ gap, at, isNewestFirst, maxUnits }: Run, needs: Needs | undefined): LogWalk {
    const { pushed } = this.#sampling;
    const [begin, last] = [at, isNewestFirst ? gap.begin : gap.end - 1];
    const options = { kind: 'log', begin, last, isNewestFirst, isExact: true } as const;
    const firstLimit = this.#batchesFor(maxUnits);
    if (!needs) return new SegmentWalk(this.#log, { ...options, firstLimit });
    const isWantedTime = timeRange(pushed, isNewestFirst).isWanted;
    return new FilteredWalk(this.#log, { ...options, needs, isWantedTime, maxUnits });
  }

  async #visit(step: WalkStep): Promise<Visited<Read> & { readonly units: number }> {
    if ('item' in step) {
      const visited = await this.#readItem(step.item);
      if (visited.read) step.walk.noteRecords();
      return visited;
    }
    const { units, through, at } = step.passed;
    // Filters were read, or one of them has passed a batch.
    return at === undefined ? { units } : { units, first: through, end: through + 1 };
  }

  async #readItem(item: Item): Promise<Visited<Read> & { readonly units: number }> {
    const first = positionOf(item);
    const batch = parseBatch(item);
    const end = batch ? endOf(batch) : first + 1;
    const itemUnits = ((batch?.data?.length ?? 0) + itemBytes) / unitBytes;
    if (!batch || isExpired(item, this.#log.now())) return { first, end, units: itemUnits };
    const { pushed, take } = this.#sampling;
    const isWanted = timeRange(pushed, true).isWanted(batch.at);
    const parts = isWanted ? documentParts(this.#log, batch) : [];
    const records: SampledRecord[] = [];
    let units = itemUnits;
    for (const part of parts) {
      const read = await readPart(this.#log, part);
      units += part.key ? read.units : 0;
      records.push(...read.records.filter(({ position }) => this.#isAsked(position)));
    }
    return { first, end, units, read: take(records) };
  }

  #isAsked(position: number): boolean {
    const { from = 0, to = Number.POSITIVE_INFINITY } = this.#sampling;
    return position >= from && position <= to;
  }
}
