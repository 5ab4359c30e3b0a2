import type { Purpose } from '../list/search-budget.ts';
import {
  type CandidateStream,
  type Found,
  following,
  isBefore,
  isStop,
  type OpenStream,
  passEach,
  type Search,
  type SkipResult,
} from '../list/search-index.ts';

export class Union implements CandidateStream {
  readonly #search: Search;
  readonly #streams: readonly CandidateStream[];
  readonly #isExact: readonly boolean[];

  constructor(search: Search, streams: readonly OpenStream[]) {
    this.#search = search;
    this.#streams = streams.map(({ stream }) => stream);
    this.#isExact = streams.map(({ isExact }) => isExact);
  }

  async seek(id: string, purpose: Purpose): Promise<Found> {
    return this.#first(await Promise.all(this.#streams.map((stream) => stream.seek(id, purpose))));
  }

  known(id: string): Found | 'unknown' {
    const known = this.#streams.map((stream) => stream.known(id)).filter((found) => found !== 'unknown');
    return known.length === this.#streams.length ? this.#first(known) : 'unknown';
  }

  pass(id: string, limit: number): Promise<SkipResult> {
    return passEach(this.#search, this, { from: id, limit });
  }

  extent() {
    const extents = this.#streams.map((stream) => stream.extent());
    const ends = extents.map(({ end }) => end).filter((end) => end !== undefined);
    const end = ends.reduce<string | undefined>(
      (first, other) => (first === undefined || isBefore(this.#search, other, first) ? other : first),
      undefined,
    );
    return { end, size: extents.reduce((sum, { size }) => sum + size, 0) };
  }

  /** Returns the earliest result. A candidate wins over a stop at the same id. */
  #first(all: readonly Found[]): Found {
    const found = all.filter((one) => one !== undefined);
    const [one, ...others] = found;
    if (!one) return undefined;
    const { id } = others.reduce((a, b) => (isBefore(this.#search, b.id, a.id) ? b : a), one);
    const here = all.map((other) => (other?.id === id && !isStop(other) ? other : undefined));
    const candidates = here.filter((candidate) => candidate !== undefined);
    if (candidates.length === 0) return { id, isStop: true };
    const units = candidates.find((candidate) => candidate.units !== undefined)?.units;
    return { id, units, isSure: here.some((candidate, at) => candidate && this.#isExact[at]) };
  }
}

/** The documents in one stream and in none of the others. */
export class Difference implements CandidateStream {
  readonly #search: Search;
  readonly #stream: CandidateStream;
  readonly #others: Union;

  constructor(search: Search, stream: CandidateStream, others: readonly OpenStream[]) {
    this.#search = search;
    this.#stream = stream;
    this.#others = new Union(search, others);
  }

  async seek(id: string, purpose: Purpose): Promise<Found> {
    let target: string | undefined = id;
    while (target !== undefined) {
      const found: Found = await this.#stream.seek(target, purpose);
      if (!found || isStop(found)) return found;
      const other = await this.#others.seek(found.id, purpose);
      if (other?.id !== found.id) return found;
      if (isStop(other)) return other;
      target = following(this.#search, found.id);
    }
    return undefined;
  }

  known(id: string): Found | 'unknown' {
    return this.#stream.known(id) === undefined ? undefined : 'unknown';
  }

  pass(id: string, limit: number): Promise<SkipResult> {
    return passEach(this.#search, this, { from: id, limit });
  }

  extent() {
    return this.#stream.extent();
  }
}
