/**
 * Opens a list that is sorted by a field where the postings in the order of its values also lead to other documents.
 *
 * If few documents match, they are read and sorted: all orders of a customer by their total cost what the customer has, although
 * nothing says that in the order of totals. Otherwise the list checks one document after the other. The postings by id
 * still tell the total.
 */

import { evaluate } from '../../../shared/query/evaluate.ts';
import type { Query } from '../../../shared/query/syntax-tree.ts';
import { lastId } from '../../store/ids.ts';
import { documentKey, parseDocument } from '../documents/document-items.ts';
import type { OpenIndex } from '../index/open-index.ts';
import { listPositionOf } from '../index/positions.ts';
import {
  type Candidate,
  type CandidateStream,
  type Counted,
  type Found,
  following,
  isBefore,
  isStop,
  type OpenedSearch,
} from '../list/search-index.ts';
import type { AccessPlan } from './combine-plans.ts';
import { LoadedStream } from './loaded-stream.ts';
import { openAccessPath } from './open-access-path.ts';
import type { TableSearch } from './term-stream.ts';

/** The part of a list's read units that it may take to sort what matches. */
const sortedShare = 0.6;

/** The part of the rest that it may take for its total. What remains is for the documents that it checks. */
const totalShare = 0.5;

/** A list with fewer read units than this checks documents at once: the rest would not reach one in each shard. */
const leastUnits = 50;

interface SortedPlans {
  readonly query: Query | undefined;
  readonly sorted: AccessPlan;
  /** The same documents in the order of ids. */
  readonly byId: AccessPlan;
}

export async function openSorted(
  index: OpenIndex<never>,
  { query, sorted, byId }: SortedPlans,
  search: TableSearch,
): Promise<OpenedSearch> {
  const { budget } = search;
  const isWalked = sorted.isExact || !byId.isExact || budget.left('page') < leastUnits;
  if (isWalked) return openAccessPath(search, sorted);
  const inIds = { ...search, sortField: undefined, isDescending: true, start: lastId };
  const sorting = { ...inIds, budget: budget.part(sortedShare) };
  const { stream, isExact } = await openAccessPath(sorting, byId);
  if (!isExact) return openAccessPath(search, sorted);
  const few = await findFew(sorting, stream);
  if (few) {
    const candidates = await placed(index, { found: few, query }, search);
    return { stream: new LoadedStream(search, candidates), isExact: true };
  }
  const counting = { ...inIds, budget: budget.part(totalShare) };
  const counted = search.countUpTo > 0 ? await countAll(counting, byId) : undefined;
  return { ...(await openAccessPath(search, sorted)), counted };
}

/**
 * What a page would check: all documents of the stream, and maybe others.
 *
 * @returns undefined if reading them is dear.
 */
async function findFew(
  search: TableSearch,
  stream: CandidateStream,
): Promise<readonly Candidate[] | undefined> {
  const found: Candidate[] = [];
  let units = 0;
  let next: string | undefined = search.start;
  while (next !== undefined) {
    const candidate: Found = await stream.seek(next, 'page');
    if (!candidate) break;
    if (isStop(candidate)) return undefined;
    units += candidate.units ?? 1;
    if (units > search.budget.left('page')) return undefined;
    found.push(candidate);
    next = following(search, candidate.position);
  }
  return found;
}

/** By postings alone: they are in all terms that the query requires. */
async function countAll(search: TableSearch, plan: AccessPlan): Promise<Counted> {
  const { stream } = await openAccessPath(search, plan);
  search.counting.left = search.countUpTo;
  const { count, isStopped } = await stream.pass(search.start, search.countUpTo);
  return { count, isComplete: !isStopped && count < search.countUpTo };
}

/** The documents that match, in the order of the list. */
async function placed(
  index: OpenIndex<never>,
  { found, query }: { readonly found: readonly Candidate[]; readonly query: Query | undefined },
  search: TableSearch,
): Promise<readonly Candidate[]> {
  const { table, budget, getItems } = search;
  const keys = found.map(({ position: id }) => documentKey(index, id));
  const items = await getItems(table, keys, { isConsistent: true });
  const candidates = items.flatMap((item) => {
    const stored = parseDocument(index, item);
    const units = found.find(({ position: id }) => id === stored?.id)?.units;
    const isMatch = stored && evaluate(index, query, stored.document);
    return isMatch ? [{ position: listPositionOf(index, search, stored.document), units }] : [];
  });
  budget.spend(
    'page',
    found.reduce((sum, { units = 1 }) => sum + units, 0),
  );
  return candidates.toSorted((one, other) => (isBefore(search, one.position, other.position) ? -1 : 1));
}
