/** The index of lists in the search engine of the stage: loaded only where it has one for lists. */

import { askEngine } from '../../search-engine/ask-engine.ts';
import type { InvocationTime } from '../../store/invocation-time.ts';
import type { DocumentAccess } from '../documents/document-writes.ts';
import type { SearchIndex } from '../list/search-index.ts';
import { documentShape } from './document-shape.ts';
import { type Ask, engineIndex } from './engine-index.ts';
import { namesOfIndex } from './index-shape.ts';

/** @param other Plans the lists for which the engine has no answer. */
export function stageIndex(
  { index: type, table: { tableName } }: DocumentAccess<never>,
  time: InvocationTime,
  other: SearchIndex,
): SearchIndex {
  const { complete: index } = namesOfIndex(tableName, documentShape(type));
  const ask: Ask = (question) => askEngine(time, 'lists', question);
  return engineIndex({ ask, index, owner: type.owner, type }, other);
}
