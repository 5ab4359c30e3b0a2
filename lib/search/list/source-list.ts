/**
 * Lists of sources: the index says which sources may be meant (list-plan.ts),
 * each is checked on the source itself (candidates.ts), and the rest is counted.
 *
 * What a page costs does not depend on how many sources there are: the sources
 * that it shows, the entries that lead to them, and at most as many sources in
 * vain as the budget says. A list that ends before its page is full says so
 * (`partial`) and where to go on (`after`).
 *
 * Pages are read strongly, the count beyond the first read of each term is not:
 * a list that is shorter than about 70 shows every write that was acknowledged
 * before, in its total as well; in a longer one the total may lag for a moment.
 * So may the lists of a prefix: which terms begin with it is read as a count is.
 */

import { ServiceError } from '../../errors.ts';
import type { SourcePage, SourceRecord } from '../../sources/source-record.ts';
import { sourceSchema } from '../../sources/source-schema.ts';
import { firstId, lastId } from '../../store/ids.ts';
import type { TableAccess } from '../../store/table-access.ts';
import { parseQuery } from '../query/parse-query.ts';
import { following, type Search } from './candidate-stream.ts';
import type { CheckContext } from './candidates.ts';
import { type Cursor, readCursor, type Sort, writeCursor } from './list-cursor.ts';
import { planQuery } from './list-plan.ts';
import { openWalk } from './open-walk.ts';
import { SourceFinder } from './source-finder.ts';

export interface ListRequest {
  readonly from: number;
  readonly size: number;
  /** In the query language (docs/query.md); all sources when absent or blank. */
  readonly query?: string;
  /** By default the newest come first. */
  readonly sort?: Sort;
  /** Goes on where another page of the same query ended. */
  readonly after?: string;
}

export interface ListContext {
  readonly table: TableAccess;
  readonly tableName: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly isTimeUp: () => boolean;
}

/** How far `from` and `size` reach, and up to where `total` is exact. */
const maxDepth = 10_000;

/** How many sources a list may look at in vain, or only to skip or to count them. */
const maxExtraSources = 1_000;

/** Read units of entries to find what a page shows, and to skip and count: with the page these are 80. */
const maxUnits = { page: 200, count: 68 } as const;

/** @throws ServiceError invalid_query, and invalid_request when page or cursor are not valid. */
export async function listSources(context: ListContext, request: ListRequest): Promise<SourcePage> {
  const { from, size, query: text, sort = '-created', after } = request;
  checkPage(request);
  const owner = { query: text, sort };
  const isNewestFirst = sort === '-created';
  const given = after === undefined ? undefined : readCursor(after, owner);
  const now = given?.now ?? context.now();
  const query = parseQuery(text ?? '', { fields: sourceSchema.fields, now });
  const start: Start = {
    next: given?.next ?? (isNewestFirst ? lastId : firstId),
    skip: given?.skip ?? from,
    ...(given ? { counted: { total: given.total, relation: given.relation } } : {}),
  };
  const search: Search = { ...context, isNewestFirst, wanted: size, unitsLeft: { ...maxUnits } };
  const { hits, total, relation, next, skip } = await readPage({ ...context, query }, search, start);
  return {
    from,
    size: hits.length,
    total,
    total_relation: relation,
    hits,
    ...(next === undefined ? {} : { after: writeCursor({ next, skip, total, relation, now }, owner) }),
    ...(next === undefined || hits.length === size ? {} : { partial: true }),
  };
}

type Counted = Pick<Cursor, 'total' | 'relation'>;

interface Start {
  readonly next: string;
  readonly skip: number;
  /** By an earlier page. */
  readonly counted?: Counted;
}

interface Page extends Counted {
  readonly hits: readonly SourceRecord[];
  /** Where the next page begins, and what it has to skip still; undefined when there is none. */
  readonly next: string | undefined;
  readonly skip: number;
}

async function readPage(context: CheckContext, search: Search, start: Start): Promise<Page> {
  const { wanted: size } = search;
  const isLarge = start.counted?.relation === 'gte';
  const walk = await openWalk(search, planQuery(context.query), isLarge ? 0 : maxDepth + 1);
  const maxSources = maxExtraSources + size;
  const finder = new SourceFinder(context, search, { ...walk, start: start.next, maxSources });
  const skip = size === 0 ? 0 : start.skip;
  const { skipped, hits: found } = await finder.find(skip, size);
  const hits = found.slice(0, size);
  const next = nextPage(search, { found, hits, next: finder.next });
  const counted = start.counted ?? (await countAll(finder, skipped + found.length, walk.atLeast));
  const isLast = !start.counted && counted.relation === 'eq' && counted.total === skipped + hits.length;
  return { hits, ...counted, next: isLast || size === 0 ? undefined : next, skip: skip - skipped };
}

/** After the last hit of a full page; else where the search has ended. */
function nextPage(
  search: Search,
  {
    found,
    hits,
    next,
  }: {
    readonly found: readonly SourceRecord[];
    readonly hits: readonly SourceRecord[];
    readonly next: string | undefined;
  },
): string | undefined {
  const last = hits.at(-1);
  const isMore = found.length > hits.length || next !== undefined;
  if (!last || !isMore) return next;
  return hits.length === search.wanted ? following(search, last._id) : next;
}

async function countAll(finder: SourceFinder, known: number, atLeast = 0): Promise<Counted> {
  if (atLeast > known) return { total: Math.min(atLeast, maxDepth), relation: 'gte' };
  // One more than is counted exactly tells whether there is one more.
  const { count, isComplete } = await finder.count(maxDepth + 1 - known);
  return { total: Math.min(known + count, maxDepth), relation: isComplete ? 'eq' : 'gte' };
}

function checkPage({ from, size, after }: ListRequest): void {
  if (after !== undefined && from > 0)
    throw invalidFrom(
      'must be 0 together with after',
      `from is ${from} beside after, which says where to go on.`,
    );
  if (from + size <= maxDepth) return;
  throw invalidFrom(
    `must be at most ${maxDepth} together with size`,
    `from + size is ${from + size}; lists reach ${maxDepth} deep, and farther page by page with after.`,
  );
}

function invalidFrom(message: string, detail: string): ServiceError {
  const errors = [{ in: 'query', name: 'from', code: 'maximum', message }];
  return new ServiceError('invalid_request', detail, { members: { errors } });
}
