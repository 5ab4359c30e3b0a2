/** Reads queries and decides what matches them. Most lists have no query: a function loads this with the first one. */

import { evaluate } from './evaluate.ts';
import { queryOfFilter } from './filter-query.ts';
import { parseQuery, type QueryContext } from './parse-query.ts';
import type { Filter, Query } from './syntax-tree.ts';

export { evaluate };

/** @throws ServiceError invalid_query. */
export function readQuery(
  text: string,
  filters: readonly Filter[],
  context: QueryContext,
): Query | undefined {
  const query = parseQuery(text, context);
  const all = [
    ...filters.map((filter) => queryOfFilter(filter, context)),
    ...(query?.kind === 'and' ? query.of : query ? [query] : []),
  ];
  return all.length > 1 ? { kind: 'and', of: all } : all[0];
}
