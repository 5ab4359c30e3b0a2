/**
 * The access plan of a list that is sorted by a field: its postings in the order of the values. A range of the field narrows them,
 * and so does a value of a field within which it is sorted. Everything else of the query is checked on the documents.
 * Pure: nothing is read here.
 */

import { sortedFields, sortRangeOf } from '../../../shared/query/sort-keys.ts';
import type { Query, RangeClause } from '../../../shared/query/syntax-tree.ts';
import type { DocumentType } from '../document-type.ts';
import { everyPosition, positionsOf } from '../index/positions.ts';
import { overlap, sortTerm } from '../index/terms.ts';
import { type AccessPlan, anyOf, needsRecheck, nothing } from './combine-plans.ts';

type SortedIndex = Pick<DocumentType<never>, 'all' | 'fields'>;

interface SortedOrder {
  readonly sortField: string;
  readonly isDescending: boolean;
}

/** @param query Undefined selects all documents. */
export function planSorted(index: SortedIndex, query: Query | undefined, order: SortedOrder): AccessPlan {
  const clauses = query === undefined ? [] : query.kind === 'and' ? query.of : [query];
  const selected = selectedWithin(index, order.sortField, clauses);
  const ranges = clauses.filter((clause) => isRangeOf(order.sortField, clause));
  const range = ranges.reduce<ReturnType<typeof narrowed>>(narrowed, everyPosition(order));
  if (!range) return nothing;
  const terms = selected?.values.map((text) => ({ field: selected.field, text })) ?? [undefined];
  const paths = terms.map((within) => sortTerm(index.all, order.sortField, within));
  const plan = anyOf(paths.map((term) => ({ path: { kind: 'term', term, range }, isExact: true })));
  const used = ranges.length + (selected ? 1 : 0);
  return used === clauses.length ? plan : needsRecheck(plan);
}

/** Undefined if the ranges have nothing in common. */
function narrowed(range: ReturnType<typeof everyPosition> | undefined, clause: RangeClause) {
  const keys = sortRangeOf(clause);
  return range && keys && overlap(range, positionsOf(keys));
}

function isRangeOf(field: string, clause: Query): clause is RangeClause {
  return clause.kind === 'range' && clause.field === field;
}

/** The first clause that requires values of a field within which the list can be sorted. */
function selectedWithin({ fields }: SortedIndex, sortField: string, clauses: readonly Query[]) {
  const { within = [] } = sortedFields(fields).find(({ name }) => name === sortField) ?? {};
  for (const clause of clauses) {
    const selected = valuesIn(clause);
    if (selected && within.includes(selected.field)) return selected;
  }
  return undefined;
}

/** The values that a term, or an OR of terms of one field, requires; undefined for any other clause. */
function valuesIn(clause: Query): { readonly field: string; readonly values: readonly string[] } | undefined {
  const terms = clause.kind === 'or' ? clause.of : [clause];
  const [first] = terms;
  if (first?.kind !== 'term' || first.field === undefined) return undefined;
  const { field } = first;
  const values = terms.flatMap((term) => (term.kind === 'term' && term.field === field ? [term.value] : []));
  return values.length === terms.length ? { field, values: [...new Set(values)] } : undefined;
}
