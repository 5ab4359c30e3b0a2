/** The versions of a list of sources. */

import type { Models } from '#generated/models/source.ts';
import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type { SourcePage } from './source-record.ts';

/** Lists sources as they are stored. Only the response for one source describes its preprocessors, to keep pages small. */
export function toListedSources(page: SourcePage): Models['SourceResults'] {
  return page as Models['SourceResults'];
}

/** Converts a page to version 2. */
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
