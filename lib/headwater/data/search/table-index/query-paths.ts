/**
 * How the postings of several terms lead to the documents of a query. A function loads this with the first query, or sorted
 * list, or where all documents have several shards.
 */

import type { Query } from '../../../shared/query/syntax-tree.ts';
import type { OpenIndex } from '../index/open-index.ts';
import type { SearchPlan } from '../list/search-index.ts';
import { openAccessPath } from './open-access-path.ts';
import { openSorted } from './open-sorted.ts';
import { unitsOfPlan } from './plan-units.ts';
import { planQuery } from './query-plan.ts';
import { planSorted } from './sorted-plan.ts';
import type { TableSearch } from './term-stream.ts';

/** As `SearchIndex.plan`. */
export function planPaths(
  index: OpenIndex<never>,
  query: Query | undefined,
  search: TableSearch,
): SearchPlan {
  const plan = planQuery(index, query);
  const { sortField, isDescending } = search;
  if (sortField !== undefined) {
    const sorted = planSorted(index, query, { sortField, isDescending });
    return {
      units: unitsOfPlan(sorted),
      open: () => openSorted(index, { query, sorted, byId: plan }, search),
    };
  }
  return { units: unitsOfPlan(plan), open: () => openAccessPath(search, plan) };
}
