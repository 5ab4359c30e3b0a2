/** The query language of lists. */

export { evaluate } from '../shared/query/evaluate.ts';
export { type FieldTable, fieldsOf, type SearchFields } from '../shared/query/fields.ts';
export { parseQuery } from '../shared/query/parse-query.ts';
export type { Filter } from '../shared/query/syntax-tree.ts';
