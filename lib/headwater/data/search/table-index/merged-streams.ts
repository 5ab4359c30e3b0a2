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

  async seek(position: string, purpose: Purpose): Promise<Found> {
    return this.#first(await Promise.all(this.#streams.map((stream) => stream.seek(position, purpose))));
  }

  known(position: string): Found | 'unknown' {
    const known = this.#streams
      .map((stream) => stream.known(position))
      .filter((found) => found !== 'unknown');
    return known.length === this.#streams.length ? this.#first(known) : 'unknown';
  }

  pass(position: string, limit: number): Promise<SkipResult> {
    return passEach(this.#search, this, { from: position, limit });
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

  /** Returns the earliest result. A candidate wins over a stop at the same position. */
  #first(all: readonly Found[]): Found {
    const found = all.filter((one) => one !== undefined);
    const [one, ...others] = found;
    if (!one) return undefined;
    const { position } = others.reduce(
      (a, b) => (isBefore(this.#search, b.position, a.position) ? b : a),
      one,
    );
    const here = all.map((other) => (other?.position === position && !isStop(other) ? other : undefined));
    const candidates = here.filter((candidate) => candidate !== undefined);
    if (candidates.length === 0) return { position, isStop: true };
    const units = candidates.find((candidate) => candidate.units !== undefined)?.units;
    return { position, units, isSure: here.some((candidate, at) => candidate && this.#isExact[at]) };
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

  async seek(position: string, purpose: Purpose): Promise<Found> {
    let target: string | undefined = position;
    while (target !== undefined) {
      const found: Found = await this.#stream.seek(target, purpose);
      if (!found || isStop(found)) return found;
      const other = await this.#others.seek(found.position, purpose);
      if (other?.position !== found.position) return found;
      if (isStop(other)) return other;
      target = following(this.#search, found.position);
    }
    return undefined;
  }

  known(position: string): Found | 'unknown' {
    return this.#stream.known(position) === undefined ? undefined : 'unknown';
  }

  pass(position: string, limit: number): Promise<SkipResult> {
    return passEach(this.#search, this, { from: position, limit });
  }

  extent() {
    return this.#stream.extent();
  }
}
