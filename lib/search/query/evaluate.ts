/** Whether a document is among those that a query asks for. */

import { fold, wordsOf } from './fold.ts';
import type { QuerySchema } from './schema.ts';
import type { Clause, PrefixClause, Query, RangeClause, TermClause } from './syntax-tree.ts';

/** @param query Of the parser, with the fields of the same schema; undefined is everything. */
export function evaluate<Document>(
  query: Query | undefined,
  document: Document,
  schema: QuerySchema<Document>,
): boolean {
  if (query === undefined) return true;
  const holds = (inner: Query) => evaluate(inner, document, schema);
  switch (query.kind) {
    case 'and':
      return query.of.every(holds);
    case 'or':
      return query.of.some(holds);
    case 'not':
      return !holds(query.of);
    default:
      return clauseHolds(query, document, schema);
  }
}

function clauseHolds<Document>(clause: Clause, document: Document, schema: QuerySchema<Document>): boolean {
  if (clause.kind === 'exists' && clause.field === undefined) return true;
  const names = clause.field === undefined ? schema.searched : [clause.field];
  return names.some((name) => {
    const field = schema.fields.get(name);
    if (!field) throw new Error(`The schema of the evaluator has no field ${name}.`);
    return field.valuesOf(document).some((value) => valueMatches(clause, value, field.kind === 'text'));
  });
}

function valueMatches(clause: Clause, value: string | number, isText: boolean): boolean {
  if (clause.kind === 'exists') return true;
  if (clause.kind === 'range') return typeof value === 'number' && isWithin(value, clause);
  if (typeof value === 'number') return false;
  return isText ? wordsMatch(clause, wordsOf(fold(value))) : keywordMatches(clause, fold(value));
}

function isWithin(value: number, { from = -Infinity, to = Infinity }: RangeClause): boolean {
  return from <= value && value < to;
}

function keywordMatches(clause: TermClause | PrefixClause, keyword: string): boolean {
  return clause.kind === 'term' ? keyword === clause.value : keyword.startsWith(clause.value);
}

/** The words of the clause, one after the other, anywhere in the text. */
function wordsMatch({ kind, words }: TermClause | PrefixClause, text: readonly string[]): boolean {
  if (words.length === 0) return false;
  const lastIsPrefix = (at: number) => kind === 'prefix' && at === words.length - 1;
  return text.some((_, start) =>
    words.every((word, at) => {
      const found = text[start + at];
      return lastIsPrefix(at) ? found?.startsWith(word) === true : found === word;
    }),
  );
}
