/** The conditions that a list has beside its query, as queries. */

import { ServiceError } from '../errors.ts';
import { isNumeric, type NumericKind } from './fields.ts';
import { fold, wordsOf } from './fold.ts';
import type { QueryContext } from './parse-query.ts';
import { nextNumber, type Period, periodOfValue } from './period.ts';
import type { Filter, FilterOperator, Query, RangeClause } from './syntax-tree.ts';

/**
 * @throws ServiceError invalid_query if a value cannot be compared with the field, such as a text that is no date.
 * @throws Error if the type has no such field, or its texts have no order.
 */
export function queryOfFilter(filter: Filter, context: QueryContext): Query {
  const of = filter.values.map((value) => queryOfValue(filter, value, context));
  const [first] = of;
  return of.length === 1 && first ? first : { kind: 'or', of };
}

function queryOfValue({ field, op = '=' }: Filter, value: string | number, context: QueryContext): Query {
  const kind = context.fields.get(field)?.kind;
  if (kind === undefined)
    throw new Error(`A filter names ${field}. The fields are ${[...context.fields.keys()].join(', ')}.`);
  if (isNumeric(kind))
    return { kind: 'range', field, offset: 0, ...rangeOf(periodOf({ field, kind, value }, context.now), op) };
  if (op !== '=')
    throw new Error(
      `A filter compares ${field} by ${op}. It is a ${kind}, of which = alone finds values: ranges are for the kinds integer, decimal and date.`,
    );
  const text = fold(String(value));
  return { kind: 'term', field, offset: 0, value: text, words: wordsOf(text) };
}

interface Compared {
  readonly field: string;
  readonly kind: NumericKind;
  readonly value: string | number;
}

function periodOf({ field, kind, value }: Compared, now: number): Period {
  if (typeof value === 'number')
    return { start: value, end: kind === 'decimal' ? nextNumber(value) : value + 1 };
  const period = periodOfValue(kind, value, now);
  if (period) return period;
  const detail = `${JSON.stringify(value)} is not a value of ${field}, whose kind is ${kind}.`;
  throw new ServiceError('invalid_query', detail, { members: { offset: 0 } });
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
