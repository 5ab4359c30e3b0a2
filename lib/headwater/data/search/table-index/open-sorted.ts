/**
 * Opens a list that is sorted by a field where the postings in the order of its values also lead to other documents.
 *
 * If few documents match, they are read and sorted: all orders of a customer by their total cost what the customer has, although
 * nothing says that in the order of totals. Otherwise the list checks one document after the other. The postings by id
 * still tell the total.
 */

import { lastId } from '../../store/ids.ts';
import { documentKey, parseDocument } from '../documents/document-items.ts';
import type { OpenIndex } from '../index/open-index.ts';
import { positionOf } from '../index/positions.ts';
import {
  type Candidate,
  type CandidateStream,
  following,
  isBefore,
  isStop,
  type OpenedSearch,
} from '../list/search-index.ts';
import type { AccessPlan } from './combine-plans.ts';
import { LoadedStream } from './loaded-stream.ts';
import { openAccessPath } from './open-access-path.ts';
import type { TableSearch } from './term-stream.ts';

/** The part of a list's read units that it may take for documents in order to sort them. */
const sortedShare = 0.6;

interface SortedPlans {
  readonly sorted: AccessPlan;
  /** The same documents in the order of ids. */
  readonly byId: AccessPlan;
}

export async function openSorted(
  index: OpenIndex<never>,
  { sorted, byId }: SortedPlans,
  search: TableSearch,
): Promise<OpenedSearch> {
  if (sorted.isExact || !byId.isExact) return openAccessPath(search, sorted);
  const openById = async () => {
    const inIds = { ...search, sortField: undefined, isDescending: true, start: lastId };
    return { inIds, ...(await openAccessPath(inIds, byId)) };
  };
  const { inIds, stream, isExact } = await openById();
  const few = isExact ? await findFew(inIds, stream) : undefined;
  if (few) {
    const candidates = await placed(index, few, search);
    return { stream: new LoadedStream(search, candidates), isExact: true };
  }
  const opened = await openAccessPath(search, sorted);
  if (!isExact || search.countUpTo === 0) return opened;
  return { ...opened, count: async (limit) => countIn(await openById(), limit) };
}

/** All documents of the stream, if reading them is cheap. */
async function findFew(
  search: TableSearch,
  stream: CandidateStream,
): Promise<readonly Candidate[] | undefined> {
  const found: Candidate[] = [];
  let units = sortedShare * search.budget.left('page');
  for (let next: string | undefined = search.start; next !== undefined; ) {
    const candidate = await stream.seek(next, 'page');
    if (!candidate) break;
    if (isStop(candidate)) return undefined;
    found.push(candidate);
    units -= candidate.units ?? 1;
    if (units < 0) return undefined;
    next = following(search, candidate.position);
  }
  return found;
}

/** In the order of the list. */
async function placed(
  index: OpenIndex<never>,
  found: readonly Candidate[],
  search: TableSearch,
): Promise<readonly Candidate[]> {
  const { table, budget, getItems } = search;
  const keys = found.map(({ position: id }) => documentKey(index, id));
  const items = await getItems(table, keys, { isConsistent: true });
  const candidates = items.flatMap((item) => {
    const stored = parseDocument(index, item);
    const units = found.find(({ position: id }) => id === stored?.id)?.units;
    return stored ? [{ position: positionOf(index, search, stored.document), units }] : [];
  });
  budget.spend(
    'page',
    found.reduce((sum, { units = 1 }) => sum + units, 0),
  );
  return candidates.toSorted((one, other) => (isBefore(search, one.position, other.position) ? -1 : 1));
}

async function countIn(
  { inIds, stream }: { readonly inIds: TableSearch; readonly stream: CandidateStream },
  limit: number,
) {
  inIds.counting.left = limit;
  const { count, isStopped } = await stream.pass(inIds.start, limit);
  return { count, isComplete: !isStopped && count < limit };
}
