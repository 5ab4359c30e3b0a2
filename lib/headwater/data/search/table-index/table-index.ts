/**
 * The index in the table: the postings beside the documents.
 *
 *     tableIndex                 without a query, the stream of the term of all documents
 *       -> planPaths             query-paths.ts: loaded with the first query
 *         -> planQuery           query-plan.ts: the query -> terms and prefixes, combined (combine-plans.ts)
 *         -> planSorted          sorted-plan.ts: the same for a list that is sorted by a field
 *         -> unitsOfPlan         plan-units.ts: what reading these may cost
 *         -> openAccessPath      the terms and prefixes -> one stream of candidates, made of:
 *              term-stream.ts    one term, read a few postings at a time
 *              loaded-stream.ts  many terms, read at once
 *              merged-streams.ts, intersection.ts
 *         -> openSorted          open-sorted.ts: the same for a sorted list, or few documents, which it sorts
 *
 * index/ has the keys of terms and postings, which writes of documents use, too.
 */

import { getItems, queryItems } from '../../store/table-reads.ts';
import type { DocumentAccess } from '../documents/document-writes.ts';
import type { OpenIndex } from '../index/open-index.ts';
import { partsOfTerm } from '../index/terms.ts';
import type { SearchIndex } from '../list/search-index.ts';
import { termUnits } from './plan-units.ts';
import { openPart } from './term-stream.ts';

/** @param read What reads postings. */
export function tableIndex<Document>(
  { index, table }: DocumentAccess<Document>,
  read = queryItems,
): SearchIndex {
  return {
    plan: async (query, search) => {
      const ofTable = { ...search, table, space: index, queryItems: read, getItems };
      const [part, ...others] = partsOfTerm(index, index.all);
      const isPlain = query === undefined && search.sortField === undefined;
      if (isPlain && part && others.length === 0)
        return { units: termUnits, open: async () => ({ stream: openPart(ofTable, part), isExact: true }) };
      const { planPaths } = await import('./query-paths.ts');
      // Only the code of the type reads its documents.
      return planPaths(index as OpenIndex<never>, query, ofTable);
    },
  };
}
