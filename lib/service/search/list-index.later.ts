/** What lists need to ask the search engine: loaded only where the stage has one for them. */

import type { DocumentAccess } from '../../data/search/documents/document-writes.ts';
import type { SearchIndex } from '../../data/search/list/search-index.ts';
import type { InvocationTime } from '../../data/store/invocation-time.ts';
import { indexNames } from './document-index.ts';
import { engineIndex } from './engine-index.ts';
import { fromEngine } from './from-engine.ts';

/**
 * @param list Makes the list of the index. It throws what is not a failure of the engine.
 * @returns undefined if the engine fails or has no complete index.
 */
export function withEngineIndex<Page>(
  { index: type, table: { tableName } }: DocumentAccess<never>,
  time: InvocationTime,
  list: (index: SearchIndex) => Promise<Page>,
): Promise<Page | undefined> {
  const { complete: index } = indexNames(tableName, type);
  return fromEngine(time, 'lists', (engine) => list(engineIndex(engine, { index, owner: type.owner, type })));
}
