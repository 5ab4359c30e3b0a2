import type { Purpose } from '../list/search-budget.ts';
import {
  type Candidate,
  type CandidateStream,
  type Extent,
  type Found,
  isBefore,
  isStop,
  passEach,
  type Search,
  type SkipResult,
} from '../list/search-index.ts';

/** A stream, and the number of the leader's candidates that it contained so far. */
interface Follower {
  readonly stream: CandidateStream;
  asked: number;
  had: number;
  reads: number;
}

/**
 * The stream with the fewest documents leads, as judged by the first read of each.
 * The others skip to its position.
 *
 * For a page, checking a candidate on its document costs one unit, and so does a
 * read of another stream. So another stream is read further only if its reads have
 * saved more than one check each: most candidates are not in it, and each read
 * covers several of them. A count reads all streams, and so does what a list excludes.
 */
export class Intersection implements CandidateStream {
  readonly #search: Search;
  readonly #streams: readonly CandidateStream[];
  #leader: CandidateStream | undefined;
  #followers: readonly Follower[] = [];
  readonly #isProven: boolean;

  /**
   * @param streams One or more.
   * @param isProven Whether each candidate must be in all streams: nobody checks the documents that a list excludes.
   */
  constructor(search: Search, streams: readonly CandidateStream[], isProven = false) {
    this.#search = search;
    this.#streams = streams;
    this.#isProven = isProven;
  }

  async seek(position: string, purpose: Purpose): Promise<Found> {
    const leader = this.#leader ?? (await this.#chooseLeader(position));
    for (let target = position; ; ) {
      const lead = await leader.seek(target, purpose);
      if (!lead || isStop(lead)) return lead;
      const found = await this.#follow(lead, purpose);
      if (!found || isStop(found) || found.position === lead.position) return found;
      target = found.position;
    }
  }

  known(position: string): Found | 'unknown' {
    const hasEnded = this.#streams.some((stream) => stream.known(position) === undefined);
    return hasEnded ? undefined : 'unknown';
  }

  pass(position: string, limit: number): Promise<SkipResult> {
    return passEach(this.#search, this, { from: position, limit });
  }

  extent() {
    const [first, ...others] = this.#streams.map((stream) => stream.extent());
    return others.reduce(
      (one, other) => (this.#isLonger(other, one) ? other : one),
      first ?? { end: undefined, size: 0 },
    );
  }

  async #chooseLeader(position: string): Promise<CandidateStream> {
    await Promise.all(this.#streams.map((stream) => stream.seek(position, 'page')));
    const [leader, ...others] = this.#streams.toSorted((one, other) =>
      this.#isLonger(one.extent(), other.extent()) ? -1 : 1,
    );
    if (!leader) throw new Error('An intersection needs a stream.');
    this.#leader = leader;
    this.#followers = others.map((stream) => ({ stream, asked: 0, had: 0, reads: 1 }));
    return leader;
  }

  /**
   * Whether the first read of `one` reaches further, so that it has fewer documents. If both were read to the end, the
   * shorter wins.
   */
  #isLonger(one: Extent, other: Extent): boolean {
    if (one.end === undefined || other.end === undefined)
      return one.end === other.end ? one.size < other.size : one.end === undefined;
    return isBefore(this.#search, other.end, one.end);
  }

  /** Returns the lead, or the next candidate of a stream that lacks it. */
  async #follow(lead: Candidate, purpose: Purpose): Promise<Found> {
    for (const follower of this.#followers) {
      const found = await ask(follower, lead.position, { purpose, isProven: this.#isProven });
      if (found === 'unknown') continue;
      if (!found) return undefined;
      if (isStop(found)) return { position: lead.position, isStop: true };
      follower.asked++;
      if (found.position !== lead.position) return found;
      follower.had++;
    }
    return { position: lead.position, units: lead.units };
  }
}

interface Asking {
  readonly purpose: Purpose;
  readonly isProven: boolean;
}

async function ask(
  follower: Follower,
  position: string,
  { purpose, isProven }: Asking,
): Promise<Found | 'unknown'> {
  const { stream, asked, had, reads } = follower;
  const known = stream.known(position);
  if (known !== 'unknown') return known;
  const sparesChecks = asked >= 2 * reads && had * 2 < asked;
  if (purpose === 'page' && !sparesChecks && !isProven) return 'unknown';
  follower.reads++;
  return stream.seek(position, purpose);
}
