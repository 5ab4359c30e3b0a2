/** What a query means, once parsed: plain data, with words folded and dates resolved. */

export type Query = Combination | Negation | Clause;

/** Two queries or more; none of them is a combination of the same kind. */
export interface Combination {
  readonly kind: 'and' | 'or';
  readonly of: readonly Query[];
}

/** What it negates is never a negation. */
export interface Negation {
  readonly kind: 'not';
  readonly of: Query;
}

export type Clause = TermClause | PrefixClause | RangeClause | ExistsClause;

interface Origin {
  /** Where the clause begins in the text, in characters from 0. */
  readonly offset: number;
}

interface Searched extends Origin {
  /** Absent: the fields that the schema names for words without a field. */
  readonly field?: string;
}

/** A word or a phrase: a keyword is equal to `value`, a text has `words` one after the other. */
export interface TermClause extends Searched {
  readonly kind: 'term';
  readonly value: string;
  /** Empty when there is neither letter nor digit in the value: no text has it then. */
  readonly words: readonly string[];
}

/** A keyword begins with `value`; a text has `words` one after the other, where the last only begins so. */
export interface PrefixClause extends Searched {
  readonly kind: 'prefix';
  /** Two characters or more. */
  readonly value: string;
  /** The last is empty, which is any word, when the value ends between words, as in `foo-*`. */
  readonly words: readonly string[];
}

/**
 * An integer, or a date as milliseconds since 1970, from `from` to, not
 * including, `to`; one of the two is there. Dates are of the years 0 to 9999.
 * Nothing is within a range that ends before it begins.
 */
export interface RangeClause extends Origin {
  readonly kind: 'range';
  readonly field: string;
  readonly from?: number;
  readonly to?: number;
}

/** The field has a value. Without a field: everything there is. */
export interface ExistsClause extends Searched {
  readonly kind: 'exists';
}
