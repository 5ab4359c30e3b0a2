/** Parses the query language (docs/query.md) into a tree. */

import { ClauseReader, type QueryContext } from './clause-reader.ts';
import { parseOperators } from './query-parser.ts';
import { Scanner } from './scanner.ts';
import type { Combination, Query } from './syntax-tree.ts';

/**
 * Parses a query. A blank text is undefined and matches everything.
 *
 * @throws ServiceError invalid_query with the member `offset`.
 * @example parseQuery('tags:Web', { fields: sourceType.fields, now: Date.now() })
 *   // { kind: 'term', field: 'tags', offset: 0, value: 'web', words: ['web'] }
 */
export function parseQuery(text: string, context: QueryContext): Query | undefined {
  const scanner = new Scanner(text);
  const clauses = new ClauseReader(scanner, context);
  return parseOperators(scanner, {
    takeField: () => clauses.takeField(),
    clause: (subject): Query => clauses.clause(subject),
    combine,
    negate: (operand) => (operand.kind === 'not' ? operand.of : { kind: 'not', of: operand }),
  });
}

/** A single query stays as it is. A combination of the same kind is flattened. */
function combine(kind: Combination['kind'], queries: readonly Query[]): Query {
  const of = queries.flatMap((query) => (query.kind === kind ? query.of : [query]));
  return of.length === 1 && of[0] ? of[0] : { kind, of };
}
