/**
 * How the postings of several terms lead to the documents of a query. A function loads this with the first query, or sorted
 * list, or where all documents have several shards.
 */

import type { Query } from '../../../shared/query/syntax-tree.ts';
import type { DocumentType } from '../document-type.ts';
import type { SearchPlan } from '../list/search-index.ts';
import { openAccessPath } from './open-access-path.ts';
import { unitsOfPlan } from './plan-units.ts';
import { planQuery } from './query-plan.ts';
import { planSorted } from './sorted-plan.ts';
import type { TableSearch } from './term-stream.ts';

/** As `SearchIndex.plan`. */
export function planPaths(
  index: Pick<DocumentType<never>, 'all' | 'fields'>,
  query: Query | undefined,
  search: TableSearch,
): SearchPlan {
  const { sortField, isDescending } = search;
  const plan =
    sortField === undefined ? planQuery(index, query) : planSorted(index, query, { sortField, isDescending });
  return { units: unitsOfPlan(plan), open: () => openAccessPath(search, plan) };
}
