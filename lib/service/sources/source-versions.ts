/** The versions of a list of sources. */

import type { Models } from '#generated/models/source.ts';
import { omitUndefined } from '../../shared/json/omit-undefined.ts';
import type { SourcePage } from './source-record.ts';

/**
 * A list has sources as they are stored. What their preprocessors do is said where one source is read: a page is
 * large enough without.
 */
export function toListedSources(page: SourcePage): Models['SourceResults'] {
  return page as Models['SourceResults'];
}

/** Version 2. */
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
