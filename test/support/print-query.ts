/** Prints a parsed query as an equivalent text, with every combination in parentheses. */

import type { Clause, Query, RangeClause } from '../../lib/headwater/shared/query/syntax-tree.ts';

export function printQuery(query: Query): string {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.of.map(printOperand).join(query.kind === 'and' ? ' AND ' : ' OR ');
    case 'not':
      return `NOT ${printOperand(query.of)}`;
    default:
      return printClause(query);
  }
}

function printOperand(query: Query): string {
  return query.kind === 'and' || query.kind === 'or' ? `(${printQuery(query)})` : printQuery(query);
}

function printClause(clause: Clause): string {
  const field = clause.field === undefined ? '' : `${clause.field}:`;
  switch (clause.kind) {
    case 'exists':
      return `${field}*`;
    case 'term':
      return `${field}"${clause.value.replaceAll(/["\\]/g, '\\$&')}"`;
    case 'prefix':
      return `${field}${clause.value.replaceAll(/./gsu, '\\$&')}*`;
    case 'range':
      return `${field}[${printBound(clause, clause.from)} TO ${printBound(clause, clause.to)}}`;
  }
}

function printBound({ field }: RangeClause, bound: number | undefined): string {
  if (bound === undefined) return '*';
  return field === 'revision' ? String(bound) : new Date(bound).toISOString();
}
