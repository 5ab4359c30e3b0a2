/** The streams of the table that the settings name, for one invocation. */

import { listOptions, storeOptions } from '../../data/search/open/container-options.ts';
import { openLists, openStore } from '../../data/search/open/open-store.ts';
import type { Invocation } from '../../data/store/invocation-time.ts';
import { streamIndex } from './stream-fields.ts';
import type { StreamLists, StreamStore } from './stream-repository.ts';

/** @param invocation The context of the handler. */
export function streams(invocation: Invocation): StreamStore {
  return openStore(streamIndex, storeOptions(invocation));
}

/**
 * @param invocation The context of the handler.
 * @param requestIn Where the handler takes the request from, such as `query`.
 */
export function streamLists(invocation: Invocation, requestIn: string): StreamLists {
  return openLists(streamIndex, listOptions(invocation, requestIn));
}
