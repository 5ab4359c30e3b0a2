/** Version 2 of a list of sources. */

interface SourceResults<S> {
  readonly from: number;
  readonly size: number;
  readonly total: number;
  readonly total_relation: 'eq' | 'gte';
  readonly hits: readonly S[];
  readonly after?: string;
}

interface SourceResultsPage<S> {
  readonly items: readonly S[];
  readonly page: {
    readonly from: number;
    readonly size: number;
    readonly total: number;
    readonly totalRelation: 'eq' | 'gte';
    readonly after?: string;
  };
}

/** @param results as version 1 has them. */
export function toResultsPage<S>(results: SourceResults<S>): SourceResultsPage<S> {
  const { from, size, total, total_relation: totalRelation, hits, after } = results;
  const page = { from, size, total, totalRelation, ...(after === undefined ? {} : { after }) };
  return { items: hits, page };
}
