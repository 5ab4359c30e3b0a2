/** Stretches of a log that were read, and the gaps between them. */

/** Positions from `begin` to before `end`: read, or a gap. */
export interface Stretch<Read> {
  readonly begin: number;
  readonly end: number;
  /** In the order of positions; undefined if the stretch was not read. */
  readonly reads: readonly Read[] | undefined;
}

/** A stretch that was not read. */
export interface UnreadStretch extends Stretch<never> {
  readonly reads: undefined;
}

export interface Run {
  readonly gap: UnreadStretch;
  /** Where it begins. */
  readonly at: number;
  readonly isNewestFirst: boolean;
  /** The units after which it ends. */
  readonly maxUnits: number;
  /** The batches after which it ends: those of one query. */
  readonly maxBatches?: number;
}

/** What a step of a walk is about; no positions if it has only read filters. */
export interface Visited<Read> {
  readonly first?: number;
  readonly end?: number;
  readonly read?: Read;
}

/** How far the read of a gap has come. */
export class GapReading<Read> {
  readonly #run: Run;
  readonly #reads: Read[] = [];
  /** What is known, from `low` to before `high`. */
  #low: number;
  #high: number;
  units = 0;
  batches = 0;

  constructor(run: Run) {
    this.#run = run;
    this.#low = run.isNewestFirst ? run.at + 1 : run.at;
    this.#high = this.#low;
  }

  add(units: number, { first, end, read }: Visited<Read>): void {
    this.units += units;
    if (first !== undefined) this.batches++;
    const { gap } = this.#run;
    if (first !== undefined) this.#low = Math.min(this.#low, Math.max(gap.begin, first));
    if (end !== undefined) this.#high = Math.max(this.#high, Math.min(gap.end, end));
    if (read !== undefined) this.#reads.push(read);
  }

  stretches(): readonly Stretch<Read>[] {
    const { gap, isNewestFirst } = this.#run;
    const reads = isNewestFirst ? this.#reads.toReversed() : this.#reads;
    return withoutEmpty<Read>([
      { begin: gap.begin, end: this.#low, reads: undefined },
      { begin: this.#low, end: this.#high, reads },
      { begin: this.#high, end: gap.end, reads: undefined },
    ]);
  }

  /** The walk has given up before this position in its order: it is the next one. */
  stretchesTo(position: number): readonly Stretch<Read>[] {
    this.add(0, this.#run.isNewestFirst ? { first: position + 1 } : { end: position });
    return this.stretches();
  }

  /** Nothing more is on the way from where the read began. */
  stretchesAtEnd(): readonly Stretch<Read>[] {
    const { gap, isNewestFirst } = this.#run;
    if (isNewestFirst) this.#low = gap.begin;
    else this.#high = gap.end;
    return this.stretches();
  }
}

export function lengthOfStretches(
  stretches: readonly { readonly begin: number; readonly end: number }[],
): number {
  return stretches.reduce((sum, { begin, end }) => sum + end - begin, 0);
}

/** Of two reads of the same gap, from its beginning and from its end. */
export function between<Read>(
  low: readonly Stretch<Read>[],
  high: readonly Stretch<Read>[],
): readonly Stretch<Read>[] {
  const [first] = low;
  const last = high.at(-1);
  if (!first || !last) return low;
  // The same batch.
  if (first.end > last.begin) return [{ ...last, begin: first.begin }];
  return withoutEmpty([first, { begin: first.end, end: last.begin, reads: undefined }, last]);
}

function withoutEmpty<Read>(stretches: readonly Stretch<Read>[]): readonly Stretch<Read>[] {
  return stretches.filter(({ begin, end }) => begin < end);
}

/** In equal pieces. A batch that begins in one piece and ends in the next one is read with the first. */
export function cutGap({ begin, end }: UnreadStretch, pieces: number): readonly UnreadStretch[] {
  const size = Math.ceil((end - begin) / pieces);
  const beginOf = (piece: number) => Math.min(end, begin + piece * size);
  const all = Array.from({ length: pieces }, (_, piece) => ({
    begin: beginOf(piece),
    end: beginOf(piece + 1),
    reads: undefined,
  }));
  return all.filter((piece) => piece.begin < piece.end);
}
