/**
 * Lists documents, whatever index names those that may match:
 *
 *     listDocuments (data/documents.ts)
 *       -> findPage              reads the query, the filters and the cursor
 *         -> SearchIndex.plan    search-index.ts: how the index can answer, and the most read units of it
 *              engine-index/     if the stage has a search engine for lists, and it has an answer
 *              table-index/      otherwise
 *         -> reserveUnits        if that is dear
 *         -> SearchPlan.open     the stream of candidates
 *         -> DocumentFinder      takes candidates of the index, in order
 *           -> checkCandidates   reads them from the table: do they exist, and match?
 *         -> countAll            the rest, by the index
 *
 * The cost of a page does not depend on the number of documents (docs/headwater/query.md). A list that stops before its page is
 * full says so (`isPartial`) and where to continue (`after`).
 *
 * A list skips and counts by postings alone: each of them is true (documents/document-writes.ts). The end of a page does not
 * depend on a count: `after` is absent only if no candidate remains.
 *
 * Pages are read consistently, and so is a total if the first read of each term reaches the end of the list: one of
 * fewer than about 70 documents. The total of a longer list may lag for a moment, and so may lists of a prefix.
 */

import { ServiceError } from '../../../shared/errors.ts';
import { checkComparison } from '../../../shared/query/check-comparison.ts';
import type { DocumentPath } from '../../../shared/query/fields.ts';
import { sortedFields } from '../../../shared/query/sort-keys.ts';
import type { Comparison, Filter, Query } from '../../../shared/query/syntax-tree.ts';
import { reserveUnits, settleUnits } from '../../store/owner-units.ts';
import { everyPosition, type ListOrder, listPositionOf } from '../index/positions.ts';
import type { CheckContext } from './check-candidates.ts';
import { DocumentFinder } from './document-finder.ts';
import { type Cursor, type CursorList, maxDepth, readCursor, writeCursor } from './list-cursor.ts';
import { SearchBudget } from './search-budget.ts';
import {
  following,
  newCount,
  type OpenedSearch,
  type Search,
  type SearchIndex,
  type SearchPlan,
} from './search-index.ts';

/** The fields of a document by which lists may be sorted: those of its type with `sort`, besides `created`. */
export type Sort<Document = never> = SignedName<'created' | DocumentPath<Document>>;

/** Any field, if the type of the documents is not known. */
type FilteredField<Document> = [Document] extends [never] ? string : DocumentPath<Document>;

type SignedName<Name extends string> = Name | `-${Name}`;

/** @typeParam Document The model of the documents, whose fields `sort` may name. */
export interface ListRequest<Document = never> {
  /** 0 by default. */
  readonly from?: number;
  readonly size: number;
  /** In the query language (docs/headwater/query.md). Matches all documents when absent or blank. */
  readonly query?: string;
  /** Conditions beside the query; none by default. `context.filters` has those of parameters with `x-filter`. */
  readonly filters?: readonly Filter<FilteredField<Document>>[];
  /** Those that a request may have: `context.declaredFilters`. A wrong one fails each list, not only one that has a value of it. */
  readonly declaredFilters?: readonly Comparison[];
  /** The newest first by default: `created`, or a field with `sort`; with a minus the greatest value comes first. */
  readonly sort?: Sort<Document>;
  /** The cursor of another page of the same query: continues where that page ended. */
  readonly after?: string;
  /** Counts up to `maxDepth` documents; up to `maxTotal` by default. */
  readonly track_total?: boolean;
}

export interface ListContext<Document> extends Omit<CheckContext<Document>, 'isMatch' | 'positionOf'> {
  readonly searchIndex: SearchIndex;
  /** The read units that a list may spend besides the documents that it shows; 100 by default. */
  readonly maxUnits?: number | undefined;
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

/** The default limit of exact totals, which keeps them at a few read units for a list of any length. */
const maxTotal = 1_000;

/** Ten such lists a second take what a partition of the table gives at most. */
const defaultUnits = 100;

/** The read units of postings that counting to `maxDepth`, or skipping, may use. */
const maxCountUnits = 68;

/**
 * @throws ServiceError invalid_query, invalid_request when `from`, `size` or `after` are not valid, too_many_requests, and
 * unavailable when the time is over before a document is reached.
 */
export async function findPage<Document>(
  context: ListContext<Document>,
  request: ListRequest<Document>,
): Promise<DocumentPage<Document>> {
  const { index, searchIndex } = context;
  const { from = 0, size, query: text, filters = [], sort = '-created', after } = request;
  for (const declared of request.declaredFilters ?? []) checkComparison(declared, index.fields);
  checkDepth(context, request);
  const order = readSort(context, sort);
  // One of no values: nothing is read for it.
  if (filters.some(({ values }) => values.length === 0))
    return { from, total: 0, relation: 'eq', hits: [], isPartial: false };
  const list = { owner: index.owner, query: listText(text, filters), sort };
  const cursor = after === undefined ? undefined : readAfter(context, after, list);
  const now = cursor?.now ?? context.now();
  const selection = await readSelection(context, request, now);
  const every = everyPosition(order);
  const start = {
    next: cursor?.next ?? (order.isDescending ? every.high : every.low),
    ...order,
    skip: size === 0 ? 0 : (cursor?.skip ?? from),
    ...(cursor ? { counted: { total: cursor.total, relation: cursor.relation } } : {}),
  };
  const search = newSearch(context, request, start);
  const plan = await searchIndex.plan(selection.query, search);
  await reserveDear(context, request, plan);
  const place = (document: Document) => listPositionOf(index, order, document);
  const page = await readPage({ ...context, ...selection, positionOf: place, search }, plan, start).finally(
    () => settleUnits(context.table),
  );
  const { hits, total, relation, next, skip, refusal } = page;
  // A client that follows the cursor would ask for the same page again and again.
  if (hits.length === 0 && next === start.next && skip === start.skip && size > 0)
    throw refusal ?? noProgress();
  return {
    from,
    total,
    relation,
    hits,
    ...(next === undefined ? {} : { after: writeCursor({ next, skip, total, relation, now }, list) }),
    isPartial: next !== undefined && hits.length < size,
  };
}

interface Selection<Document> extends Pick<CheckContext<Document>, 'isMatch'> {
  /** Undefined selects all documents. */
  readonly query: Query | undefined;
}

interface ListConditions {
  readonly query?: string;
  readonly filters?: readonly Filter[];
}

async function readSelection<Document>(
  { index }: ListContext<Document>,
  { query: text = '', filters = [] }: ListConditions,
  now: number,
): Promise<Selection<Document>> {
  if (text === '' && filters.length === 0) return { query: undefined, isMatch: () => true };
  const { readQuery, evaluate } = await import('../../../shared/query/query-language.ts');
  const query = readQuery(text, filters, { fields: index.fields, now });
  return { query, isMatch: (document) => evaluate(index, query, document) };
}

/** A list that takes at most so many read units besides its hits reserves none. */
const cheapUnits = 30;

/**
 * Reserves what a list may take besides its hits, and a unit for each of these.
 *
 * @throws ServiceError too_many_requests.
 */
async function reserveDear(
  { table, maxUnits = defaultUnits }: ListContext<never>,
  { from = 0, size, track_total: isTracked = false }: Pick<ListRequest, 'from' | 'size' | 'track_total'>,
  plan: SearchPlan,
): Promise<void> {
  const far = isTracked || from > 0 ? maxCountUnits : 0;
  const units = Math.min(maxUnits, plan.units + far);
  if (units > cheapUnits) await reserveUnits(table, units + size);
}

type KnownTotal = Pick<Cursor, 'total' | 'relation'>;

interface Start extends ListOrder {
  readonly next: string;
  readonly skip: number;
  /** The count that an earlier page has made. */
  readonly counted?: KnownTotal;
}

interface Read<Document> extends KnownTotal {
  readonly hits: readonly Document[];
  /** The position at which the next page begins; undefined when there is none. */
  readonly next: string | undefined;
  /** The number of documents that the next page must still skip. */
  readonly skip: number;
  /** Why the owner could not pay for more. */
  readonly refusal: ServiceError | undefined;
}

function newSearch(
  { isTimeUp, maxUnits = defaultUnits }: ListContext<never>,
  { size, track_total: isTracked = false }: Pick<ListRequest, 'size' | 'track_total'>,
  { next, sortField, isDescending, skip, counted }: Start,
): Search {
  const budget = new SearchBudget(maxUnits);
  if (isTracked || skip > 0) budget.allowCount(maxCountUnits, maxCountUnits);
  // One more than the exact limit shows whether there are more.
  const countUpTo = counted?.relation === 'gte' ? 0 : 1 + (isTracked ? maxDepth : maxTotal);
  return {
    sortField,
    isDescending,
    start: next,
    skip,
    wanted: size,
    countUpTo,
    isTimeUp,
    budget,
    counting: newCount(),
  };
}

interface PageContext<Document> extends CheckContext<Document> {
  readonly search: Search;
}

async function readPage<Document>(
  { search, ...context }: PageContext<Document>,
  plan: SearchPlan,
  start: Start,
): Promise<Read<Document>> {
  const size = search.wanted;
  const { atLeast, counted: indexed, ...opened } = await plan.open();
  const finder = new DocumentFinder(context, search, opened);
  const { skipped, hits: found, fitting } = await finder.find(start.skip, size);
  const hits = found.slice(0, Math.min(size, fitting));
  const isMore = hits.length < found.length || finder.next !== undefined;
  const last = hits.at(-1);
  const end = last && (hits.length === size || hits.length < found.length) ? last : undefined;
  // The next page begins after the last hit of a full page, or else where the search has stopped.
  const next = end && isMore ? following(search, context.positionOf(end)) : finder.next;
  const known = skipped + found.length;
  const counted = start.counted ?? (await countAll(finder, { search, known, atLeast, indexed }));
  const { refusal } = finder;
  return { hits, ...counted, next: size === 0 ? undefined : next, skip: start.skip - skipped, refusal };
}

interface CountTask extends Pick<OpenedSearch, 'atLeast'> {
  readonly indexed: OpenedSearch['counted'];
  readonly search: Search;
  readonly known: number;
}

async function countAll<Document>(
  finder: DocumentFinder<Document>,
  { search, known, atLeast = 0, indexed }: CountTask,
): Promise<KnownTotal> {
  const most = search.countUpTo - 1;
  if (finder.next === undefined) return { total: known, relation: 'eq' };
  if (known >= most) return { total: known, relation: 'gte' };
  // A list that wants no hits has read nothing yet.
  search.counting.mayLag = search.wanted > 0 && finder.isLong;
  if (atLeast > known) return { total: Math.min(atLeast, most), relation: 'gte' };
  if (indexed) {
    const total = Math.max(known, indexed.count);
    return { total: Math.min(total, most), relation: indexed.isComplete ? 'eq' : 'gte' };
  }
  const { count, isComplete } = await finder.count(search.countUpTo - known);
  return { total: Math.min(known + count, most), relation: isComplete ? 'eq' : 'gte' };
}

type Origin = Pick<ListContext<never>, 'requestIn'>;

function readAfter({ requestIn }: Origin, after: string, list: CursorList): Cursor {
  const cursor = readCursor(after, list);
  if (cursor) return cursor;
  const message = 'must be the cursor of a page with the same query and sort';
  const issue = { in: requestIn, name: 'after', code: 'format', message };
  throw invalidRequest(`The parameter after ${message}.`, issue);
}

/** @throws ServiceError invalid_request if lists do not sort by the field. */
function readSort({ index, requestIn }: Origin & Pick<ListContext<never>, 'index'>, sort: string): ListOrder {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  const names = ['created', ...sortedFields(index.fields).map((sorted) => sorted.name)];
  if (names.includes(name)) return { sortField: name === 'created' ? undefined : name, isDescending };
  const message = `must be one of ${names.flatMap((each) => [each, `-${each}`]).join(', ')}`;
  const issue = { in: requestIn, name: 'sort', code: 'enum', message };
  throw invalidRequest(`The documents cannot be sorted by ${name}: sort ${message}.`, issue);
}

type RequestedPart = Pick<ListRequest, 'from' | 'size' | 'after'>;

function checkDepth({ requestIn }: Origin, { from = 0, size, after }: RequestedPart): void {
  const issue = { in: requestIn, name: 'from', code: 'maximum' };
  if (after !== undefined && from > 0) {
    const detail = `from is ${from} together with after, which already determines the position.`;
    throw invalidRequest(detail, { ...issue, message: 'must be 0 together with after' });
  }
  if (from + size <= maxDepth) return;
  const detail = `from + size is ${from + size}; the limit is ${maxDepth}; read further page by page with after.`;
  throw invalidRequest(detail, { ...issue, message: `must be at most ${maxDepth} together with size` });
}

function invalidRequest(detail: string, issue: Readonly<Record<string, string | undefined>>): ServiceError {
  return new ServiceError('invalid_request', detail, { members: { errors: [issue] } });
}

/** The time was over before a document was reached. */
function noProgress(): ServiceError {
  const detail = 'The search cannot go on yet: the time of the request is up. Send it again.';
  return new ServiceError('unavailable', detail);
}

/** The text of query and filters. A cursor is bound to both. */
function listText(query: string | undefined, filters: readonly Filter[]): string | undefined {
  const conditions = filters.map(({ parameter: _named, ...condition }) => condition);
  return filters.length === 0 ? query : JSON.stringify([query ?? '', conditions]);
}
