/**
 * The sources of the table that the settings name, for one invocation. Client
 * and ids belong to the container, the time to the invocation.
 */

import { shardTable } from '../search/index/shards.ts';
import { maxDepth } from '../search/list/depth.ts';
import { containerDatabase } from '../store/client.ts';
import { createIdGenerator } from '../store/ids.ts';
import { type Invocation, watchHalfTime } from '../store/invocation-time.ts';
import { openSourceLists, openSourceStore, type SourceLists, type SourceStore } from './source-repository.ts';

const newId = createIdGenerator();

/** How deep `from` and `size` reach into a list of sources. */
export const maxListDepth = maxDepth;

/** @param invocation The context of the handler. */
export function sources(invocation: Invocation): SourceStore {
  return openSourceStore({ ...database(), ...ofInvocation(invocation), newId });
}

/**
 * A list that takes more than half of the time stops and returns what it has found.
 *
 * @param invocation The context of the handler.
 * @param requestIn Where the handler takes the request from, such as `query`.
 */
export function sourceLists(invocation: Invocation, requestIn: string): SourceLists {
  const isTimeUp = watchHalfTime(invocation);
  return openSourceLists({ ...database(), ...ofInvocation(invocation), requestIn, isTimeUp });
}

function ofInvocation(invocation: Invocation) {
  return { time: invocation, owner: invocation.owner };
}

function database() {
  const { shards, ...others } = containerDatabase();
  return { ...others, shards: shardTable(shards) };
}
