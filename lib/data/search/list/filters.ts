/** Filters of a list that are not in its query: values that fields must have. */

import { fold } from '../query/fold.ts';
import type { Query } from '../query/syntax-tree.ts';

/** A keyword field must have one of these values. */
export interface Filter {
  readonly field: string;
  /** At least one. */
  readonly values: readonly string[];
}

/** The query and all filters. */
export function withFilters(query: Query | undefined, filters: readonly Filter[]): Query | undefined {
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

/** The text of query and filters. A cursor is bound to both. */
export function listText(query: string | undefined, filters: readonly Filter[]): string | undefined {
  return filters.length === 0 ? query : JSON.stringify([query ?? '', filters]);
}
