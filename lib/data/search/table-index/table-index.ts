import type { DocumentAccess } from '../documents/document-writes.ts';
import type { SearchIndex } from '../list/search-index.ts';
import { openAccessPath } from './open-access-path.ts';
import { unitsOfPlan } from './plan-units.ts';
import { planQuery } from './query-plan.ts';

/** The index in the table: the postings beside the documents. */
export function tableIndex<Document>({ index, table }: DocumentAccess<Document>): SearchIndex {
  return {
    unitsOf: (query) => unitsOfPlan(planQuery(index, query)),
    open: (query, search, most) =>
      openAccessPath({ ...search, table, space: index }, planQuery(index, query), most),
  };
}
