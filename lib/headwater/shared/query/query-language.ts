/** Reads queries and decides what matches them. Most lists have no query: a function loads this with the first one. */

import { evaluate } from './evaluate.ts';
import { fold } from './fold.ts';
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
  const all = [...filters.map(queryOf), ...(query?.kind === 'and' ? query.of : query ? [query] : [])];
  return all.length > 1 ? { kind: 'and', of: all } : all[0];
}

function queryOf({ field, values }: Filter): Query {
  const terms = values.map(
    (value): Query => ({ kind: 'term', field, offset: 0, value: fold(value), words: [] }),
  );
  const [first] = terms;
  return terms.length === 1 && first ? first : { kind: 'or', of: terms };
}
