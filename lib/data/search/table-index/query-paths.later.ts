/**
 * How the postings of several terms lead to the documents of a query. A function loads this with the first query, or where
 * all documents have several shards.
 */

import type { DocumentType } from '../document-type.ts';
import type { OpenSearch } from '../list/search-index.ts';
import type { Query } from '../query/syntax-tree.ts';
import { openAccessPath } from './open-access-path.ts';
import { unitsOfPlan } from './plan-units.ts';
import { planQuery } from './query-plan.ts';
import type { TableSearch } from './term-stream.ts';

type PlannedIndex = Pick<DocumentType<never>, 'all' | 'fields'>;

/** As `SearchIndex.unitsOf`. */
export function unitsOfQuery(index: PlannedIndex, query: Query | undefined): number {
  return unitsOfPlan(planQuery(index, query));
}

/** As `SearchIndex.open`. */
export function openQuery(
  index: PlannedIndex,
  query: Query | undefined,
  { search, most }: { readonly search: TableSearch; readonly most: number },
): Promise<OpenSearch> {
  return openAccessPath(search, planQuery(index, query), most);
}
