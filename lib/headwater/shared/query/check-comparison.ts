import { type FieldKind, isNumeric } from './fields.ts';
import type { QueryContext } from './parse-query.ts';
import type { Comparison } from './syntax-tree.ts';

/**
 * @returns the kind of the field.
 * @throws Error if the type has no such field, or its texts have no order: a mistake of the declaration, not of a caller.
 */
export function checkComparison({ field, op = '=' }: Comparison, fields: QueryContext['fields']): FieldKind {
  const kind = fields.get(field)?.kind;
  if (kind === undefined)
    throw new Error(`A filter names ${field}. The fields are ${[...fields.keys()].join(', ')}.`);
  if (op === '=' || isNumeric(kind)) return kind;
  throw new Error(
    `A filter compares ${field} by ${op}. It is a ${kind}, of which = alone finds values: ranges are for the kinds integer, decimal and date.`,
  );
}
