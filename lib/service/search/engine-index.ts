/** The index of lists in the search engine: what lib/data/search/list/search-index.ts asks of one. */

import type { DocumentType } from '../../data/search/document-type.ts';
import {
  type CandidateStream,
  type Extent,
  type Found,
  following,
  isBefore,
  type Search,
  type SearchIndex,
  type SkipResult,
} from '../../data/search/list/search-index.ts';
import type { Engine } from './engine.ts';
import { postJson } from './post-json.ts';
import { translate } from './query-clauses.ts';

interface IndexedDocuments {
  /** The name of the index. */
  readonly index: string;
  readonly owner: string;
  readonly type: Pick<DocumentType<never>, 'fields'>;
}

export function engineIndex(engine: Engine, { index, owner, type }: IndexedDocuments): SearchIndex {
  return {
    // Only documents that do not match cost units, and an exact query finds none.
    unitsOf: (query) => (translate(type.fields, query).isExact ? 0 : Number.POSITIVE_INFINITY),
    open: async (query, search) => {
      const { query: clause, isExact } = translate(type.fields, query);
      const find = (part: PartRequest) => findIds(engine, index, [{ term: { owner } }, clause], part);
      return { stream: new EngineStream(find, search), isExact };
    },
  };
}

interface PartRequest {
  /** The first id. */
  readonly from: string;
  readonly isNewestFirst: boolean;
  readonly skip: number;
  readonly size: number;
  /** The number up to which matches are counted; 0: not at all. */
  readonly counted: number;
}

interface Part {
  readonly ids: readonly string[];
  /** The number of matches from the first id on. */
  readonly total: number;
}

async function findIds(
  engine: Engine,
  index: string,
  filter: readonly object[],
  { from, isNewestFirst, skip, size, counted }: PartRequest,
): Promise<Part> {
  const range = { range: { id: isNewestFirst ? { lte: from } : { gte: from } } };
  const body = {
    query: { bool: { filter: [...filter, range] } },
    sort: [{ id: isNewestFirst ? 'desc' : 'asc' }],
    _source: false,
    from: skip,
    size,
    track_total_hits: counted === 0 ? false : counted,
  };
  const answer = await postJson(engine, [index, '_search'], body, {
    filter_path: 'hits.total.value,hits.hits.sort',
    allow_partial_search_results: 'false',
  });
  const { hits: found, total } = Object(Object(answer).hits);
  const hits: readonly unknown[] = Array.isArray(found) ? found : [];
  return { ids: hits.map((hit) => String(Object(hit).sort?.[0])), total: Number(total?.value ?? 0) };
}

/** A longer list is read in parts that double. */
const firstPart = 25;
const largestPart = 1_000;

class EngineStream implements CandidateStream {
  readonly #find: (part: PartRequest) => Promise<Part>;
  readonly #search: Search;
  /** The ids that were read and not passed. */
  #ids: readonly string[] = [];
  /** The first id that was not read; undefined after the last one. */
  #unread: string | undefined = '';
  #size: number;

  constructor(find: (part: PartRequest) => Promise<Part>, search: Search) {
    this.#find = find;
    this.#search = search;
    // One more shows whether there is another page.
    this.#size = Math.min(largestPart, Math.max(firstPart, search.wanted + 1));
  }

  known(id: string): Found | 'unknown' {
    const at = this.#ids.findIndex((one) => !isBefore(this.#search, one, id));
    this.#ids = at < 0 ? [] : this.#ids.slice(at);
    const [first] = this.#ids;
    if (first !== undefined) return { id: first };
    return this.#unread === undefined ? undefined : 'unknown';
  }

  async seek(id: string): Promise<Found> {
    const known = this.known(id);
    if (known !== 'unknown') return known;
    await this.#read(id);
    const [first] = this.#ids;
    return first === undefined ? undefined : { id: first };
  }

  async pass(id: string, limit: number): Promise<SkipResult> {
    this.known(id);
    if (this.#unread === undefined) {
      const count = Math.min(limit, this.#ids.length);
      this.#ids = this.#ids.slice(count);
      return { count, next: this.#ids[0], isStopped: false };
    }
    const { isNewestFirst } = this.#search;
    const { ids, total } = await this.#find({
      from: id,
      isNewestFirst,
      skip: limit - 1,
      size: 1,
      counted: limit,
    });
    const [last] = ids;
    if (last === undefined) return { count: Math.min(limit, total), next: undefined, isStopped: false };
    return { count: limit, next: following(this.#search, last), isStopped: false };
  }

  extent(): Extent {
    return { end: this.#unread, size: this.#ids.length };
  }

  async #read(from: string): Promise<void> {
    const { isNewestFirst } = this.#search;
    const size = this.#size;
    this.#size = Math.min(largestPart, 2 * size);
    const { ids } = await this.#find({ from, isNewestFirst, skip: 0, size, counted: 0 });
    const last = ids.at(-1);
    this.#ids = ids;
    this.#unread = last === undefined || ids.length < size ? undefined : following(this.#search, last);
  }
}
