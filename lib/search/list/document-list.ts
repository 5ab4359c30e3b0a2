/**
 * Lists documents. The index says which documents may match (list-plan.ts), each
 * is checked on the document itself (check-candidates.ts), and the rest is counted.
 *
 * The cost of a page does not depend on the number of documents. It consists of
 * the documents that the page shows, the entries that lead to them, and a
 * limited number of documents that are checked and do not match. A list that
 * stops before its page is full says so (`isPartial`) and where to continue
 * (`after`).
 *
 * Pages are read consistently. Counts are not, beyond the first read of each
 * term. So a list shorter than about 70 documents shows every acknowledged
 * write, also in its total; the total of a longer list may lag for a moment.
 * Lists of a prefix may lag, too: finding its terms reads as a count does.
 */

import { ServiceError } from '../../errors.ts';
import { firstId, lastId } from '../../store/ids.ts';
import type { TableAccess } from '../../store/table-access.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { TermIndex } from '../term-index.ts';
import { following, type Search } from './candidate-stream.ts';
import type { CheckContext } from './check-candidates.ts';
import { maxDepth } from './depth.ts';
import { DocumentFinder } from './document-finder.ts';
import { type Cursor, type CursorOwner, readCursor, type Sort, writeCursor } from './list-cursor.ts';
import { planQuery } from './list-plan.ts';
import { openWalk } from './open-walk.ts';

export interface ListRequest {
  readonly from: number;
  readonly size: number;
  /** In the query language (docs/query.md). Matches all documents when absent or blank. */
  readonly query?: string;
  /** The newest first by default. */
  readonly sort?: Sort;
  /** The cursor of another page of the same query: continues where that page ended. */
  readonly after?: string;
}

export interface ListContext<Document> {
  readonly index: TermIndex<Document>;
  readonly table: TableAccess;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly isTimeUp: () => boolean;
  /** Where the caller takes the request from, such as `query`: the member `in` of issues about `from` and `after`. */
  readonly requestIn?: string | undefined;
}

export interface DocumentPage<Document> {
  readonly from: number;
  readonly total: number;
  /** `gte`: there are at least `total` documents. */
  readonly relation: 'eq' | 'gte';
  readonly hits: readonly Document[];
  /** The cursor of the next page; absent on the last one. */
  readonly after?: string;
  /** The search has stopped before the page was full. `after` continues it. */
  readonly isPartial: boolean;
}

/** The number of documents that a list may check without showing them: to find a page, to skip and to count. */
const maxExtraDocuments = 1_000;

/** Read units of entries to find a page, and to skip and count. With the documents of a page they make 80. */
const maxUnits = { page: 200, count: 68 } as const;

/** @throws ServiceError invalid_query, and invalid_request when `from`, `size` or `after` are not valid. */
export async function listDocuments<Document>(
  context: ListContext<Document>,
  request: ListRequest,
): Promise<DocumentPage<Document>> {
  const { index } = context;
  const { from, size, query: text, sort = '-created', after } = request;
  checkDepth(context, request);
  const owner = { query: text, sort };
  const isNewestFirst = sort === '-created';
  const cursor = after === undefined ? undefined : readAfter(context, after, owner);
  const now = cursor?.now ?? context.now();
  const query = parseQuery(text ?? '', { fields: index.fields, now });
  const start: Start = {
    next: cursor?.next ?? (isNewestFirst ? lastId : firstId),
    skip: cursor?.skip ?? from,
    ...(cursor ? { counted: { total: cursor.total, relation: cursor.relation } } : {}),
  };
  const { table, isTimeUp } = context;
  const unitsLeft = { ...maxUnits };
  const search: Search = { table, all: index.all, isNewestFirst, wanted: size, isTimeUp, unitsLeft };
  const { hits, total, relation, next, skip } = await readPage({ ...context, query }, search, start);
  return {
    ...{ from, total, relation, hits },
    ...(next === undefined ? {} : { after: writeCursor({ next, skip, total, relation, now }, owner) }),
    isPartial: next !== undefined && hits.length < size,
  };
}

type Counted = Pick<Cursor, 'total' | 'relation'>;

interface Start {
  readonly next: string;
  readonly skip: number;
  /** The count of an earlier page. */
  readonly counted?: Counted;
}

interface Read<Document> extends Counted {
  readonly hits: readonly Document[];
  /** The id at which the next page begins; undefined when there is none. */
  readonly next: string | undefined;
  /** The number of documents that the next page must still skip. */
  readonly skip: number;
}

async function readPage<Document>(
  context: CheckContext<Document>,
  search: Search,
  start: Start,
): Promise<Read<Document>> {
  const { wanted: size } = search;
  const isLarge = start.counted?.relation === 'gte';
  const walk = await openWalk(search, planQuery(context.index, context.query), isLarge ? 0 : maxDepth + 1);
  const maxDocuments = maxExtraDocuments + size;
  const finder = new DocumentFinder(context, search, { ...walk, start: start.next, maxDocuments });
  const skip = size === 0 ? 0 : start.skip;
  const { skipped, hits: found } = await finder.find(skip, size);
  const hits = found.slice(0, size);
  const last = hits.at(-1);
  const end = last && hits.length === size ? context.index.idOf(last) : undefined;
  const isMore = found.length > size || finder.next !== undefined;
  // After the last hit of a full page, else where the search has stopped.
  const next = end !== undefined && isMore ? following(search, end) : finder.next;
  const counted = start.counted ?? (await countAll(finder, skipped + found.length, walk.atLeast));
  const isLast = !start.counted && counted.relation === 'eq' && counted.total === skipped + hits.length;
  return { hits, ...counted, next: isLast || size === 0 ? undefined : next, skip: skip - skipped };
}

async function countAll<Document>(
  finder: DocumentFinder<Document>,
  known: number,
  atLeast = 0,
): Promise<Counted> {
  if (atLeast > known) return { total: Math.min(atLeast, maxDepth), relation: 'gte' };
  // Counts up to one more than the exact limit, to know whether there are more.
  const { count, isComplete } = await finder.count(maxDepth + 1 - known);
  return { total: Math.min(known + count, maxDepth), relation: isComplete ? 'eq' : 'gte' };
}

type Origin = Pick<ListContext<never>, 'requestIn'>;

function readAfter({ requestIn }: Origin, after: string, owner: CursorOwner): Cursor {
  const cursor = readCursor(after, owner);
  if (cursor) return cursor;
  const message = 'must be the after of a page of this very query and sort';
  const issue = { in: requestIn, name: 'after', code: 'format', message };
  throw invalidRequest(`The parameter after ${message}.`, issue);
}

function checkDepth({ requestIn }: Origin, { from, size, after }: ListRequest): void {
  const issue = { in: requestIn, name: 'from', code: 'maximum' };
  if (after !== undefined && from > 0) {
    const detail = `from is ${from} beside after, which says where to go on.`;
    throw invalidRequest(detail, { ...issue, message: 'must be 0 together with after' });
  }
  if (from + size <= maxDepth) return;
  const detail = `from + size is ${from + size}; lists reach ${maxDepth} deep, and farther page by page with after.`;
  throw invalidRequest(detail, { ...issue, message: `must be at most ${maxDepth} together with size` });
}

function invalidRequest(detail: string, issue: Readonly<Record<string, string | undefined>>): ServiceError {
  return new ServiceError('invalid_request', detail, { members: { errors: [issue] } });
}
