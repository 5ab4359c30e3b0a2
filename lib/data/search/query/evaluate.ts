/** Decides whether a document matches a query. */

import { defaultFields, type SearchFields, valuesOf } from '../document-type.ts';
import { adjacentWords } from './adjacent-words.ts';
import { fold } from './fold.ts';
import { searchedWords } from './searched-words.ts';
import type { Clause, PrefixClause, Query, RangeClause, TermClause } from './syntax-tree.ts';

/** @param query Parsed with the same fields; undefined matches everything. */
export function evaluate<Document>(
  index: SearchFields<Document>,
  query: Query | undefined,
  document: Document,
): boolean {
  if (query === undefined) return true;
  const holds = (inner: Query) => evaluate(index, inner, document);
  switch (query.kind) {
    case 'and':
      return query.of.every(holds);
    case 'or':
      return query.of.some(holds);
    case 'not':
      return !holds(query.of);
    default:
      return clauseHolds(index, query, document);
  }
}

function clauseHolds<Document>(index: SearchFields<Document>, clause: Clause, document: Document): boolean {
  if (clause.kind === 'exists' && clause.field === undefined) return true;
  const names = clause.field === undefined ? defaultFields(index.fields) : [clause.field];
  return names.some((name) => {
    const field = index.fields.get(name);
    if (!field) throw new Error(`The evaluator has no field ${name}.`);
    if (field.kind === 'text' && (clause.kind === 'term' || clause.kind === 'prefix'))
      return searchedWords(index, field, document).some(
        adjacentWords({ words: clause.words, lastIsPrefix: clause.kind === 'prefix' }),
      );
    return valuesOf(index, field, document).some((value) => valueMatches(clause, value));
  });
}

function valueMatches(clause: Clause, value: string | number): boolean {
  if (clause.kind === 'exists') return true;
  if (clause.kind === 'range') return typeof value === 'number' && isWithin(value, clause);
  return typeof value === 'string' && keywordMatches(clause, fold(value));
}

function isWithin(value: number, { from = -Infinity, to = Infinity }: RangeClause): boolean {
  return from <= value && value < to;
}

function keywordMatches(clause: TermClause | PrefixClause, keyword: string): boolean {
  return clause.kind === 'term' ? keyword === clause.value : keyword.startsWith(clause.value);
}
