/** A parsed query: plain data with folded words and resolved dates. */

export type Query = Combination | Negation | Clause;

/** A combination of at least two queries, none of which is a combination of the same kind. */
export interface Combination {
  readonly kind: 'and' | 'or';
  readonly of: readonly Query[];
}

/** Never negates a negation. */
interface Negation {
  readonly kind: 'not';
  readonly of: Query;
}

export type Clause = TermClause | PrefixClause | RangeClause | ExistsClause;

interface Origin {
  /** Where the clause begins in the text, in characters from 0. */
  readonly offset: number;
}

interface FieldClause extends Origin {
  /** Absent for the default fields. */
  readonly field?: string;
}

/** A word or a phrase. A keyword equals `value`; a text contains `words` next to each other. */
export interface TermClause extends FieldClause {
  readonly kind: 'term';
  readonly value: string;
  /** Empty if the value has neither letters nor digits; then no text matches. */
  readonly words: readonly string[];
}

/** A keyword begins with `value`; a text contains `words` next to each other, the last as a prefix. */
export interface PrefixClause extends FieldClause {
  readonly kind: 'prefix';
  /** Two characters or more. */
  readonly value: string;
  /** The last word is empty, which matches any word, when the value ends between words, as in `foo-*`. */
  readonly words: readonly string[];
}

/**
 * A range of numbers, or of dates in milliseconds since 1970, from `from` inclusive to
 * `to` exclusive. At least one of the two is present. Dates have years from 0 to 9999.
 * A range that ends before it begins contains nothing.
 */
export interface RangeClause extends Origin {
  readonly kind: 'range';
  readonly field: string;
  readonly from?: number;
  readonly to?: number;
}

/** The field has a value. Without a field it matches every document. */
interface ExistsClause extends FieldClause {
  readonly kind: 'exists';
}

/** The clauses of a query, and the values of a filter: each may cost a read of the index. */
export const maxClauses = 16;

export const filterOperators = ['=', '<', '<=', '>', '>='] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** How a condition compares a field. */
export type Comparison = Pick<Filter, 'field' | 'op'>;

/** A condition beside the query: a value of the field must compare so with one of these values. */
export interface Filter<Field extends string = string> {
  readonly field: Field;
  /** `=` by default. The others compare numbers and dates. */
  readonly op?: FilterOperator;
  /** At most `maxClauses` different ones; nothing meets a condition without values. A text of a date field is a date as in a query, such as `2014-05` or `now-7d`. */
  readonly values: readonly (string | number)[];
  /** Where the values come from, for issues about them. */
  readonly parameter?: { readonly in: string; readonly name: string };
}
