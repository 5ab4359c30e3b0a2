/** The versions of a list of sources. */

import type { Models } from '#generated/models/source.ts';
import type { DocumentPage } from '../../data/search/list/document-list.ts';
import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type { SourcePage, SourceRecord } from './source-record.ts';

/** Each member must be given, so that none that the descriptor adds is forgotten; undefined omits an optional one. */
type EveryMember<Model> = { readonly [Member in keyof Required<Model>]: Model[Member] };

/** Version 1. */
export function toResults({
  from,
  hits,
  total,
  relation,
  after,
  isPartial,
}: DocumentPage<SourceRecord>): SourcePage {
  return withoutUndefined<SourcePage>({
    from,
    size: hits.length,
    total,
    total_relation: relation,
    hits,
    after,
    partial: isPartial || undefined,
  });
}

/**
 * A list has sources as they are stored. What their preprocessors do is said where one source is read: a page is
 * large enough without.
 */
export function toListedSources(page: SourcePage): Models['SourceResults'] {
  return page as Models['SourceResults'];
}

/** Version 2. */
export function toResultsPage(results: Models['SourceResults']): Models['SourceResultsPage'] {
  const { hits, total_relation: totalRelation, from, size, total, after, partial } = results;
  const page = withoutUndefined<Models['Page']>({ from, size, total, totalRelation, after, partial });
  return withoutUndefined<Models['SourceResultsPage']>({ items: hits, page });
}

function withoutUndefined<Model>(members: EveryMember<Model> & object): Model {
  // EveryMember admits undefined only for members that the model may omit.
  return omitUndefined(members) as unknown as Model;
}
