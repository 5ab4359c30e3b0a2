/** A source as it is stored and returned. */

export interface SourceContent {
  readonly name?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly format: 'json' | 'ndjson' | 'csv' | 'text';
  readonly preprocessors: readonly StoredPreProcessor[];
}

export interface StoredPreProcessor {
  readonly type: string;
  readonly [option: string]: unknown;
}

export interface SourceRecord extends SourceContent {
  /** 24 lower-case hexadecimal digits. */
  readonly _id: string;
  /** ISO 8601 with milliseconds, UTC; `updated` too. */
  readonly created: string;
  readonly updated: string;
  /** 1, and one more at each change. */
  readonly revision: number;
}

export interface SourcePage {
  readonly from: number;
  /** How many hits there are in this page. */
  readonly size: number;
  readonly total: number;
  /** `gte`: there are at least `total`. */
  readonly total_relation: 'eq' | 'gte';
  readonly hits: readonly SourceRecord[];
  /** Where the next page begins; absent on the last. */
  readonly after?: string;
  /** The search has ended before the page was full: `after` goes on with it. */
  readonly partial?: true;
}
