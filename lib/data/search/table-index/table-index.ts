import { queryItems } from '../../store/table-reads.ts';
import type { DocumentAccess } from '../documents/document-writes.ts';
import { partsOfTerm } from '../index/terms.ts';
import type { SearchIndex } from '../list/search-index.ts';
import { termUnits } from './plan-units.ts';
import { openPart } from './term-stream.ts';

/** The index in the table: the postings beside the documents. */
export function tableIndex<Document>({ index, table }: DocumentAccess<Document>): SearchIndex {
  return {
    plan: async (query, search) => {
      const ofTable = { ...search, table, space: index, queryItems };
      const [part, ...others] = partsOfTerm(index, index.all);
      if (query === undefined && part && others.length === 0)
        return { units: termUnits, open: async () => ({ stream: openPart(ofTable, part), isExact: true }) };
      const { planPaths } = await import('./query-paths.ts');
      return planPaths(index, query, ofTable);
    },
  };
}
