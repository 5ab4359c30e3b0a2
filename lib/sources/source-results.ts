/** Version 2 of a list of sources. */

interface SourceResults<S> {
  readonly from: number;
  readonly size: number;
  readonly total: number;
  readonly total_relation: 'eq' | 'gte';
  readonly hits: readonly S[];
  readonly after?: string;
  readonly partial?: true;
}

interface SourceResultsPage<S> {
  readonly items: readonly S[];
  readonly page: {
    readonly from: number;
    readonly size: number;
    readonly total: number;
    readonly totalRelation: 'eq' | 'gte';
    readonly after?: string;
    readonly partial?: true;
  };
}

/** @param results as version 1 has them. */
export function toResultsPage<S>(results: SourceResults<S>): SourceResultsPage<S> {
  const { hits, total_relation: totalRelation, from, size, total, after, partial } = results;
  const page = {
    ...{ from, size, total, totalRelation },
    ...(after === undefined ? {} : { after }),
    ...(partial === undefined ? {} : { partial }),
  };
  return { items: hits, page };
}
