/** The conditions that a list has beside its query, as queries. */

import { ServiceError } from '../errors.ts';
import { checkComparison } from './check-comparison.ts';
import { isNumeric, type NumericKind } from './fields.ts';
import { fold, wordsOf } from './fold.ts';
import { acceptedValues, type QueryContext } from './parse-query.ts';
import { nextNumber, type Period, periodOfValue } from './period.ts';
import { type Filter, type FilterOperator, maxClauses, type Query, type RangeClause } from './syntax-tree.ts';

/**
 * @throws ServiceError invalid_request if a value cannot be compared with the field, such as a text that is no date, or there are too
 * many; invalid_query if they come from no parameter.
 * @throws Error as `checkComparison`.
 */
export function queryOfFilter(filter: Filter, context: QueryContext): Query {
  const distinct = new Map(
    filter.values
      .map((value) => queryOfValue(filter, value, context))
      .map((query) => [JSON.stringify(query), query]),
  );
  const of = [...distinct.values()];
  if (of.length > maxClauses)
    throw refusal(filter, 'max_items', `must have at most ${maxClauses} different values`);
  const [first] = of;
  return of.length === 1 && first ? first : { kind: 'or', of };
}

/** Names the parameter, unless a handler has made the filter. */
function refusal({ field, parameter }: Filter, code: string, message: string): ServiceError {
  if (!parameter) {
    const members = { offset: 0 };
    return new ServiceError('invalid_query', `The filter of ${field} ${message}.`, { members });
  }
  const members = { errors: [{ ...parameter, code, message }] };
  return new ServiceError('invalid_request', `The parameter ${parameter.name} ${message}.`, { members });
}

function queryOfValue(filter: Filter, value: string | number, context: QueryContext): Query {
  const { field, op = '=' } = filter;
  const kind = checkComparison(filter, context.fields);
  if (isNumeric(kind))
    return { kind: 'range', field, offset: 0, ...rangeOf(periodOf(filter, kind, value, context.now), op) };
  const text = fold(String(value));
  return { kind: 'term', field, offset: 0, value: text, words: wordsOf(text) };
}

function periodOf(filter: Filter, kind: NumericKind, value: string | number, now: number): Period {
  // A number of a parameter may have a fraction, though no value of the field has.
  if (typeof value === 'number') return { start: value, end: nextNumber(value) };
  const period = periodOfValue(kind, value, now);
  if (period) return period;
  throw refusal(filter, 'format', `must be ${acceptedValues[kind]}`);
}

/** As in a query: a date covers its whole period. */
function rangeOf({ start, end }: Period, op: FilterOperator): Pick<RangeClause, 'from' | 'to'> {
  switch (op) {
    case '=':
      return { from: start, to: end };
    case '<':
      return { to: start };
    case '<=':
      return { to: end };
    case '>':
      return { from: end };
    case '>=':
      return { from: start };
  }
}
