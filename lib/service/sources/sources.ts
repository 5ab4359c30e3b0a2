/** The sources of the table that the settings name, for one invocation. */

import { maxDepth } from '../../data/search/list/depth.ts';
import { listOptions, storeOptions } from '../../data/search/open/container-options.ts';
import type { Invocation } from '../../data/store/invocation-time.ts';
import { openSourceLists, openSourceStore, type SourceLists, type SourceStore } from './source-repository.ts';

/** How deep `from` and `size` reach into a list of sources. */
export const maxListDepth = maxDepth;

/** @param invocation The context of the handler. */
export function sources(invocation: Invocation): SourceStore {
  return openSourceStore(storeOptions(invocation));
}

/**
 * @param invocation The context of the handler.
 * @param requestIn Where the handler takes the request from, such as `query`.
 */
export function sourceLists(invocation: Invocation, requestIn: string): SourceLists {
  return openSourceLists(listOptions(invocation, requestIn));
}
