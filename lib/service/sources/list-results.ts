import type { DocumentPage } from '../../data/search/list/document-list.ts';
import { omitUndefined } from '../../shared/json/omit-undefined.ts';

/** A page of a list, as descriptors declare it. */
export interface ListResults<Document> {
  readonly from: number;
  readonly size: number;
  readonly total: number;
  readonly total_relation: 'eq' | 'gte';
  readonly hits: Document[];
  readonly after?: string;
  readonly partial?: true;
}

export function toResults<Document>({
  from,
  hits,
  total,
  relation,
  after,
  isPartial,
}: DocumentPage<Document>): ListResults<Document> {
  return {
    from,
    size: hits.length,
    total,
    total_relation: relation,
    hits: [...hits],
    ...omitUndefined({ after, partial: isPartial || undefined }),
  };
}
