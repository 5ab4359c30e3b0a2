import type { DocumentPage } from 'headwater/documents';
import { omitUndefined } from 'headwater/json';
import type { Models } from '#generated/models/source.ts';
import type { SourcePage, SourceRecord } from './source-record.ts';

/** A page of a list, as descriptors declare it. */
interface ListResults<Document> {
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

/**
 * The same page, by the type of its model. A list shows sources as they are stored: only the response for one source describes
 * its preprocessors, to keep pages small.
 */
export function toListedSources(page: SourcePage): Models['SourceResults'] {
  return page as Models['SourceResults'];
}

/** A version is shown as it was stored, too: it can be sent back. */
export function toListedSource(source: SourceRecord): Models['Source'] {
  return source as Models['Source'];
}

export function toResultsPage({
  hits: items,
  from,
  size,
  total,
  total_relation: totalRelation,
  after,
  partial,
}: Models['SourceResults']): Models['SourceResultsPage'] {
  return { items, page: { from, size, total, totalRelation, ...omitUndefined({ after, partial }) } };
}
