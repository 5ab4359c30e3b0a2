/** Types of the package lucene, which has none: the members used here, from its grammar. */
declare module 'lucene' {
  export type Node = LuceneClause | LuceneSequence;

  /** A word, a phrase or a range. */
  export interface LuceneClause {
    readonly field: string;
    readonly term?: string;
    readonly quoted?: boolean;
    /** `-`, `!` or `+`. */
    readonly prefix?: string | null;
    readonly term_min: string;
    readonly term_max: string;
    readonly inclusive: 'both' | 'none' | 'left' | 'right';
  }

  /** `left operator right`, where `right` is the rest, unless that is in parentheses. */
  export interface LuceneSequence {
    readonly left: Node;
    readonly start?: string;
    readonly operator?: string;
    readonly right?: Node;
    readonly field?: string;
    readonly parenthesized?: boolean;
  }

  export function parse(query: string): Node;
}
